// Content of an HDF5 snapshot as the HDF5 library returns it. This code runs in a child process (hdf5_snapshot.cpp),
// because the library may crash on damaged files. The child process sends the results through a pipe.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_dataset.hpp"
#include "data/hdf5/hdf5_handle.hpp"
#include "data/hdf5/hdf5_units.hpp"
#include "data/particles/particle_types.hpp"

namespace milkomeda {

// Only gas has energies (per unit mass), densities and smoothing lengths. Only young stars (young_stars.hpp) have
// births.
enum class Column { positions, velocities, masses, ids, energies, densities, smoothing_lengths, births };
inline constexpr std::array body_columns{Column::positions, Column::velocities, Column::masses, Column::ids};
inline constexpr std::array columns_of_gas{Column::energies, Column::densities, Column::smoothing_lengths};
inline constexpr std::array all_columns{
    Column::positions, Column::velocities,        Column::masses, Column::ids, Column::energies,
    Column::densities, Column::smoothing_lengths, Column::births};
inline constexpr std::array<std::string_view, all_columns.size()> column_names{
    "positions", "velocities", "masses", "ids", "internal energies", "densities", "smoothing lengths", "births"};

// Returns how many numbers of the column belong to a body.
inline std::size_t width_of(Column column) {
    return column == Column::positions || column == Column::velocities ? 3 : 1;
}

// Bodies of one particle type.
struct Hdf5Type {
    std::size_t rows = 0;
    // paths of the data sets, such as "PartType1/Coordinates"; empty for a column that the file lacks
    std::array<std::string, column_names.size()> data_sets;
    std::array<double, column_names.size()> factors{1, 1, 1, 1, 1, 1, 1, 1};  // convert the numbers to model units
    // mass of each body in model units if the file has no data set of masses; 0 if the mass is unknown
    double mass = 0;
    std::string components;  // attribute in which Milkomeda stores components; empty without the attribute

    bool has(Column column) const { return !data_sets[static_cast<std::size_t>(column)].empty(); }
};

// Reader of a snapshot. Its functions throw std::runtime_error that describes the error but not the file.
class Hdf5Content {
  public:
    Hdf5Content(const std::filesystem::path& path, const ReadOptions& options);

    const std::array<Hdf5Type, type_names.size()>& types() const { return types_; }
    double time() const;
    // Returns the paths of the file and of all files to which its data sets refer. Throws std::runtime_error if such a
    // file is missing.
    std::set<std::filesystem::path> files() const;
    std::uint64_t bytes() const;  // size of all files()
    // Returns the number of files of the snapshot, according to the header.
    std::size_t files_of_snapshot() const;
    // Returns true if the header names the run as the parameter files that hand-over writes.
    bool is_handed_over() const;
    // Returns true if the file stores the numbers of a column as floats of at most 32 bits.
    bool contains_floats(std::size_t type, Column column) const;
    // Returns everything but the bodies: units, box, sources, notes, and names of unused data sets.
    ParticleFile description() const;

    // Returns the place of a column's numbers if they can be read without HDF5 from the file itself.
    std::optional<StoredNumbers> stored(std::size_t type, Column column, std::uint64_t file_bytes) const;

    // Reads a column in parts, in the units of the file, and calls `take` for each part. `file_bytes` is the result of
    // bytes(). Real is float or double.
    template <typename Real>
    void read_reals(std::size_t type, Column column, std::uint64_t file_bytes,
                    const std::function<void(std::span<const Real>)>& take) const;
    void read_ids(std::size_t type, std::uint64_t file_bytes,
                  const std::function<void(std::span<const std::uint64_t>)>& take) const;

  private:
    void find_columns(std::size_t type, const std::string& group);
    void find_factors();
    Hdf5Handle open(std::size_t type, Column column) const;
    Hdf5Unit unit_of(std::size_t type, Column column) const;
    double length_of_integers(std::size_t type) const;
    double kernel_radius(std::size_t type) const;
    std::optional<glm::dvec3> box() const;
    ColumnSource source_of(std::size_t type, Column column) const;
    ColumnSource source_of_time() const;
    void add_sources(ParticleFile& file) const;
    void note_counts(ParticleFile& file) const;
    void note_missing_columns(ParticleFile& file) const;

    std::filesystem::path path_;
    Hdf5Handle file_;
    Hdf5Fields fields_;
    std::optional<Hdf5Units> units_;
    std::array<Hdf5Type, type_names.size()> types_;
    std::vector<std::string> unused_;
};

}  // namespace milkomeda
