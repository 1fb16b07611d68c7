// Files of maps on the sky: FITS images, arrays of NumPy, and tables of the bodies.
#pragma once

#include "app/commands/map_observation.hpp"

namespace milkomeda {

// Throws UsageError if the name of an output file has an unknown extension.
void require_map_files(const MapCommandOptions& options);

void write_map_fits(const ObservedMap& observed, const MapCommandOptions& options);
void write_map_array(const ObservedMap& observed, const MapCommandOptions& options);
// Writes the bodies with a weight in the map as a FITS table.
void write_map_table(const ObservedMap& observed, const MapCommandOptions& options);

}  // namespace milkomeda
