// Scripted changes to a scene's galaxies, which are applied to the particles while the scene runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/play/new_galaxy.hpp"

namespace milkomeda {

// Changes of a run, sorted by time; the first `done` changes have been applied.
struct EventSchedule {
    std::vector<SceneChange> changes;
    std::size_t done = 0;

    const SceneChange* next() const { return done < changes.size() ? &changes[done] : nullptr; }
    // Returns true if the next change must be applied at the end of the step that ends at `time`.
    bool is_due(double time, double timestep) const;
};

// Returns the default number of bodies for a new galaxy: the mean number of bodies of the existing galaxies, within
// limits.
std::size_t default_body_count(const ParticleSet& particles);

// Returns a description of the change, such as "add Milky Way" or "throw Andromeda".
std::string words_of(const SceneChange& change);

// Samples the bodies of the galaxy that the change adds, in the galaxy's own frame. Returns an empty set for other
// changes. If the model is unknown, throws std::invalid_argument with one line that names the file and line of the
// change.
ParticleSet sample_of(const SceneChange& change, std::span<const GalaxyKind> kinds, const ParticleSet& particles);

// Throws std::invalid_argument if a galaxy model, a number of bodies or a position in a change is not valid.
void require_models(std::span<const SceneChange> changes, std::span<const GalaxyKind> kinds);

// Applies a change to the particles; `sample` must be the result of sample_of(). If the new galaxy's name is already
// used, the galaxy gets another name, which is stored in `change`. Throws std::invalid_argument with a one-line message
// for galaxies that do not exist.
ParticleSet changed(const ParticleSet& particles, SceneChange& change, const ParticleSet& sample, double gravity);

}  // namespace milkomeda
