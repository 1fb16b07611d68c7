// Snapshots in HDF5 as GADGET-4, AREPO and SWIFT read and write them: a group Header, and a group PartType0
// ... PartType5 for each type of particles.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

bool looks_like_hdf5(const FileHead& head);

// Throw FileError.
ParticleFile read_hdf5(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_hdf5_time(const std::filesystem::path& path, const ReadOptions& options);
// In model units, which the file states; components and galaxies in an attribute of their own.
void write_hdf5(const std::filesystem::path& path, const ParticleSet& particles);
// For SWIFT, which takes types 2 and 3 for something else: all particles are of type 1, and there is a box.
void write_swift(const std::filesystem::path& path, const ParticleSet& particles);
// What gets lost of components' names, in the words of ParticleFormat::loss.
std::string_view loss_in_hdf5(const ParticleSet& particles);
std::string_view loss_in_swift(const ParticleSet& particles);

}  // namespace milkomeda
