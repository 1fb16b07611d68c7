// Vertical structure of a disk at its start: which rows belong to the thin layer of young stars and dust, and
// which to the thick layer of old stars.
#pragma once

#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

struct DiskHeat {
    // For each row, the share of the rows at its radius that have less vertical energy than this row: 0 for
    // the coldest row, 1 for the hottest. Stars are born near the midplane and are scattered to larger
    // heights as they age, so this share also orders the stars by age (Holmberg et al. 2007, A&A 475, 519).
    std::shared_ptr<const std::vector<float>> ranks = std::make_shared<const std::vector<float>>();
    glm::dvec3 axis{0, 0, 1};  // rotation axis of the disk
};

// Returns the vertical ranks of a component around the center of its galaxy. For a component that is not a
// disk, all ranks are -1.
DiskHeat disk_heat(const ParticleSet& particles, const Component& component, const glm::dvec3& center);

}  // namespace milkomeda
