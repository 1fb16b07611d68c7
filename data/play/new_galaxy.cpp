#include "data/play/new_galaxy.hpp"

#include <algorithm>
#include <cmath>

#include "data/particles/row_order.hpp"
#include "data/scene/orbit.hpp"

namespace milkomeda {
namespace {

bool is_same_model(const SceneGalaxy& a, const SceneGalaxy& b) {
    return a.model == b.model && a.length_scale == b.length_scale && a.mass_scale == b.mass_scale;
}

double visible_radius(const SceneGalaxy& galaxy) {
    const GalaxySpec& model = galaxy.model;
    if (model.disk) return galaxy.length_scale * model.disk->edge * model.disk->scale_length;
    // number of scale radii that contain most of the light of a spheroid, for all profiles
    constexpr double radii = 3;
    const auto& stars = model.stars ? model.stars : model.bulge ? model.bulge : model.halo;
    return galaxy.length_scale * radii * stars->radius;
}

GalaxyKind kind_of(const SceneGalaxy& galaxy, const std::string& scene, bool is_first_scene) {
    GalaxyKind kind;
    kind.title = title_of(galaxy.name) + (is_first_scene ? "" : " (" + scene + ")");
    kind.galaxy = galaxy;
    kind.galaxy.position = kind.galaxy.velocity = kind.galaxy.spin = std::nullopt;
    kind.galaxy.inclination = kind.galaxy.argument = std::nullopt;
    kind.radius = visible_radius(galaxy);
    return kind;
}

Float4 turned(const glm::dmat3& rotation, const Float4& v, double factor, const glm::dvec3& offset) {
    return float4_of(factor * (rotation * vector_of(v)) + offset, v.w);
}

}  // namespace

std::vector<GalaxyKind> galaxy_kinds(const AssetSource& assets) {
    std::vector<GalaxyKind> kinds;
    const std::vector<std::string> names = scene_names(assets);
    for (const std::string& name : names) try {
            for (const SceneGalaxy& galaxy : load_scene(name, assets).galaxies) {
                const bool known = std::ranges::any_of(kinds, [&](const GalaxyKind& kind) {
                    return kind.galaxy.name == galaxy.name || is_same_model(kind.galaxy, galaxy);
                });
                if (!galaxy.file && !known) kinds.push_back(kind_of(galaxy, name, name == names.front()));
            }
            // Skips a scene with errors, for example a scene that is being edited; loading the scene reports the
            // errors.
        } catch (const std::exception&) {
        }
    return kinds;
}

GalaxyKind kind_for_run(GalaxyKind kind, const ParticleSet& run) {
    if (gas_count(run.components) == 0) kind.galaxy.model.gas.reset();
    return kind;
}

ParticleSet sample_galaxy(const GalaxyKind& kind, std::size_t bodies, std::uint64_t seed) {
    Scene scene;
    scene.name = kind.title;
    scene.galaxies = {kind.galaxy};
    ParticleSet particles = generate(scene, bodies, seed);
    shuffle_components(particles);
    return particles;
}

double NewGalaxy::length_factor() const { return std::sqrt(mass_factor); }

ParticleSet placed(ParticleSet bodies, const NewGalaxy& galaxy, double gravity) {
    const glm::dmat3 rotation = rotation_to(galaxy.spin);
    const double lengths = galaxy.length_factor(), mass = galaxy.mass_factor;
    const double speeds = std::sqrt(gravity * mass / lengths);  // factor on velocities, from the virial theorem
    for (Float4& p : bodies.positions) {
        p = turned(rotation, p, lengths, galaxy.position);
        p.w = static_cast<float>(mass * p.w);
    }
    for (Float4& v : bodies.velocities) v = turned(rotation, v, speeds, galaxy.velocity);
    for (Component& component : bodies.components) {
        component.galaxy = galaxy.name;
        component.mass *= mass;
    }
    return bodies;
}

}  // namespace milkomeda
