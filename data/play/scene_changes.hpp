// The changes of a scene's galaxies, done to its particles while it runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/play/new_galaxy.hpp"

namespace milkomeda {

// The changes of a run, in the order of their times: the first ones were done, the others come when their
// time does.
struct EventSchedule {
    std::vector<SceneChange> changes;
    std::size_t done = 0;

    const SceneChange* next() const { return done < changes.size() ? &changes[done] : nullptr; }
    // Is it the next one's turn at the end of a step of a run whose steps are so long?
    bool is_due(double time, double timestep) const;
};

// As many bodies as a galaxy of these has, within limits: what a new one gets if nobody says a number.
std::size_t usual_bodies(const ParticleSet& particles);

// "add Milky Way", "throw Andromeda".
std::string words_of(const SceneChange& change);

// The bodies of a galaxy that is to be added to these, in its own frame; none for other changes. Throws
// std::invalid_argument for a model that there is not: one line, with the place in the file.
ParticleSet sample_of(const SceneChange& change, std::span<const GalaxyKind> kinds, const ParticleSet& particles);

// Throws the same for the first of them that there is none for, and for bodies and places that cannot be its.
void require_models(std::span<const SceneChange> changes, std::span<const GalaxyKind> kinds);

// Does it to particles of the time when it is done; `sample` is sample_of(). A new galaxy whose name is taken
// gets another one, which is told. Throws std::invalid_argument with one line for galaxies that are not
// there.
ParticleSet changed(const ParticleSet& particles, SceneChange& change, const ParticleSet& sample, double gravity);

}  // namespace milkomeda
