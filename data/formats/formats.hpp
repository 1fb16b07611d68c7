// Particle file formats: a table with a reader and a writer per format. A new format needs a source file, functions in
// format_functions.hpp, and a row in formats.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/files/file_head.hpp"
#include "data/particles/gas_columns.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

struct ParticleFormat {
    std::string_view name;  // name of the format for option --format: "table"
    // Extensions of file names, such as ".tab" and ".tab.gz", which select the format for writing.
    std::vector<std::string_view> extensions;
    // Returns true if a file with the first bytes `head` appears to have this format.
    bool (*matches)(const FileHead& head);
    // Reads the columns of the particles. complete() (particle_file.hpp) must be called afterwards.
    ParticleFile (*read)(const std::filesystem::path& file, const ReadOptions& options);
    // Returns the model time, or an empty optional if the file does not store a time. Reads as little of the file as
    // possible.
    std::optional<double> (*read_time)(const std::filesystem::path& file, const ReadOptions& options);
    void (*write)(const std::filesystem::path& file, const ParticleSet& particles);
    // Returns which component information the format cannot store, as the end of a message that starts with the
    // format's name. `gas` says which columns of gas are written. Empty if reading a written file restores the
    // components exactly.
    std::string_view (*loss)(const ParticleSet& particles, const CompleteGasColumns& gas);
    // Reads from the header of a file whether its snapshot consists of several files. Null if snapshots of the format
    // always are one file.
    PartsInfo (*read_parts)(const std::filesystem::path& file) = nullptr;
    // Reads all files of a snapshot at once. Null if the files are read one by one and joined by join_parts().
    ParticleFile (*read_files)(std::span<const std::filesystem::path> files, const ReadOptions& options,
                               const ReportProgress& report) = nullptr;
    bool has_float_positions = false;  // true if the format cannot store positions in double precision
    // true if the format stores internal energies, densities and smoothing lengths of gas
    bool has_gas_columns = false;
    bool has_births = false;  // true if the format stores the times of birth of young stars
};

std::span<const ParticleFormat> particle_formats();
// Returns the names of all formats for messages and help: "hdf5, gadget2, ...". format_extensions() returns their
// extensions: ".hdf5, .h5, .gadget2, ...".
std::string format_names();
// Returns all formats for writing, including the formats that only --format selects.
std::string written_format_names(std::string_view separator = ", ");
std::string format_extensions();

// Detects the format of an existing file from its content. Throws FileError if the file is missing, a folder,
// empty, or of unknown format.
const ParticleFormat& format_of_file(const std::filesystem::path& file);
// Returns the format for a file to be written: the format `name`, or if `name` is empty the format of the
// file's extension. Throws FileError if there is no such format.
const ParticleFormat& format_for_writing(const std::filesystem::path& file, std::string_view name = "");

// Reads all bodies of a particle file or, if `file` is a part or a folder of a snapshot
// (data/formats/snapshot_files.hpp), of all files of the snapshot. The bodies are grouped by component; within each
// component the order of the files is kept if there are no ids. Calls report(n) after reading n files. Throws
// FileError; never returns partial data.
ParticleFile read_particle_file(const std::filesystem::path& file, const ReadOptions& options = {},
                                const ReportProgress& report = {});
ParticleSet read_particles(const std::filesystem::path& file, const ReadOptions& options = {});
// Writes the bodies in the order of their ids. The file gets its final name only when it is complete. Throws FileError.
void write_particles(const std::filesystem::path& file, const ParticleSet& particles, std::string_view format = "");

// Returns a one-line message that names the format and what it cannot store: information about components, positions
// far from the origin of the source, columns of gas, or times of birth. `gas` says which columns of gas are known when
// the file is written. Empty if nothing is lost.
std::string lost_components(const ParticleFormat& format, const ParticleSet& particles, const CompleteGasColumns& gas);
inline std::string lost_components(const ParticleFormat& format, const ParticleSet& particles) {
    return lost_components(format, particles, complete_gas_columns(particles));
}

}  // namespace milkomeda
