// One file of an HDF5 snapshot: its description, and its columns. The HDF5 library runs in a child process, because it
// may crash on damaged files. Columns that a file stores in one piece are read without the library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "data/hdf5/hdf5_content.hpp"
#include "data/particles/particle_file.hpp"
#include "data/particles/particle_types.hpp"
#include "data/system/isolated_process.hpp"

namespace milkomeda {

// Limits of the child process for an empty file: memory in bytes, and CPU time in seconds. Both grow with the file
// size.
inline constexpr IsolatedProcess::Limits limits_of_hdf5{128 << 20, 10};
inline constexpr const char* hdf5_failed = "cannot be read as HDF5: ";  // begins the messages of errors

// Numbers of consecutive rows. A column is empty if the file lacks it, or if its numbers are passed in a different call
// of `take`.
struct BodyNumbers {
    std::array<std::span<const double>, all_columns.size()> columns;  // without ids

    std::span<const double>& operator[](Column column) { return columns[static_cast<std::size_t>(column)]; }
    std::span<const double> operator[](Column column) const { return columns[static_cast<std::size_t>(column)]; }
};

class Hdf5Part {
  public:
    // Reads the description. Throws FileError.
    Hdf5Part(std::filesystem::path path, const ReadOptions& options);

    // Everything but the columns: components, units, box, sources and notes.
    const ParticleFile& description() const { return description_; }
    std::size_t rows() const { return rows_; }
    // Returns true if the name of the run is that of parameter files that hand-over writes.
    bool is_handed_over() const { return summary_.is_handed_over; }
    // Returns true if the file has a column that only gas has.
    bool has_gas_columns() const;
    // Returns the factor that converts all positions to model units, or an empty optional if the types have different
    // factors or some positions are not stored as floats of at most 32 bits.
    std::optional<double> factor_of_float_positions() const;

    // The functions that read call `take` for blocks of consecutive rows, of which `row` is the first, in several
    // threads and in any order. They throw FileError.
    void read_ids(const std::function<void(std::size_t row, std::span<const std::uint64_t> ids)>& take) const;
    // Positions are in model units unless `keep_positions` is true.
    void read_reals(bool keep_positions,
                    const std::function<void(std::size_t row, const BodyNumbers& numbers)>& take) const;

  private:
    // Place of a column's numbers. The child process sends only numbers that cannot be read without HDF5.
    struct ColumnPlace {
        bool exists = false, contains_floats = false;
        std::optional<StoredNumbers> stored;
        double factor = 1;  // converts the numbers to model units
    };
    // Bodies of one type.
    struct Bodies {
        std::uint64_t rows = 0;
        double mass = 0;  // mass of each body if the type has no column of masses
        std::array<ColumnPlace, column_names.size()> columns;

        const ColumnPlace& operator[](Column column) const { return columns[static_cast<std::size_t>(column)]; }
    };
    struct Summary {
        std::uint64_t bytes = 0;  // size of all files to which the data sets of the file refer
        std::size_t files = 1;    // number of files of the snapshot, according to the header
        double time = 0;
        std::array<Bodies, type_names.size()> types;
        bool has_masses = true, has_velocities = true, is_handed_over = false;
        std::uint64_t without_mass = 0, without_velocity = 0;
        std::optional<glm::dvec3> box;
    };

    // A column of one type.
    struct TypeColumn {
        std::size_t type;
        Column column;
        std::size_t first;  // first row of the type
    };
    void send_description(Sender& sender) const;
    void receive_description(IsolatedProcess& child);
    void count_rows();
    void take_components(IsolatedProcess& child);
    const ColumnPlace& place_of(const TypeColumn& column) const { return summary_.types[column.type][column.column]; }
    // Returns the columns that only the HDF5 library can read.
    std::vector<TypeColumn> columns_for_library(std::span<const Column> columns) const;
    template <typename Number>
    void read_with_library(
        const std::vector<TypeColumn>& columns,
        const std::function<void(const TypeColumn& column, std::size_t row, std::span<Number> numbers)>& take) const;

    std::filesystem::path path_;
    ReadOptions options_;
    Summary summary_;
    std::size_t rows_ = 0;
    ParticleFile description_;
};

}  // namespace milkomeda
