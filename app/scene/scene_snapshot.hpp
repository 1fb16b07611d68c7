// State of a run with its bodies, from which the run can continue. Each edit of the galaxies makes a new snapshot, and
// undoing the edit restores the snapshot before the edit.
#pragma once

#include <cstddef>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "data/particles/particles.hpp"
#include "data/play/scene_changes.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

struct SceneSnapshot {
    ParticleSet particles;
    long steps = 0;
    std::vector<ComponentOrigin> origins;         // one origin per component
    std::vector<ShownBodies> shown;               // drawn bodies of each component
    EventSchedule course = {};                    // applied and scheduled edits of galaxies
    std::vector<SceneMilestone> milestones = {};  // milestones of the scene that apply to the run

    std::size_t bytes() const;  // upper limit of the memory use in bytes
};

// Returns the snapshot `before` with `particles`, an edited copy of its bodies. A new component is shown unless
// all components with its name are hidden.
SceneSnapshot with_particles(const SceneSnapshot& before, ParticleSet particles);

// Returns the snapshot `before` with the change `change` applied at the time of the snapshot. A change by the user
// removes all later milestones, because their times were measured in a run without the change. `sample` is the result
// of sample_of(), and `gravity` the gravity parameter of the run. Throws std::invalid_argument like changed().
SceneSnapshot with_change(const SceneSnapshot& before, SceneChange change, const ParticleSet& sample, double gravity);

// Returns the snapshot `before` after the next scheduled edit of the galaxies. `most_bodies` is the largest number of
// bodies that the device can store. Throws std::invalid_argument; the message gives the edit's line number in the scene
// file.
SceneSnapshot with_next_change(const SceneSnapshot& before, std::span<const GalaxyKind> kinds, double gravity,
                               std::size_t most_bodies);
// Returns the snapshot `before` without its next scheduled edit, for an edit that cannot be applied.
SceneSnapshot without_next_change(const SceneSnapshot& before);

}  // namespace milkomeda
