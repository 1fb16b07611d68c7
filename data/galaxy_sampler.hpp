// Bodies drawn from the model of a galaxy. The start is quiet: what can be spread evenly is, so that a few
// thousand bodies are as close to equilibrium as many more that are drawn blindly.
#pragma once

#include <cstddef>
#include <vector>

#include "data/disk_kinematics.hpp"
#include "data/galaxy_model.hpp"
#include "data/random.hpp"
#include "data/vector3.hpp"

namespace milkomeda {

struct Body {
    Vector3 position, velocity;
};

// In the model's frame, ordered by radius, recentred in position and velocity; the disk turns about +z.
std::vector<Body> sample_disk(const GalaxyModel& model, const DiskKinematics& kinematics, std::size_t count,
                              Random random);
std::vector<Body> sample_bulge(const GalaxyModel& model, std::size_t count, Random random);
std::vector<Body> sample_halo(const GalaxyModel& model, std::size_t count, Random random);

}  // namespace milkomeda
