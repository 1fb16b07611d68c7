// Mixed box: many small particles of one size and some large particles of various sizes that collide. It is
// the case study of Hensley and Harada (AMD) on work shared by host and device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "data/base/names.hpp"
#include "data/base/range.hpp"
#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Synchronization of host and device: the plain order of an iteration, or the order of figure 10.4 of the
// case study, in which neither waits while it could work.
enum class MixedSchedule { plain, balanced };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedSchedule>{"plain", "balanced"};

// Memory of columns used by host and device in turn: shared by both, or one copy in each.
enum class MixedMemory { zero_copy, copied };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedMemory>{"zero-copy", "copied"};

// Contact force between two particles, or a particle and a wall, per unit of the reduced mass m_a m_b / (m_a
// + m_b), so that all pairs oscillate at the same frequency: spring and dashpot along the normal, friction
// across it.
struct MixedContact {
    double stiffness = 14400;           // 1/time^2
    double damping = 48;                // 1/time
    double friction = 20;               // 1/time, multiplies the tangential velocity
    double friction_coefficient = 0.4;  // limit of friction relative to the normal force (Coulomb)
};

// Lengths, times and velocities have units of their own. A small particle has mass 1, and all particles have
// its density.
struct MixedBox {
    int dimensions = 2;
    Vector3 least{-8, -5, -0.5}, most{8, 5, 0.5};  // walls; z only in three dimensions
    std::size_t small = 8200;
    double small_radius = 0.05;
    std::size_t dynamic = 110, fixed = 40;              // large particles that move, and that are fixed
    std::size_t most_large = 256;                       // capacity for large particles
    double least_radius = 0.15, largest_radius = 0.45;  // radii of large particles
    MixedContact contact;
    Vector3 gravity{0, -1.5, 0};
    double timestep = 1.0 / 240;  // of one iteration
    std::size_t iterations = 4;   // iterations per displayed step
    std::size_t capacity = 4;     // maximum number of particles per grid cell
    // Sorts the particles in each cell, so that a run can be repeated bit for bit.
    bool sorted = false;
    MixedSchedule schedule = MixedSchedule::balanced;
    MixedMemory memory = MixedMemory::zero_copy;

    // model time of a displayed step
    double step_seconds() const { return static_cast<double>(iterations) * timestep; }
    // Speed limit: no particle moves farther in an iteration than half the radius of a small particle, so
    // that contacts are detected before two centers have passed each other (Courant-Friedrichs-Lewy
    // condition).
    double largest_speed() const { return 0.5 * small_radius / timestep; }
};

// Mass of a particle of this radius.
double mixed_mass(const MixedBox& box, double radius);

// Number of grid cells along each axis. Cells are as wide as a small particle; a rim of empty cells gives
// every cell neighbors.
std::array<std::size_t, 3> mixed_cells(const MixedBox& box);

// Invalid setting: its key and the reason, "capacity must be ..."; both empty if the box is valid.
struct MixedFault {
    std::string key, why;
};
MixedFault fault_of(const MixedBox& box);

// Invalid setting that is detected only when particles are placed.
struct MixedMisfit : std::invalid_argument {
    explicit MixedMisfit(MixedFault what_is_wrong)
        : std::invalid_argument{what_is_wrong.key + " " + what_is_wrong.why},
          fault{std::move(what_is_wrong)} {}
    MixedFault fault;
};

// Returns a box with other numbers of particles, as densely filled as before, or enlarged beyond what the
// particles need.
MixedBox with_numbers(MixedBox box, std::size_t small, std::size_t large);

// Places the particles. Rows: moving large particles, with spare rows for more; then fixed large particles;
// then small particles. The radius is stored in the w of the velocity; spare rows have unused_radius. Throws
// MixedMisfit if the particles do not fit.
ParticleSet place_mixed(const MixedBox& box, std::uint64_t seed);
inline constexpr float unused_radius = -1;

// Returns the particles without spare rows.
ParticleSet used_rows(const ParticleSet& particles);

}  // namespace milkomeda
