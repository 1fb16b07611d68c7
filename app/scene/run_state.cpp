#include "app/scene/run_state.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {
namespace {

bool all_are_hidden(const RunState& state, const std::string& name) {
    bool found = false;
    for (std::size_t c = 0; c < state.shown.size(); ++c) {
        if (state.particles.components[c].name != name) continue;
        if (state.shown[c]) return false;
        found = true;
    }
    return found;
}

}  // namespace

std::size_t RunState::bytes() const {
    return particles.size() * (2 * sizeof(Float4) + sizeof(std::uint32_t) + sizeof(float));
}

RunState with_particles(const RunState& before, Particles particles) {
    RunState state;
    state.steps = before.steps;
    state.origins = origins_of(particles, before.particles, before.origins);
    for (const Component& component : particles.components) {
        const Component* const known = same_component(before.particles.components, component);
        state.shown.push_back(
            known ? bool{before.shown[static_cast<std::size_t>(known - before.particles.components.data())]}
                  : !all_are_hidden(before, component.name));
    }
    // A picture of nothing helps nobody.
    if (std::ranges::find(state.shown, true) == state.shown.end())
        state.shown.assign(state.shown.size(), true);
    state.particles = std::move(particles);
    return state;
}

}  // namespace milkomeda
