#include "data/play/scene_changes.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "data/particles/structure.hpp"
#include "data/play/galaxy_edits.hpp"
#include "data/scene/orbit.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

const GalaxyKind& kind_for(const SceneChange& change, std::span<const GalaxyKind> kinds) {
    const auto name_of_kind = [](const GalaxyKind& kind) { return kind.galaxy.name; };
    const auto found = std::ranges::find(kinds, change.like, name_of_kind);
    if (found == kinds.end())
        throw std::invalid_argument(change.origin + ": change.like: the shipped scenes have no galaxy '" +
                                    change.like.value_or("") + "'; they have: " + join(kinds, name_of_kind));
    return *found;
}

}  // namespace

bool EventSchedule::is_due(double time, double timestep) const {
    // rounding tolerance as a fraction of a step, because times are sums of many steps
    constexpr double rounding = 1e-6;
    return next() && *next()->time - time < timestep * (1 - rounding);
}

std::size_t default_body_count(const ParticleSet& particles) {
    const std::size_t galaxies_there = std::max<std::size_t>(1, galaxies(particles).size());
    return std::clamp<std::size_t>(particles.size() / galaxies_there, 500, 65'536);
}

std::string words_of(const SceneChange& change) {
    if (change.added) return "add " + galaxy_title(*change.added);
    if (change.thrown) return "throw " + galaxy_title(*change.thrown);
    return "delete " + galaxy_title(change.deleted.value_or(""));
}

ParticleSet sample_of(const SceneChange& change, std::span<const GalaxyKind> kinds, const ParticleSet& particles) {
    if (!change.added) return {};
    const std::size_t bodies = change.bodies > 0 ? change.bodies : default_body_count(particles);
    return sample_galaxy(kind_for_run(kind_for(change, kinds), particles), bodies, change.seed);
}

void require_models(std::span<const SceneChange> changes, std::span<const GalaxyKind> kinds) {
    for (const SceneChange& change : changes) {
        if (!change.added) continue;
        const GalaxyKind& kind = kind_for(change, kinds);
        const GalaxySpec& model = kind.galaxy.model;
        const int parts = model.gas.has_value() + model.disk.has_value() + model.bulge.has_value() +
                          model.halo.has_value() + model.stars.has_value();
        if (change.bodies > 0 && std::cmp_less(change.bodies, parts))
            throw std::invalid_argument(
                fmt::format("{}: change.bodies is {}, but must be at least {}, the number of components of '{}'",
                            change.origin, change.bodies, parts, kind.galaxy.name));
        NewGalaxy size;
        size.mass_factor = change.mass_factor;
        if (!is_resolved(size.length_factor() * kind.radius, vector_of(change.position)))
            throw std::invalid_argument(change.origin + ": change.position places " + *change.added +
                                        " so far from the origin that single precision cannot resolve the "
                                        "galaxy; reduce the distance");
    }
}

ParticleSet changed(const ParticleSet& particles, SceneChange& change, const ParticleSet& sample, double gravity) {
    if (change.deleted) return remove_galaxy(particles, *change.deleted);
    if (change.thrown)
        return throw_galaxy(particles, *change.thrown, vector_of(change.moved_by),
                            change.velocity ? vector_of(change.velocity) - velocity_of_galaxy(particles, *change.thrown)
                                            : glm::dvec3{0});
    change.added = free_galaxy_name(particles, *change.added);
    const NewGalaxy galaxy{.name = *change.added,
                           .position = vector_of(change.position),
                           .velocity = vector_of(change.velocity),
                           .spin = change.spin ? vector_of(change.spin) : glm::dvec3{0, 0, 1},
                           .mass_factor = change.mass_factor};
    return append_galaxy(particles, placed(sample, galaxy, gravity));
}

}  // namespace milkomeda
