#include "data/mixed/mixed_box.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Returns the stability margin 4 - z dt (2 d + stiffness dt) of the contact forces. Here z is the largest number of
// contacts of a particle, and d is the larger of `damping` and `friction`. Symplectic Euler is stable if the margin is
// positive.
double stability_margin(const MixedBox& box) {
    const double neighbors = box.dimensions == 2 ? 6 : 12;
    const double dt = box.timestep, damping = std::max(box.contact.damping, box.contact.friction);
    return 4 - neighbors * dt * (2 * damping + box.contact.stiffness * dt);
}

}  // namespace

double mixed_mass(const MixedBox& box, double radius) { return std::pow(radius / box.small_radius, box.dimensions); }

std::array<std::size_t, 3> mixed_cells(const MixedBox& box) {
    std::array<std::size_t, 3> cells{1, 1, 1};
    for (int axis = 0; axis < box.dimensions; ++axis)
        cells[axis] =
            static_cast<std::size_t>(std::ceil((box.most[axis] - box.least[axis]) / (2 * box.small_radius))) + 2;
    return cells;
}

MixedFault fault_of(const MixedBox& box) {
    constexpr const char *low[] = {"left", "bottom", "back"}, *high[] = {"right", "top", "front"};
    double narrowest = HUGE_VAL;
    for (int axis = 0; axis < box.dimensions; ++axis) {
        const double width = box.most[axis] - box.least[axis];
        if (!(width > 0))
            return {std::string{"box."} + high[axis],
                    fmt::format("is {}, but must be larger than {} = {}, the opposite wall",
                                short_number(box.most[axis]), low[axis], short_number(box.least[axis]))};
        narrowest = std::min(narrowest, width);
    }
    const auto too_large = [&](double radius) {
        return fmt::format("is {}, but must be at most half of {}, the smallest distance of opposite walls",
                           short_number(radius), short_number(narrowest));
    };
    if (!(2 * box.small_radius <= narrowest)) return {"small.radius", too_large(box.small_radius)};
    if (box.least_radius > box.largest_radius)
        return {"large.least_radius",
                "must not be larger than large.largest_radius, " + short_number(box.largest_radius)};
    if (box.least_radius < box.small_radius)
        return {"large.least_radius", fmt::format("is {}, but must not be smaller than small.radius, {}",
                                                  short_number(box.least_radius), short_number(box.small_radius))};
    if (!(2 * box.largest_radius <= narrowest)) return {"large.largest_radius", too_large(box.largest_radius)};
    if (box.dynamic + box.fixed > box.most_large)
        return {"large.most",
                fmt::format("is {}, but must not be smaller than the number of large particles at the start, {}",
                            box.most_large, box.dynamic + box.fixed)};
    const auto cells = mixed_cells(box);
    constexpr double most_cells = 256e6;
    if (static_cast<double>(cells[0]) * static_cast<double>(cells[1]) * static_cast<double>(cells[2]) *
            static_cast<double>(box.capacity) >
        most_cells)
        return {"small.radius",
                fmt::format(
                    "is {}, so small that the grid needs more than {} slots; enlarge small.radius or reduce the box",
                    short_number(box.small_radius), short_number(most_cells))};
    if (!(stability_margin(box) > 0))
        return {
            "timestep",
            fmt::format("is {}, too long for contact.stiffness and contact.damping: energy would grow; reduce one of "
                        "these values",
                        short_number(box.timestep))};
    if (!(glm::length(box.gravity) * box.timestep < box.largest_speed()))
        return {"gravity",
                "is so strong that particles would pass through each other within an iteration; reduce gravity or the "
                "timestep"};
    return {};
}

MixedBox with_numbers(MixedBox box, std::size_t small, std::size_t large) {
    const double mean_radius = box.least_radius + (box.largest_radius - box.least_radius) / 3;
    const auto filled = [&](std::size_t of_small, std::size_t of_large) {
        return static_cast<double>(of_small) +
               static_cast<double>(of_large) * std::pow(mean_radius / box.small_radius, box.dimensions);
    };
    const std::size_t before = box.dynamic + box.fixed;
    // Upper limit of the volume fraction of large particles that random placement can reach.
    constexpr double most_filled = 0.3;
    const glm::dvec3 size = box.most - box.least;
    const double room = size.x * size.y * (box.dimensions == 3 ? size.z : 1);
    const double ball = box.dimensions == 3 ? 4 * std::numbers::pi / 3 : std::numbers::pi;
    const double of_large =
        static_cast<double>(large) * ball * std::pow(mean_radius, box.dimensions) / (most_filled * room);
    const double growth = std::max({1.0, filled(small, large) / filled(box.small, before), of_large});
    const double factor = std::pow(growth, 1.0 / box.dimensions);
    box.fixed = before > 0 ? large * box.fixed / before : 0;
    box.dynamic = large - box.fixed;
    box.most_large = std::max(box.most_large, large);
    box.small = small;
    box.least = factor * box.least;
    box.most = factor * box.most;
    return box;
}

}  // namespace milkomeda
