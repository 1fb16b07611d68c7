// HDF5 snapshots compatible with GADGET-4, AREPO and SWIFT: files with a group Header, and groups PartType0 ...
// PartType5 for the particle types.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "data/base/parallel.hpp"
#include "data/files/file_head.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_hdf5(const FileHead& head);

// The functions that read throw FileError.
// Reads one file. The rows keep the order of the file.
ParticleFile read_hdf5(const std::filesystem::path& path, const ReadOptions& options);
// Reads all files of a snapshot. The rows are grouped by component and keep the order of the files, and ids are
// numbered (number_ids()). Each number is read into its final row, which takes half of the time of reading single files
// and joining them. Calls report(n) after reading n files.
ParticleFile read_hdf5_files(std::span<const std::filesystem::path> files, const ReadOptions& options,
                             const ReportProgress& report);
std::optional<double> read_hdf5_time(const std::filesystem::path& path, const ReadOptions& options);
PartsInfo read_hdf5_parts(const std::filesystem::path& path);
// Writes the snapshot in model units. The file states the units, and stores components and galaxies in an
// attribute specific to Milkomeda. Throws FileError.
void write_hdf5(const std::filesystem::path& path, const ParticleSet& particles);
// Writes a snapshot for SWIFT. Gas with known internal energies and smoothing lengths has type 0, and all other
// particles have type 1, because SWIFT does not use types 2 and 3 as GADGET does. The file states a box size. Throws
// FileError.
void write_swift(const std::filesystem::path& path, const ParticleSet& particles);
// Returns the edge of the box that write_swift() states. The box has the origin of the source at its center.
double swift_box_size(const ParticleSet& particles);
// Return the component information that the format cannot store, worded as ParticleFormat::loss requires.
std::string_view loss_in_hdf5(const ParticleSet& particles, const CompleteGasColumns& gas);
std::string_view loss_in_swift(const ParticleSet& particles, const CompleteGasColumns& gas);

}  // namespace milkomeda
