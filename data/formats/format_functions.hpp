// Functions that read and write the particle file formats; the table in formats.cpp refers to these functions.
// looks_like_NAME() tells from the first bytes of a file whether the file has the format NAME. read_NAME_time()
// returns an empty optional if the format does not store the time. Functions that read or write throw FileError.
#pragma once

#include <filesystem>
#include <optional>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Text tables (table_layout.hpp), plain or compressed by gzip or Zstandard. A table with a header of column names has
// the format csv; a table without a header has the format table. The meaning of a column follows from its name, or
// without names from its position. A line "# time 12.5" before the rows gives the time in the units of the file; other
// comments are skipped.
ParticleFile read_table(const std::filesystem::path& path, const ReadOptions& options);

// CSV: written with the columns mass, x, y, z, vx, vy, vz, component and galaxy, and the time in a comment.
bool looks_like_csv(const FileHead& head);
std::optional<double> read_csv_time(const std::filesystem::path& path, const ReadOptions& options);
// Separates columns by tabs if the file name ends in .tsv or .tsv.gz, otherwise by commas. Compresses with gzip if
// the file name ends in .gz.
void write_csv(const std::filesystem::path& path, const ParticleSet& particles);

// GADGET-2 (Springel 2005, MNRAS 364, 1105): binary files in either byte order. The size of each block is stored
// before and after the block. Formats 1 and 2 (labeled blocks in any order) are read, with floats or doubles, ids of 32
// or 64 bits, and masses in the header or in a block.
bool looks_like_gadget(const FileHead& head);
ParticleFile read_gadget(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_gadget_time(const std::filesystem::path& path, const ReadOptions& options);
PartsInfo read_gadget_parts(const std::filesystem::path& path);
// Writes format 1 in model units; a text in the unused part of the header states the units.
void write_gadget(const std::filesystem::path& path, const ParticleSet& particles);

// NEMO (Teuben 1995, ASP Conference Series 77, 398): binary items with a type, a tag and dimensions in nested sets,
// in the byte order of the machine that wrote the file. The first snapshot that contains particles is read; masses,
// velocities and keys are optional. ZENO (Barnes) writes such files, too.
bool looks_like_nemo(const FileHead& head);
ParticleFile read_nemo(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_nemo_time(const std::filesystem::path& path, const ReadOptions& options);
void write_nemo(const std::filesystem::path& path, const ParticleSet& particles);

// Tipsy (Katz & Quinn): binary files with a header, then all gas, all dark matter, all stars. Standard files are
// big-endian with a header of 32 bytes. Native files have the byte order of the machine that wrote the file, and a
// header of 28 bytes, or 32 bytes if padded. There are four variants: all numbers are floats; positions are doubles;
// positions and velocities are doubles; all numbers are doubles. The file size shows the variant. The text form (ASCII
// tipsy) is read, too.
bool looks_like_tipsy(const FileHead& head);
ParticleFile read_tipsy(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_tipsy_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes a standard file. Halo bodies are written as dark matter. Gas with known internal energies, densities
// and smoothing lengths is written as gas, all other gas as stars.
void write_tipsy(const std::filesystem::path& path, const ParticleSet& particles);
// Writes a native file in which the potential of each body is replaced by its id, as Bonsai expects.
void write_native_tipsy(const std::filesystem::path& path, const ParticleSet& particles);

// phiGRAPE (Harfst et al. 2007, New Astronomy 12, 357): text files. The first lines contain the number of the snapshot,
// the number of bodies and the time; each following line contains index, mass, x, y, z, vx, vy and vz of a body.
bool looks_like_phigrape(const FileHead& head);
ParticleFile read_phigrape(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_phigrape_time(const std::filesystem::path& path, const ReadOptions& options);
void write_phigrape(const std::filesystem::path& path, const ParticleSet& particles);

// FITS tables (Pence et al. 2010, A&A 524, A42): the first binary table or ASCII table that has columns of positions.
// Names, units and rules of the columns are those of text tables; a vector column of three numbers, such as pos, counts
// as three columns.
bool looks_like_fits(const FileHead& head);
ParticleFile read_fits(const std::filesystem::path& path, const ReadOptions& options);
std::optional<double> read_fits_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes a binary table of doubles in kpc, km/s and solar masses, with the time in model units. Compresses with gzip if
// the file name ends in .gz.
void write_fits(const std::filesystem::path& path, const ParticleSet& particles);

// Text table without a header, such as Dubinski's dataset. Milkomeda writes the columns mass x y z vx vy vz, without
// the time.
bool looks_like_table(const FileHead& head);
std::optional<double> read_table_time(const std::filesystem::path& path, const ReadOptions& options);
// Writes each number with the fewest digits that restore the float exactly. Compresses with gzip if the file name
// ends in .gz.
void write_table(const std::filesystem::path& path, const ParticleSet& particles);

}  // namespace milkomeda
