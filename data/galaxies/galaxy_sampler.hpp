// Bodies drawn from the model of a galaxy. The start is quiet: what can be spread evenly is, so that a few
// thousand bodies are as close to equilibrium as many more that are drawn blindly.
#pragma once

#include <cstddef>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/base/random.hpp"
#include "data/base/vector3.hpp"
#include "data/galaxies/disk_distribution.hpp"
#include "data/galaxies/galaxy_model.hpp"

namespace milkomeda {

struct Body {
    Vector3 position, velocity;
};

// In the model's frame, ordered by radius, recentered in position and velocity; the disk turns about +z. On
// all CPU threads; every body has random numbers of its own, so that their number does not matter.
std::vector<Body> sample_disk(const GalaxyModel& model, std::size_t count, const Random& random,
                              const ReportProgress& report = {});
std::vector<Body> sample_spheroid(const Spheroid& spheroid, const PiecewiseLinear& psi, std::size_t count,
                                  const Random& random, const ReportProgress& report = {});

}  // namespace milkomeda
