// How a disk's rows were layered when they were born: which were of the thin layer of young stars and dust,
// and which of the thick one of old stars.
#pragma once

#include <memory>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct DiskHeat {
    // For each row the share of the rows at its radius that moved less up and down through the disk: 0 for
    // the coldest, 1 for the hottest. Stars are born in the middle and are scattered upwards as they get
    // older, so this is their rank by age, too (Holmberg et al. 2007, A&A 475, 519).
    std::shared_ptr<const std::vector<float>> ranks = std::make_shared<const std::vector<float>>();
    Vector3 axis{0, 0, 1};  // around which the disk turned
};

// Of a component around the center of its galaxy; what is no disk is without layers, all of it -1.
DiskHeat disk_heat(const ParticleSet& particles, const Component& component, const Vector3& center);

}  // namespace milkomeda
