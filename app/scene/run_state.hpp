// Where a run stands: all that it takes to go on from there, with as many bodies as there were. Galaxies that
// are added, deleted and thrown make another of one; undoing goes back to one.
#pragma once

#include <cstddef>
#include <vector>

#include "app/attributes/component_origin.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct RunState {
    Particles particles;
    long steps = 0;
    std::vector<ComponentOrigin> origins;  // one for each component
    std::vector<bool> shown;               // likewise

    std::size_t bytes() const;  // of host memory, at most
};

// The same with particles that were made of its own. Components that are new are shown unless all of that
// name are hidden.
RunState with_particles(const RunState& before, Particles particles);

}  // namespace milkomeda
