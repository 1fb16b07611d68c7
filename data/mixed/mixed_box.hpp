// A box with many small particles of one size and some large ones of many sizes, which push each other: the
// case study of Hensley and Harada (AMD) on work that host and device share.
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

// Who waits for whom: the plain order of an iteration, or the one of figure 10.4, in which nobody idles while
// the other could work.
enum class MixedSchedule { plain, balanced };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedSchedule>{"plain", "balanced"};

// Where columns lie that host and device use in turns: in memory that both see, or once with each.
enum class MixedMemory { zero_copy, copied };
template <>
inline constexpr std::array<std::string_view, 2> names<MixedMemory>{"zero-copy", "copied"};

// Between two particles, or one and a wall, for each unit of their reduced mass m_a m_b / (m_a + m_b), so
// that all pairs swing equally fast: a spring and a dashpot along the normal, and friction across it.
struct MixedContact {
    double stiffness = 14400;           // 1/time^2
    double damping = 48;                // 1/time
    double friction = 20;               // 1/time: of the velocity across, but
    double friction_coefficient = 0.4;  // at most so much of the push along (Coulomb)
};

// Lengths, times and velocities are in units of their own; a small particle has mass 1 and all have its
// density.
struct MixedBox {
    int dimensions = 2;
    Vector3 least{-8, -5, -0.5}, most{8, 5, 0.5};  // the walls; z in three dimensions
    std::size_t small = 8200;
    double small_radius = 0.05;
    std::size_t dynamic = 110, fixed = 40;              // large ones, that move and that do not
    std::size_t most_large = 256;                       // that there is room for
    double least_radius = 0.15, largest_radius = 0.45;  // of large ones
    MixedContact contact;
    Vector3 gravity{0, -1.5, 0};
    double timestep = 1.0 / 240;  // of one iteration
    std::size_t iterations = 4;   // for each displayed step
    std::size_t capacity = 4;     // particles that a cell of the grid has room for
    bool sorted = false;          // cells keep an order, so that a run can be repeated bit for bit
    MixedSchedule schedule = MixedSchedule::balanced;
    MixedMemory memory = MixedMemory::zero_copy;

    double step_seconds() const { return static_cast<double>(iterations) * timestep; }  // of model time
    // Nothing moves farther in an iteration than half a small particle's radius, so that two that meet are
    // seen to touch before their centers have passed each other (the condition of Courant, Friedrichs and
    // Lewy).
    double largest_speed() const { return 0.5 * small_radius / timestep; }
};

// Mass of a particle of this radius.
double mixed_mass(const MixedBox& box, double radius);

// Cells of the grid along each axis, as wide as a small particle, with a rim of empty ones, so that every
// cell has neighbors.
std::array<std::size_t, 3> mixed_cells(const MixedBox& box);

// What is wrong with it: the key and why, "capacity must be ..."; both empty when nothing is.
struct MixedFault {
    std::string key, why;
};
MixedFault fault_of(const MixedBox& box);

// A fault that shows only once particles are placed.
struct MixedMisfit : std::invalid_argument {
    explicit MixedMisfit(MixedFault what_is_wrong)
        : std::invalid_argument{what_is_wrong.key + " " + what_is_wrong.why},
          fault{std::move(what_is_wrong)} {}
    MixedFault fault;
};

// The same with so many small and large particles, in a box that is as full as before, or larger than they
// need.
MixedBox with_numbers(MixedBox box, std::size_t small, std::size_t large);

// Rows of large particles that move, with room for more; then those that do not; then the small ones. A row's
// radius is its velocity's w; that of a row which waits for a particle is unused_radius. Throws MixedMisfit
// for what does not fit.
ParticleSet place_mixed(const MixedBox& box, std::uint64_t seed);
inline constexpr float unused_radius = -1;

// Those that there are, without rows that wait.
ParticleSet used_rows(const ParticleSet& particles);

}  // namespace milkomeda
