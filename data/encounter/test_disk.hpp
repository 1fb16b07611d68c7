// Disks of massless test particles.
#pragma once

#include <cstddef>
#include <vector>

#include "data/encounter/encounter_orbit.hpp"

namespace milkomeda {

// Two coordinates of a test particle in its disk, each from 0 to 1: the place between inner and outer radius, and the
// share of a turn.
struct DiskSample {
    double radius, turn;
};

// Returns the first `count` points of the R2 sequence, which fills a square evenly (Roberts 2018, "The unreasonable
// effectiveness of quasirandom sequences"). The points of smaller counts are the first points of larger counts.
std::vector<DiskSample> disk_samples(std::size_t count);

// Returns the radius of the hole in the middle of the disk: 0.05, but at least 0.075 and at most 0.1 of the radius.
double inner_radius(const EncounterGalaxy& galaxy);

// Unit vectors in the plane of a disk: of angle 0, and of a quarter of a turn in the direction of the rotation. The
// plane is tilted about the y axis and then turned about the z axis.
struct DiskPlane {
    glm::dvec3 x_axis, y_axis;
};
DiskPlane disk_plane(const EncounterGalaxy& galaxy);

// Returns the disk's particles relative to the center of the galaxy, on circular orbits around the galaxy alone. The
// radii are uniform between inner_radius() and the radius of the galaxy, so the surface density falls as 1 / radius.
std::vector<PhasePoint> test_disk(const EncounterGalaxy& galaxy, const GalaxyPotential& potential,
                                  const std::vector<DiskSample>& samples);

}  // namespace milkomeda
