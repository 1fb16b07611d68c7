// Initial positions in a mixed box: large particles at random without contact; small particles on a lattice,
// from the bottom up, between the large particles.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <utility>

#include "data/base/random.hpp"
#include "data/mixed/mixed_box.hpp"

namespace milkomeda {
namespace {

struct Ball {
    glm::dvec3 place{0};
    double radius;
};

// Grid that lists in each cell the balls (large particles) that overlap the cell. The grid speeds up contact tests.
class BallGrid {
  public:
    // Cells are at least `cell` wide; their width is doubled until the number of cells is within the limit.
    BallGrid(const MixedBox& box, double cell) : box_{box}, cell_{cell} {
        constexpr std::size_t most_cells = 1 << 20;
        while (cells_of_width() > most_cells) cell_ *= 2;
        cells_.resize(cells_of_width());
    }

    void add(const Ball& ball, double margin) {
        each_cell(ball.place, ball.radius + margin, [&](std::vector<Ball>& cell) { cell.push_back(ball); });
    }
    // Returns true if the surface of every ball is at least `margin` away from `place`. All calls of add() must have
    // used at least this margin.
    bool is_free(const glm::dvec3& place, double margin) const {
        bool free = true;
        const_cast<BallGrid*>(this)->each_cell(place, 0, [&](const std::vector<Ball>& cell) {
            for (const Ball& other : cell) free = free && glm::distance(place, other.place) >= other.radius + margin;
        });
        return free;
    }

  private:
    std::size_t cells_of_width() {
        for (int axis = 0; axis < box_.dimensions; ++axis)
            counts_[axis] = static_cast<std::size_t>(std::ceil((box_.most[axis] - box_.least[axis]) / cell_));
        return counts_[0] * counts_[1] * counts_[2];
    }
    template <typename Work>
    void each_cell(const glm::dvec3& place, double reach, const Work& work) {
        std::array<std::size_t, 3> from{}, to{};
        for (int axis = 0; axis < 3; ++axis) {
            const double last = static_cast<double>(counts_[axis] - 1);
            const auto at = [&](double x) {
                return static_cast<std::size_t>(std::clamp(std::floor((x - box_.least[axis]) / cell_), 0.0, last));
            };
            from[axis] = at(place[axis] - reach), to[axis] = at(place[axis] + reach);
        }
        for (std::size_t z = from[2]; z <= to[2]; ++z)
            for (std::size_t y = from[1]; y <= to[1]; ++y)
                for (std::size_t x = from[0]; x <= to[0]; ++x) work(cells_[(z * counts_[1] + y) * counts_[0] + x]);
    }

    const MixedBox& box_;
    double cell_;
    std::array<std::size_t, 3> counts_{1, 1, 1};
    std::vector<std::vector<Ball>> cells_;
};

glm::dvec3 flattened(const MixedBox& box, glm::dvec3 place) {
    if (box.dimensions == 2) place.z = 0;
    return place;
}

// Returns the error for a box with room for only `room` large particles. The error names the setting of the more
// numerous kind, moving or fixed.
MixedFault misfit_of_large(const MixedBox& box, std::size_t room) {
    constexpr const char* why = "is {} and {} is {}, but the box has room for only about {} large particles";
    if (box.dynamic >= box.fixed)
        return {"large.dynamic", fmt::format(why, box.dynamic, "large.static", box.fixed, room)};
    return {"large.static", fmt::format(why, box.fixed, "large.dynamic", box.dynamic, room)};
}

std::vector<Ball> place_large(const MixedBox& box, Random random, BallGrid& taken) {
    constexpr int most_tries = 2000;
    std::vector<Ball> balls;
    while (balls.size() < box.dynamic + box.fixed) {
        // Squaring the uniform random number u makes small radii more frequent than large radii.
        const double u = random.uniform();
        const double radius = box.least_radius + (box.largest_radius - box.least_radius) * u * u;
        bool placed = false;
        for (int i = 0; i < most_tries && !placed; ++i) {
            glm::dvec3 place{0};
            for (int axis = 0; axis < 3; ++axis)
                place[axis] =
                    box.least[axis] + radius + random.uniform() * (box.most[axis] - box.least[axis] - 2 * radius);
            place = flattened(box, place);
            placed = taken.is_free(place, radius);
            if (!placed) continue;
            balls.push_back({place, radius});
            taken.add(balls.back(), box.largest_radius);
        }
        if (!placed) throw MixedMisfit(misfit_of_large(box, balls.size()));
    }
    return balls;
}

// Places small particles row by row on a square or cubic lattice. Small random displacements make vertical
// stacks unstable, so that they collapse.
std::vector<glm::dvec3> place_small(const MixedBox& box, Random random, const BallGrid& taken) {
    const double r = box.small_radius, spacing = 2.06 * r, jitter = 0.02 * r;
    std::array<std::size_t, 3> counts{1, 1, 1};
    for (int axis = 0; axis < box.dimensions; ++axis)
        counts[axis] = static_cast<std::size_t>((box.most[axis] - box.least[axis] - 2 * r) / spacing) + 1;
    std::vector<glm::dvec3> places;
    for (std::size_t y = 0; y < counts[1]; ++y)
        for (std::size_t z = 0; z < counts[2]; ++z)
            for (std::size_t x = 0; x < counts[0]; ++x) {
                if (places.size() == box.small) return places;
                const auto at = [&](int axis, std::size_t i) {
                    return box.least[axis] + 1.02 * r + spacing * static_cast<double>(i) +
                           jitter * (2 * random.uniform() - 1);
                };
                const glm::dvec3 place = flattened(box, {at(0, x), at(1, y), at(2, z)});
                if (taken.is_free(place, 1.02 * r)) places.push_back(place);
            }
    if (places.size() < box.small)
        throw MixedMisfit({"small.count", fmt::format("is {}, but the box has room for only about {} small particles",
                                                      box.small, places.size())});
    return places;
}

}  // namespace

ParticleSet place_mixed(const MixedBox& box, std::uint64_t seed) {
    if (MixedFault fault = fault_of(box); !fault.key.empty()) throw MixedMisfit(std::move(fault));
    const Random random{seed};
    BallGrid taken{box, 2 * box.largest_radius};
    const std::vector<Ball> large = place_large(box, random.of(0), taken);
    const std::vector<glm::dvec3> small = place_small(box, random.of(1), taken);

    ParticleSet particles;
    const auto add = [&](const glm::dvec3& place, double radius) {
        particles.positions.push_back(float4_of(place, radius > 0 ? mixed_mass(box, radius) : 0));
        particles.velocities.push_back(float4_of(glm::dvec3{0}, radius));
    };
    const auto end_component = [&](const char* name) {
        Component component{.name = name, .galaxy = {}, .first = 0, .count = 0, .mass = 0};
        if (!particles.components.empty())
            component.first = particles.components.back().first + particles.components.back().count;
        component.count = particles.size() - component.first;
        component.mass = mass_of(std::span{particles.positions}.subspan(component.first));
        particles.components.push_back(component);
    };
    for (std::size_t i = 0; i < box.dynamic; ++i) add(large[i].place, large[i].radius);
    while (particles.size() + box.fixed < box.most_large) add(box.least, unused_radius);
    end_component("dynamic");
    for (std::size_t i = box.dynamic; i < large.size(); ++i) add(large[i].place, large[i].radius);
    if (box.fixed > 0) end_component("static");
    for (const glm::dvec3& place : small) add(place, box.small_radius);
    end_component("small");
    for (std::size_t i = 0; i < particles.size(); ++i) particles.ids.push_back(static_cast<std::uint32_t>(i));
    return particles;
}

ParticleSet used_rows(const ParticleSet& particles) {
    ParticleSet used;
    used.time = particles.time;
    for (Component component : particles.components) {
        const std::size_t first = used.size();
        for (std::size_t i = component.first; i < component.first + component.count; ++i) {
            if (particles.velocities[i].w < 0) continue;
            used.positions.push_back(particles.positions[i]);
            used.velocities.push_back(particles.velocities[i]);
            used.ids.push_back(particles.ids[i]);
        }
        component.first = first;
        component.count = used.size() - first;
        component.mass = mass_of(std::span{used.positions}.subspan(first));
        if (component.count > 0) used.components.push_back(component);
    }
    return used;
}

}  // namespace milkomeda
