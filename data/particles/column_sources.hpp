// Description of the sources of columns, for files whose columns all have the units of one unit system.
#pragma once

#include <string>

#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Places of the columns in a file; empty for columns that the file lacks.
struct ColumnPlaces {
    std::string positions, velocities, masses, ids, time;
    std::string energies{}, densities{}, lengths{};  // of gas
};

// Returns the rule by which units_of() chose the units of a file. `usual` describes the usual units of the format.
std::string rule_of_units(const ReadOptions& options, const std::optional<UnitSystem>& stated,
                          const std::string& usual);

// Appends a row to ParticleFile::sources for each column with a place. `rule` says how the units were
// found.
void add_sources(ParticleFile& file, const ColumnPlaces& places, const UnitSystem& units, const std::string& rule);

}  // namespace milkomeda
