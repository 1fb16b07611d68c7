// Particle files: one reader and one writer for each format, behind one table.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "data/particles.hpp"

namespace milkomeda {

// A file that cannot be read or written; what() is one line that says which file, where and why.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct ParticleFormat {
    std::string_view name;                     // "table"
    std::string_view units;                    // what `info` says of the file's units
    std::vector<std::string_view> extensions;  // ".tab", ".tab.gz": the writer is chosen by them
    bool (*matches)(std::string_view head);    // does a file that begins with these bytes look like it?
    Particles (*read)(const std::filesystem::path& file);
    void (*write)(const std::filesystem::path& file, const Particles& particles);
};

std::span<const ParticleFormat> particle_formats();

// The format of an existing file, by its content; of a file to be written, by its extension.
// Throw FileError: missing, a folder, empty, unknown.
const ParticleFormat& format_of_file(const std::filesystem::path& file);
const ParticleFormat& format_for_writing(const std::filesystem::path& file);

// All rows, in the source's order, with ids 0 ... size-1. Throw FileError; nothing is half-read.
Particles read_particles(const std::filesystem::path& file);
// Rows in the order of their ids. The file appears complete or not at all.
void write_particles(const std::filesystem::path& file, const Particles& particles);

}  // namespace milkomeda
