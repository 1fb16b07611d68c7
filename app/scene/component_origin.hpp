// State of a component at the start of the run, or when its galaxy was added. The state determines the component's
// stars and colors, which do not change when other galaxies are added or removed.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/particles/rows_by_id.hpp"

namespace milkomeda {

// Vertical structure of a disk: which rows belong to the thin layer of young stars and dust, and which to the
// thick layer of old stars.
struct VerticalRanks {
    // For each row, the share of the rows at its radius that have less vertical energy than this row. Stars are
    // born near the midplane and are scattered to larger heights as they age, so this share also orders the stars
    // by age (Holmberg et al. 2007, A&A 475, 519).
    std::vector<float> ranks;
    glm::dvec3 axis{0, 0, 1};  // rotation axis of the disk
};

// Returns the vertical ranks of a component around the center of its galaxy. If the component is neither a
// disk nor gas, all ranks are unknown_vertical_rank.
VerticalRanks vertical_ranks(const ParticleSet& particles, const Component& component, const glm::dvec3& center);

struct ComponentOrigin {
    int galaxy = 0;             // number that chooses the color of the galaxy
    std::size_t first_row = 0;  // first row of the component at its start; seeds the random properties of its stars
    // Distance of each body from its galaxy's center at the start of the component, and the median of the distances.
    std::shared_ptr<const std::vector<float>> radii;
    float half_radius = 1;
    std::shared_ptr<const VerticalRanks> vertical;
};

// Returns the component in `others` with the galaxy, name and body count of `component`; null without a match.
const Component* same_component(const std::vector<Component>& others, const Component& component);

// Returns the origin of each component at the start of a run. If a galaxy is named "andromeda", the Milky Way has the
// first color number and Andromeda the second.
std::vector<ComponentOrigin> origins_of(const ParticleSet& start);

// Returns the origins of `particles`, which were made from `before` by adding or removing galaxies. Components
// with equal galaxy, name and body count keep their origins. New galaxies get the next free color numbers.
std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const ParticleSet& before,
                                        const std::vector<ComponentOrigin>& origins_before);

// First snapshot of a series, with its origins.
struct SeriesStart {
    std::shared_ptr<const ParticleSet> particles;
    std::vector<ComponentOrigin> origins;
    RowsById rows{particles->ids};
};

// Returns the origins of a later snapshot. Bodies of the first snapshot keep their radii and vertical ranks; for other
// bodies, the present state counts. Components keep colors and sizes. New galaxies get the next free color numbers.
std::vector<ComponentOrigin> origins_of(const ParticleSet& particles, const SeriesStart& start);

}  // namespace milkomeda
