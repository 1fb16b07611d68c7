// Particles of shipped scenes for tests.
#pragma once

#include "assets/assets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

inline Scene shipped_scene(std::string_view name,
                           const std::vector<std::pair<std::string, std::string>>& settings = {}) {
    return load_scene(name, Assets{}, settings);
}

// Returns a shipped scene without gas, so that all its bodies move without friction.
inline Scene stellar_scene(std::string_view name) { return shipped_scene(name, {{"with_gas", "false"}}); }

// Generates the default scene without gas.
inline ParticleSet generate_encounter(std::size_t bodies, std::uint64_t seed) {
    return generate(stellar_scene("milky-way-andromeda"), bodies, seed);
}

// Generates one galaxy of a scene, centered at the origin and not inclined.
inline ParticleSet generate_alone(Scene scene, std::size_t galaxy, std::size_t bodies, std::uint64_t seed) {
    SceneGalaxy alone = scene.galaxies[galaxy];
    alone.position = alone.velocity = alone.spin = std::nullopt;
    alone.inclination = alone.argument = std::nullopt;
    scene.orbit.reset();
    scene.perturbers.clear();
    scene.galaxies = {alone};
    return generate(scene, bodies, seed);
}

// Generates the Milky Way of the default scene without gas.
inline ParticleSet generate_milky_way(std::size_t bodies, std::uint64_t seed) {
    return generate_alone(stellar_scene("milky-way-andromeda"), 0, bodies, seed);
}

}  // namespace milkomeda
