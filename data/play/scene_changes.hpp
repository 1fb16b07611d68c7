// Scripted changes of a scene's galaxies, applied to the particles while the scene runs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/play/new_galaxy.hpp"

namespace milkomeda {

// The changes of a run, sorted by time: the first `done` changes have been applied.
struct EventSchedule {
    std::vector<SceneChange> changes;
    std::size_t done = 0;

    const SceneChange* next() const { return done < changes.size() ? &changes[done] : nullptr; }
    // Returns true if the next change is due at the end of the step that ends at `time`.
    bool is_due(double time, double timestep) const;
};

// Default number of bodies for a new galaxy: the mean of the existing galaxies, within limits.
std::size_t default_body_count(const ParticleSet& particles);

// Text such as "add Milky Way", "throw Andromeda".
std::string words_of(const SceneChange& change);

// Samples the bodies of the galaxy that the change adds, in its own frame; empty for other changes. Throws
// std::invalid_argument with one line and the place in the file if the model is unknown.
ParticleSet sample_of(const SceneChange& change, std::span<const GalaxyKind> kinds,
                      const ParticleSet& particles);

// Throws std::invalid_argument if a change names an unknown model, or bodies or positions that are
// impossible.
void require_models(std::span<const SceneChange> changes, std::span<const GalaxyKind> kinds);

// Applies the change to the particles at its time; `sample` is the result of sample_of(). If the new galaxy's
// name is taken, it gets another name, which is stored in `change`. Throws std::invalid_argument with one
// line for galaxies that do not exist.
ParticleSet changed(const ParticleSet& particles, SceneChange& change, const ParticleSet& sample,
                    double gravity);

}  // namespace milkomeda
