// Selection of the bodies to simulate from a source: fewer bodies, some components, scaled masses, positions and
// velocities.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/particles/rows_by_id.hpp"

namespace milkomeda {

struct Selection {
    std::optional<std::size_t> bodies = {};  // number of bodies; empty selects all bodies
    // names such as "disk", "bulge", "milky-way disk", "Milky Way disk"; empty selects all components
    std::vector<std::string> components = {};
    double position_scale = 1;
    double velocity_scale = 1;
    double mass_scale = 1;

    bool operator==(const Selection&) const = default;
    // Returns true if the selection is the whole source without changes.
    bool is_all() const { return *this == Selection{}; }
};

// Keeps the chosen components, reduces each to evenly spaced rows, and applies the scales. The number of
// bodies is divided among components by largest remainders, with at least one body each. Masses are rescaled
// so that every component keeps its total mass. Recenters position and velocity if bodies were dropped; the origin is
// then 0.
// Throws std::invalid_argument with a one-line message for more bodies than the source has, fewer bodies than
// components, an unknown component (lists the existing names), or a scale that is not positive.
ParticleSet select(const ParticleSet& source, const Selection& selection);
// Returns the result of the select() above, but moves the source if the whole source is selected.
ParticleSet select(ParticleSet&& source, const Selection& selection);

// Applies the selection to a later snapshot of a series: of the chosen components, keeps the bodies whose ids are in
// `known`, which holds the bodies selected in the first snapshot. Throws std::invalid_argument if no body is kept.
ParticleSet select_again(const ParticleSet& source, const Selection& selection, const RowsById& known);

}  // namespace milkomeda
