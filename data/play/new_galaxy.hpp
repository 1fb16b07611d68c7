// Galaxies to add to a run: the kinds that the shipped scenes are made of, bodies of one, and its place.
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
    SceneGalaxy galaxy;  // a model, neither placed nor inclined
    double radius = 1;   // of its disk's edge, or of most of its stars
};

// One for each model among the galaxies of the scenes that ship; the default scene's come first. Scenes that
// cannot be loaded are left out.
std::vector<GalaxyKind> galaxy_kinds(const AssetSource& assets);

// Bodies of such a galaxy in its own frame: centered, at rest, its disk turning about +z; shuffled inside
// components. The same for the same arguments. Throws std::invalid_argument for fewer bodies than components.
ParticleSet sample_galaxy(const GalaxyKind& kind, std::size_t bodies, std::uint64_t seed);

// Where and how a galaxy is to be. Another mass goes with another size at the same surface density, so that
// lengths are as its square root (Freeman 1970, ApJ 160, 811) and speeds as its fourth root (Tully & Fisher
// 1977, A&A 54, 661).
struct NewGalaxy {
    std::string name;
    Vector3 position{}, velocity{}, spin{0, 0, 1};  // of its disk; any length but 0
    double mass_factor = 1;                         // of the kind's own

    double length_factor() const;
};

// Puts the bodies that sample_galaxy() made there, in equilibrium where gravity is so strong.
ParticleSet placed(ParticleSet bodies, const NewGalaxy& galaxy, double gravity = 1);

}  // namespace milkomeda
