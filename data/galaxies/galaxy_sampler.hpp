// Sampling of bodies from a galaxy model. The sampling is a quiet start: coordinates are spread as evenly as possible,
// so that a few thousand bodies are as close to equilibrium as a much larger number of random bodies.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/base/random.hpp"
#include "data/galaxies/disk_distribution.hpp"
#include "data/galaxies/galaxy_model.hpp"
#include "data/galaxies/gas_disk.hpp"

namespace milkomeda {

struct Body {
    glm::dvec3 position{0}, velocity{0};
};

// Clouds of gas, each with the same mass and a normal distribution in the plane with the standard deviation `size`.
struct Clouds {
    std::size_t count = 0;  // if 0, the gas is spread evenly
    double size = 0;
};

// Return bodies in the model's frame, ordered by radius. `softening` is the Plummer softening length of the forces with
// which the bodies shall be in equilibrium. The center of mass rests at the origin, and disk and gas
// rotate about +z. The functions use all CPU threads. Every body has its own random stream, so the result does not
// depend on the number of threads.
std::vector<Body> sample_disk(const GalaxyModel& model, double softening, std::size_t count, const Random& random,
                              const ReportProgress& report = {});
std::vector<Body> sample_gas(const GasDisk& gas, const Clouds& clouds, std::size_t count, const Random& random,
                             const ReportProgress& report = {});
std::vector<Body> sample_spheroid(const GalaxyModel& model, const Spheroid& spheroid, double softening,
                                  std::size_t count, const Random& random, const ReportProgress& report = {});

}  // namespace milkomeda
