// Particle file formats: a table with one reader and one writer per format. A new format needs its own source
// and header, and a row in formats.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct ParticleFormat {
    std::string_view name;  // name for --format: "table"
    // Extensions such as ".tab", ".tab.gz"; the writer is chosen by them.
    std::vector<std::string_view> extensions;
    // Returns true if a file that begins with `head` looks like this format.
    bool (*matches)(const FileHead& head);
    ParticleFile (*read)(const std::filesystem::path& file, const ReadOptions& options);
    // Returns the model time, or an empty optional if the file does not state it. Reads as little of the file
    // as possible.
    std::optional<double> (*read_time)(const std::filesystem::path& file, const ReadOptions& options);
    void (*write)(const std::filesystem::path& file, const ParticleSet& particles);
    // Describes which component information this format cannot store, as words that follow its name in a
    // message; empty if the components are restored exactly.
    std::string_view (*loss)(const ParticleSet& particles);
};

std::span<const ParticleFormat> particle_formats();
// Lists for messages and help: "hdf5, gadget2, ..." and ".hdf5, .h5, .gadget2, ...".
std::string format_names();
std::string written_format_names(
    std::string_view separator = ", ");  // Includes formats that only --format selects.
std::string format_extensions();

// Detects the format of an existing file from its content. Throws FileError if the file is missing, a folder,
// empty, or of an unknown format.
const ParticleFormat& format_of_file(const std::filesystem::path& file);
// Returns the format for a file to be written: by `name`, or by the file's extension if `name` is empty.
// Throws FileError if it is unknown.
const ParticleFormat& format_for_writing(const std::filesystem::path& file, std::string_view name = "");

// Reads all rows, grouped by component, in the order of the source within each component. Throws FileError;
// never returns partial data.
ParticleFile read_particle_file(const std::filesystem::path& file, const ReadOptions& options = {});
ParticleSet read_particles(const std::filesystem::path& file, const ReadOptions& options = {});
// Writes the rows in the order of their ids. The file appears complete or not at all. Throws FileError.
void write_particles(const std::filesystem::path& file, const ParticleSet& particles,
                     std::string_view format = "");

// One-line message that names the format and the component information it loses; empty if nothing is lost.
std::string lost_components(const ParticleFormat& format, const ParticleSet& particles);

}  // namespace milkomeda
