// Selection of the simulated part of a source: fewer bodies, some components, other scales.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct Selection {
    std::optional<std::size_t> bodies = {};  // number of bodies; empty: all rows
    // Names such as "disk", "bulge", "halo", "milky-way disk"; empty: all components.
    std::vector<std::string> components = {};
    double position_scale = 1;
    double velocity_scale = 1;
    double mass_scale = 1;

    bool operator==(const Selection&) const = default;
    // Returns true if the whole source is used unchanged.
    bool is_all() const { return *this == Selection{}; }
};

// Keeps the chosen components, thins each by an even stride, and applies the scales. Shares are apportioned
// by largest remainders with at least one row per component; masses are rescaled so that every component
// keeps its total mass. Recenters position and velocity if rows were dropped. Throws std::invalid_argument
// with one line: more bodies than the source has, fewer bodies than components, an unknown component (lists
// the existing names), a scale that is not positive.
ParticleSet select(const ParticleSet& source, const Selection& selection);
// Like select() above, but moves the source if it is used unchanged.
ParticleSet select(ParticleSet&& source, const Selection& selection);

}  // namespace milkomeda
