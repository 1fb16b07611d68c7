// Mixed box: a box in which many small particles of equal size collide with some large particles of various sizes. The
// box is the case study of Hensley and Harada (AMD) on dividing work between CPU and OpenCL device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "data/base/names.hpp"
#include "data/base/range.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Synchronization of CPU and OpenCL device. `plain` runs the parts of an iteration one after another. `balanced` uses
// the order of figure 10.4 of the case study, in which CPU and device compute concurrently.
enum class MixedSchedule { plain, balanced };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedSchedule>{"plain", "balanced"};

// Memory of the particle columns, which CPU and device access alternately: one shared buffer, or one copy on the CPU
// and one copy on the device.
enum class MixedMemory { zero_copy, copied };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedMemory>{"zero-copy", "copied"};

// Contact force between two particles, or a particle and a wall: spring and dashpot along the normal,
// friction tangentially. Coefficients are per unit of the reduced mass m_a m_b / (m_a + m_b), so that all
// pairs oscillate at equal frequency.
struct MixedContact {
    double stiffness = 14400;           // spring constant, 1/time^2
    double damping = 48;                // damping along the normal, 1/time
    double friction = 20;               // factor on the tangential velocity, 1/time
    double friction_coefficient = 0.4;  // largest ratio of friction to normal force (Coulomb)
};

// Settings of a mixed box, in its own units of length and time. A small particle has mass 1, and large
// particles have the density of small particles.
struct MixedBox {
    int dimensions = 2;
    // positions of the walls; z is used in three dimensions only
    glm::dvec3 least{-8, -5, -0.5}, most{8, 5, 0.5};
    std::size_t small = 8200;
    double small_radius = 0.05;
    // numbers of large particles that move, and that are fixed
    std::size_t dynamic = 110, fixed = 40;
    std::size_t most_large = 256;  // largest possible number of large particles, including particles that the user adds
    double least_radius = 0.15, largest_radius = 0.45;  // range of the radii of large particles
    MixedContact contact;
    glm::dvec3 gravity{0, -1.5, 0};
    double timestep = 1.0 / 240;  // duration of one iteration
    std::size_t iterations = 4;   // number of iterations per step of the run
    std::size_t capacity = 4;     // largest number of particles per grid cell
    // true sorts the particles in each cell, which makes runs reproducible bit for bit
    bool sorted = false;
    MixedSchedule schedule = MixedSchedule::balanced;
    MixedMemory memory = MixedMemory::zero_copy;

    // returns the duration of a step of the run in model time
    double step_seconds() const { return static_cast<double>(iterations) * timestep; }
    // Returns the speed limit: in one iteration a particle moves at most half the radius of a small particle.
    // Contacts are then detected before two centers pass each other (Courant-Friedrichs-Lewy condition).
    double largest_speed() const { return 0.5 * small_radius / timestep; }
};

// Returns the mass of a particle with radius `radius`.
double mixed_mass(const MixedBox& box, double radius);

// Returns the number of grid cells along each axis. A cell is as wide as the diameter of a small particle. Empty cells
// at the rim give every inner cell a full set of neighbors.
std::array<std::size_t, 3> mixed_cells(const MixedBox& box);

// Describes an invalid setting: its key, and an error text that continues the key ("is 3, but must be ..."). Both are
// empty if the box is valid.
struct MixedFault {
    std::string key, why;
};
MixedFault fault_of(const MixedBox& box);

// Exception for an invalid setting that is detected only when particles are placed.
struct MixedMisfit : std::invalid_argument {
    explicit MixedMisfit(MixedFault what_is_wrong)
        : std::invalid_argument{what_is_wrong.key + " " + what_is_wrong.why}, fault{std::move(what_is_wrong)} {}
    MixedFault fault;
};

// Returns the box with `small` small and `large` large particles. If the filling fraction or the placement of large
// particles requires a larger box, the box is enlarged. The box is never reduced.
MixedBox with_numbers(MixedBox box, std::size_t small, std::size_t large);

// Places the particles. The order of the rows is: moving large particles, spare rows for additional large particles,
// fixed large particles, small particles. The radius is stored in the w component of the velocity; spare rows have
// unused_radius. Throws MixedMisfit if the particles do not fit.
ParticleSet place_mixed(const MixedBox& box, std::uint64_t seed);
inline constexpr float unused_radius = -1;

// Returns the particles without spare rows.
ParticleSet used_rows(const ParticleSet& particles);

}  // namespace milkomeda
