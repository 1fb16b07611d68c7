#include "app/scene/scene_snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace milkomeda {
namespace {

bool all_are_hidden(const SceneSnapshot& state, const std::string& name) {
    bool found = false;
    for (std::size_t c = 0; c < state.shown.size(); ++c) {
        if (state.particles.components[c].name != name) continue;
        if (state.shown[c].any()) return false;
        found = true;
    }
    return found;
}

}  // namespace

std::size_t SceneSnapshot::bytes() const {
    return particles.size() * (2 * sizeof(Float4) + sizeof(std::uint32_t) + sizeof(float));
}

SceneSnapshot with_particles(const SceneSnapshot& before, ParticleSet particles) {
    SceneSnapshot state;
    state.steps = before.steps;
    state.course = before.course;
    state.milestones = before.milestones;
    state.origins = origins_of(particles, before.particles, before.origins);
    for (const Component& component : particles.components) {
        const Component* const known = same_component(before.particles.components, component);
        state.shown.push_back(known ? before.shown[static_cast<std::size_t>(known - before.particles.components.data())]
                              : all_are_hidden(before, component.name) ? no_bodies
                                                                       : all_bodies);
    }
    // If all components are hidden, show all components, because an empty picture is useless.
    if (std::ranges::none_of(state.shown, &ShownBodies::any)) state.shown.assign(state.shown.size(), all_bodies);
    state.particles = std::move(particles);
    return state;
}

SceneSnapshot with_change(const SceneSnapshot& before, SceneChange change, const ParticleSet& sample, double gravity) {
    SceneSnapshot after = with_particles(before, changed(before.particles, change, sample, gravity));
    if (!change.time) change.time = before.particles.time;
    const bool is_scripted = !change.origin.empty();
    std::erase_if(after.milestones, [&](const SceneMilestone& m) { return !is_scripted && m.time > *change.time; });
    std::vector<SceneChange>& changes = after.course.changes;
    const auto place = changes.begin() + static_cast<std::ptrdiff_t>(after.course.done++);
    changes.insert(place, std::move(change));
    return after;
}

SceneSnapshot without_next_change(const SceneSnapshot& before) {
    SceneSnapshot after = before;
    std::vector<SceneChange>& changes = after.course.changes;
    changes.erase(changes.begin() + static_cast<std::ptrdiff_t>(after.course.done));
    return after;
}

SceneSnapshot with_next_change(const SceneSnapshot& before, std::span<const GalaxyKind> kinds, double gravity,
                               std::size_t most_bodies) {
    const SceneChange change = *before.course.next();
    const ParticleSet sample = sample_of(change, kinds, before.particles);
    try {
        if (before.particles.size() + sample.size() > most_bodies)
            throw std::invalid_argument(
                fmt::format("no galaxy can be added: the device can hold at most {} bodies", most_bodies));
        return with_change(without_next_change(before), change, sample, gravity);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", change.origin, error.what()));
    }
}

}  // namespace milkomeda
