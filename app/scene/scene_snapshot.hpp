// State of a run with its bodies: everything needed to continue it. Editing galaxies makes a new snapshot
// from an old one; undoing restores the old snapshot.
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
    std::vector<ComponentOrigin> origins;  // one origin per component
    std::vector<bool> shown;               // one flag per component: true if it is drawn
    EventSchedule course = {};             // edits of galaxies: applied and scheduled edits

    std::size_t bytes() const;  // upper limit of the memory use in bytes
};

// Returns the snapshot with `particles`, an edited copy of its bodies. A new component is shown unless all
// components with its name are hidden.
SceneSnapshot with_particles(const SceneSnapshot& before, ParticleSet particles);

// Returns the snapshot after `change` at the present time. `sample` is the result of sample_of(), `gravity`
// the gravity parameter of the run. Throws std::invalid_argument like changed().
SceneSnapshot with_change(const SceneSnapshot& before, SceneChange change, const ParticleSet& sample, double gravity);

// Returns the snapshot after the next scheduled edit of the galaxies. `most_bodies` is the capacity of the
// device. Throws std::invalid_argument with one line that names the origin of the edit.
SceneSnapshot with_next_change(const SceneSnapshot& before, std::span<const GalaxyKind> kinds, double gravity,
                               std::size_t most_bodies);
// Returns the snapshot without the next scheduled edit, for an edit that cannot be applied.
SceneSnapshot without_next_change(const SceneSnapshot& before);

}  // namespace milkomeda
