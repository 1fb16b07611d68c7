// State of a run with its bodies: everything needed to continue it. Edits of galaxies make a new state from
// an old one, and undoing restores the old one.
#pragma once

#include <cstddef>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "data/particles/particles.hpp"
#include "data/play/scene_changes.hpp"

namespace milkomeda {

struct SceneSnapshot {
    ParticleSet particles;
    long steps = 0;
    std::vector<ComponentOrigin> origins;  // one for each component
    std::vector<bool> shown;               // one for each component: whether it is drawn
    EventSchedule course = {};             // edits of galaxies: done and still to come

    std::size_t bytes() const;  // host memory in bytes, at most
};

// Returns the state with other bodies that were made from its own. A new component is shown unless all
// components of the same name are hidden.
SceneSnapshot with_particles(const SceneSnapshot& before, ParticleSet particles);

// Returns the state after a change that happens now; `sample` is sample_of() the change, and `gravity` the
// run's parameter. Throws std::invalid_argument as changed() does.
SceneSnapshot with_change(const SceneSnapshot& before, SceneChange change, const ParticleSet& sample,
                          double gravity);

// Returns the state after the next scripted event. `most_bodies` is the capacity of the device. Throws
// std::invalid_argument with one line that names the origin of the event.
SceneSnapshot with_next_change(const SceneSnapshot& before, std::span<const GalaxyKind> kinds, double gravity,
                               std::size_t most_bodies);
// Returns the state without the next scripted event, for an event that cannot be applied.
SceneSnapshot without_next_change(const SceneSnapshot& before);

}  // namespace milkomeda
