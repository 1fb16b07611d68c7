// Galaxies that the user can add to a run: models of the program's scenes, sampled and placed.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

struct GalaxyKind {
    std::string title;   // title in menus, for example "Milky Way" or "Satellite (minor-merger)"
    SceneGalaxy galaxy;  // galaxy model without position, velocity and inclination
    // radius of the disk's edge, or without disk a radius that contains most of the stars
    double radius = 1;
};

// Returns one entry per galaxy model in the scenes that ship with the program, beginning with the default
// scene. Skips scenes that cannot be loaded.
std::vector<GalaxyKind> galaxy_kinds(const AssetSource& assets);

// Returns the kind as it is added to a run with these bodies: in a run without gas, the galaxy has no gas either, so
// that the run can still go back in time.
GalaxyKind kind_for_run(GalaxyKind kind, const ParticleSet& run);

// Samples the bodies of a galaxy in its own frame: centered, at rest, disk rotating about +z, rows shuffled
// within components. Deterministic. Throws std::invalid_argument for fewer bodies than components.
ParticleSet sample_galaxy(const GalaxyKind& kind, std::size_t bodies, std::uint64_t seed);

// Placement of a new galaxy. The mass is scaled at constant surface density: lengths scale as mass^(1/2) (Freeman 1970,
// ApJ 160, 811) and speeds as mass^(1/4) (Tully & Fisher 1977, A&A 54, 661).
struct NewGalaxy {
    std::string name;
    // spin: rotation axis of the disk, a vector of any nonzero length
    glm::dvec3 position{0}, velocity{0}, spin{0, 0, 1};
    double mass_factor = 1;  // mass relative to the mass of the galaxy kind

    double length_factor() const;
};

// Moves bodies from sample_galaxy() to the galaxy's position. Velocities are scaled so that the galaxy is in
// equilibrium with the gravitational constant `gravity`.
ParticleSet placed(ParticleSet bodies, const NewGalaxy& galaxy, double gravity = 1);

}  // namespace milkomeda
