// Conversion between the origins of components and the columns of a state file, so that a continued run keeps the
// colors and the dust of its bodies.
#pragma once

#include <string>
#include <vector>

#include "app/scene/component_origin.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// Stores `origins`, one per component, in `run`.
void put_origins(const std::vector<ComponentOrigin>& origins, SavedRun& run);

// Returns the origins in `run`, one per component of `particles`; empty if `run` was saved without origins. Throws
// FileError with the name `source` if the origins do not match the components.
std::vector<ComponentOrigin> origins_in(const SavedRun& run, const ParticleSet& particles, const std::string& source);

}  // namespace milkomeda
