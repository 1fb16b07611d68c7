// Galaxies that the user can add to a run: the models of the shipped scenes, sampled and placed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/base/asset_source.hpp"
#include "data/base/vector3.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

struct GalaxyKind {
    std::string title;   // "Milky Way", "Satellite (minor-merger)"
    SceneGalaxy galaxy;  // the model, neither placed nor inclined
    double radius = 1;   // radius of the disk's edge, or of most of the stars
};

// Returns one entry per galaxy model in the shipped scenes, those of the default scene first. Skips scenes
// that cannot be loaded.
std::vector<GalaxyKind> galaxy_kinds(const AssetSource& assets);

// Samples bodies of this galaxy in its own frame: centered, at rest, the disk spinning about +z, shuffled
// within components. Deterministic. Throws std::invalid_argument for fewer bodies than components.
ParticleSet sample_galaxy(const GalaxyKind& kind, std::size_t bodies, std::uint64_t seed);

// Placement of a new galaxy. The mass is scaled at constant surface density: lengths scale as its square root
// (Freeman 1970, ApJ 160, 811) and speeds as its fourth root (Tully & Fisher 1977, A&A 54, 661).
struct NewGalaxy {
    std::string name;
    Vector3 position{}, velocity{}, spin{0, 0, 1};  // spin: axis of the disk, any nonzero length
    double mass_factor = 1;                         // relative to the mass of the kind

    double length_factor() const;
};

// Moves bodies from sample_galaxy() to their place; velocities are scaled to equilibrium at this gravity.
ParticleSet placed(ParticleSet bodies, const NewGalaxy& galaxy, double gravity = 1);

}  // namespace milkomeda
