// Observation of the bodies of a run as a map on the sky.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "app/commands/headless_run.hpp"

namespace milkomeda {

// A map, with the state and the view from which it was made.
struct ObservedMap {
    SkyMap map;
    MapRequest request;
    MapRows rows;  // of the state
    StateOfRun state;
    SkyView view;
    double time = 0;                   // in model units
    double arcseconds_per_length = 0;  // at the distance of the observer
};

// Throws UsageError if options of the map contradict each other.
void require_consistent(const MapCommandOptions& options);

// Returns the map. Throws UsageError if the state has no such map.
ObservedMap observe_map(const MapCommandOptions& options, const Assets& assets);

}  // namespace milkomeda
