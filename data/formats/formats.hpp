// Particle files: one reader and one writer for each format, behind one table. A new format takes a source
// and a header of its own and a row in formats.cpp.
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
    std::string_view name;                     // "table"
    std::vector<std::string_view> extensions;  // ".tab", ".tab.gz": the writer is chosen by them
    bool (*matches)(const FileHead& head);     // does a file that begins so look like it?
    ParticleFile (*read)(const std::filesystem::path& file, const ReadOptions& options);
    // Model time; empty where the file says none. Reads no more than it must.
    std::optional<double> (*read_time)(const std::filesystem::path& file, const ReadOptions& options);
    void (*write)(const std::filesystem::path& file, const ParticleSet& particles);
    // Says what of these particles' components it cannot hold, in words that follow its name; empty if they
    // will be read back as they are.
    std::string_view (*loss)(const ParticleSet& particles);
};

std::span<const ParticleFormat> particle_formats();
// For messages and help: "hdf5, gadget2, ..." and ".hdf5, .h5, .gadget2, ...".
std::string format_names();
std::string written_format_names(
    std::string_view separator = ", ");  // with those that only --format asks for
std::string format_extensions();

// The format of an existing file, by its content. Throws FileError: missing, a folder, empty, unknown.
const ParticleFormat& format_of_file(const std::filesystem::path& file);
// The format of a file to be written: the one of this name, or if that is empty by the file's extension.
// Throws FileError: unknown.
const ParticleFormat& format_for_writing(const std::filesystem::path& file, std::string_view name = "");

// All rows, grouped by component, in the source's order inside each. Throws FileError; nothing is half-read.
ParticleFile read_particle_file(const std::filesystem::path& file, const ReadOptions& options = {});
ParticleSet read_particles(const std::filesystem::path& file, const ReadOptions& options = {});
// Rows in the order of their ids. The file appears complete or not at all.
void write_particles(const std::filesystem::path& file, const ParticleSet& particles,
                     std::string_view format = "");

// The format's loss with its name, in one line for people; empty if nothing gets lost.
std::string lost_components(const ParticleFormat& format, const ParticleSet& particles);

}  // namespace milkomeda
