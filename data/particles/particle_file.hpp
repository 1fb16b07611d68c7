// Content of a particle file, and the processing steps after reading that all readers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/base/names.hpp"
#include "data/particles/id_numbers.hpp"
#include "data/particles/particles.hpp"
#include "data/particles/unit_system.hpp"
#include "data/system/file_error.hpp"

namespace milkomeda {

// Columns without which a file is refused. The names are those of the option --require.
enum class RequiredColumn { mass, velocity };
template <>
inline constexpr std::array<std::string_view, 2> names<RequiredColumn>{"mass", "velocity"};

// The user's choice of the coordinate origin: the origin of the file unless single precision is too coarse there
// (automatic), the center of the periodic box, the densest region, or the place ReadOptions::place.
enum class CenterChoice { automatic, box, densest, place };
template <>
inline constexpr std::array<std::string_view, 3> names<CenterChoice>{"auto", "box", "densest"};  // place has no name

// The user's choice whether a set that crosses the edge of its periodic box is unwrapped.
enum class PeriodicChoice { automatic, off };
template <>
inline constexpr std::array<std::string_view, 2> names<PeriodicChoice>{"auto", "off"};

struct ReadOptions {
    UnitChoice units = UnitChoice::automatic;
    std::vector<RequiredColumn> require{};
    CenterChoice center = CenterChoice::automatic;
    glm::dvec3 place{0};  // in model units, in the coordinates of the file
    PeriodicChoice periodic = PeriodicChoice::automatic;
    // Center of the first snapshot of a series. In later snapshots, all bodies are moved by multiples of the box
    // length, so that their center is near this place.
    std::optional<glm::dvec3> reference{};
    // Numbers of the ids in a series, so that a body has the same id in all snapshots; null for a single file.
    std::shared_ptr<IdNumbers> numbers{};
    std::string columns{};  // assignment of the columns of a text table, as --columns takes it; empty: automatic
};

// Source of a column of the particle set, for `info --explain`.
struct ColumnSource {
    // "positions", "velocities", "masses", "ids", "time"; of gas "internal energies", "densities", "smoothing lengths";
    // of young stars "births"
    std::string column;
    std::string from;   // place in the file, for example "PartType4/Coordinates" or "column 3 (x [kpc])"
    std::string unit;   // unit of the numbers in the file, for example "kpc/h"; empty for ids
    double factor = 1;  // factor that converts numbers of the file to model units
    std::string note;   // rule by which the unit was found, or an assumption; may be empty
};

struct ParticleFile {
    ParticleSet particles;
    // Positions in model units before they are rounded to floats, one per row of `particles`; empty if the reader has
    // stored the positions in `particles` itself. place_positions() rounds them.
    std::vector<glm::dvec3> exact_positions;
    // Without exact positions: factor that converts the positions in `particles`, which are floats of the file, to
    // model units. place_positions() multiplies and rounds them.
    double position_factor = 1;
    std::vector<std::uint64_t> exact_ids;  // ids of the rows as stored in the file; empty without ids of 64 bits
    bool are_ids_numbered = false;         // true if number_ids() has been called
    bool has_ids = true;            // false if the ids are the numbers of the rows, because the file contains no ids
    std::optional<glm::dvec3> box;  // edge lengths of the periodic box in model units; empty without a periodic box
    bool has_masses = true, has_velocities = true;  // false if the file lacks these numbers for all bodies
    std::uint64_t bodies_without_mass = 0,
                  bodies_without_velocity = 0;  // bodies for which the file lacks these numbers
    bool is_complete = false;                   // true if the reader has already done the work of complete()
    bool is_joined = false;  // true if the rows come from several files; they then keep the order of the files
    // number of files of the snapshot, according to the header; readers fill the columns of one file
    std::size_t files = 1;
    std::vector<ColumnSource> sources;
    // units of the numbers in the file, and their origin (file, format or option), as text for the user
    std::string units = model_units_text;
    // names of columns, blocks and data sets in the file that Milkomeda does not use
    std::vector<std::string> unused;
    std::vector<std::string> notes;  // messages for the user, for example about missing masses
};

// Description of a snapshot in the header of one of its files.
struct PartsInfo {
    std::size_t files = 1;   // number of files of the snapshot
    bool has_bodies = true;  // false if the file holds no columns of bodies, but for example a list of halos
    std::vector<std::string> sources{};  // names of the files from which a virtual file takes its numbers
};

// Returns the position of a row in model units before place_positions().
inline glm::dvec3 exact_position(const ParticleFile& file, std::size_t row) {
    return file.exact_positions.empty() ? file.position_factor * vector_of(file.particles.positions[row])
                                        : file.exact_positions[row];
}

// Throws FileError if there are too many rows for 32-bit ids.
void require_countable(const std::filesystem::path& file, std::uint64_t rows);

// Must be called before appending a row. Reserves memory for the estimated number of rows of the whole file
// in one step, so that memory never holds two full copies. `share_read` is the share of the file read so far.
void reserve_rows(ParticleSet& particles, double share_read);

// Converts the particles to model units and records the units in ParticleFile::units. The units of the file are those
// chosen in `options`, otherwise those stated in the file, otherwise the usual units of the format. `h` is the Hubble
// parameter. Must be called before the masses of components are summed.
void apply_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                 const UnitSystem& usual, double h = 1);
// Only records the units in ParticleFile::units, for readers that convert numbers while reading.
void note_units(ParticleFile& file, const ReadOptions& options, const std::optional<UnitSystem>& stated,
                const UnitSystem& usual, double h = 1);
// Returns the units that apply_units() would use.
UnitSystem units_of(const ReadOptions& options, const std::optional<UnitSystem>& stated, const UnitSystem& usual,
                    double h = 1);

// Appends a component whose `count` rows follow the rows of the existing components.
void add_component(ParticleSet& particles, std::string name, std::string galaxy, std::size_t count);

// Checks particles before writing. Throws FileError if a number is not finite or if the total mass is 0.
void require_valid_rows(const std::filesystem::path& file, const ParticleSet& particles);

// Computes the masses of components, assigns missing ids, and adds a note about duplicate ids. Throws
// FileError if a number is not finite, a mass is negative or the total mass is 0.
void finish(const std::filesystem::path& path, ParticleFile& file);
// Assigns ParticleSet::ids from exact_ids, which are then freed, or in a series from ReadOptions::numbers. Keeps the
// order of the rows. Adds notes about ids that are replaced. Further calls have no effect.
void number_ids(ParticleFile& file, const ReadOptions& options);
// Completes the particles of one or several files whose columns a reader has filled. Calls place_positions(), gives
// equal masses to the bodies if all masses are absent, names components if the file has no components, calls
// number_ids(), moves young stars with births into components of gas (with_young_stars_in_gas()), sorts the rows of a
// single file by id, and calls finish(). Throws FileError if the file lacks numbers that `options` require.
void complete(const std::filesystem::path& path, ParticleFile& file, const ReadOptions& options);

}  // namespace milkomeda
