// Particles of shipped scenes for tests.
#pragma once

#include "assets/assets.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

inline Scene shipped_scene(std::string_view name,
                           const std::vector<std::pair<std::string, std::string>>& settings = {}) {
    return load_scene(name, Assets{}, settings);
}

inline ParticleSet generate_encounter(std::size_t bodies, std::uint64_t seed) {
    return generate(shipped_scene("milky-way-andromeda"), bodies, seed);
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

inline ParticleSet generate_milky_way(std::size_t bodies, std::uint64_t seed) {
    return generate_alone(shipped_scene("milky-way-andromeda"), 0, bodies, seed);
}

}  // namespace milkomeda
