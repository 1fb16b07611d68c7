// Where a run stands: all that it takes to go on from there, with as many bodies as there were. Galaxies that
// are added, deleted and thrown make another of one; undoing goes back to one.
#pragma once

#include <cstddef>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "data/particles/particles.hpp"
#include "data/play/scene_changes.hpp"

namespace milkomeda {

struct RunState {
    ParticleSet particles;
    long steps = 0;
    std::vector<ComponentOrigin> origins;  // one for each component
    std::vector<bool> shown;               // likewise
    EventSchedule course = {};                    // of its galaxies: what was done to them, and what will be

    std::size_t bytes() const;  // of host memory, at most
};

// The same with particles that were made of its own. Components that are new are shown unless all of that
// name are hidden.
RunState with_particles(const RunState& before, ParticleSet particles);

// After a change that is done now, to a run whose gravity is so strong; `sample` is sample_of() it. Throws
// std::invalid_argument as changed().
RunState with_change(const RunState& before, SceneChange change, const ParticleSet& sample, double gravity);

// After the next change of its course; `most_bodies`: that the device holds. Throws std::invalid_argument
// with one line that says where it is from.
RunState with_next_change(const RunState& before, std::span<const GalaxyKind> kinds, double gravity,
                          std::size_t most_bodies);
// For one that cannot be done.
RunState without_next_change(const RunState& before);

}  // namespace milkomeda
