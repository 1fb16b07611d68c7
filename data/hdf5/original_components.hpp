// Components of bodies in the snapshots of another program. These snapshots store at most the type of a body. If the
// initial conditions of the run lie beside the snapshot, the components of the bodies are read from there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "data/particles/particle_file.hpp"
#include "data/particles/row_order.hpp"

namespace milkomeda {

// Returns the initial conditions of the run to which a snapshot belongs: the file ics.hdf5, which hand-over writes, in
// the folder of the snapshot or in the parent folder. Returns an empty path if neither file exists, or if the snapshot
// itself is a file ics.hdf5.
std::filesystem::path initial_conditions_of(const std::filesystem::path& snapshot);

// Replaces the components of `file`, which are types, by the components that bodies with the same ids have in the
// initial conditions `source`. Bodies whose type has changed since then, such as stars that were gas, get the component
// of their type, in their original galaxy. Row i, counted through all files of the snapshot, has the id ids[i];
// ranges[c] are the rows of component c. Returns the new row of each row. Adds a note about the source. Returns an
// empty vector and keeps the components if `source` does not name components (the attribute Components is missing). If
// `source` cannot be read or lacks one of the ids, also adds a note that says so.
std::vector<std::uint32_t> take_original_components(const std::filesystem::path& source, ParticleFile& file,
                                                    std::span<const std::uint64_t> ids,
                                                    std::span<const std::vector<SourceRows>> ranges);

}  // namespace milkomeda
