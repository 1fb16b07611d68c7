// Content of an HDF5 snapshot as the HDF5 library returns it. This code runs in a child process (hdf5_snapshot.cpp),
// because the library may crash on damaged files. The child process sends the results through a pipe.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"
#include "data/particles/particle_types.hpp"
#include "data/particles/unit_system.hpp"

namespace milkomeda {

struct Hdf5Header {
    TypeCounts counts{};
    std::uint64_t unknown = 0;  // number of particles of types that Milkomeda does not know
    double time = 0, redshift = 0, omega = 0, h = 1;
    std::uint64_t files = 1;
    std::optional<UnitSystem> units;
    std::array<double, 3> box{};        // edge lengths of the periodic box in units of the file; 0 without a box
    bool has_double_positions = false;  // true if the positions of a type are in double precision
};

struct Hdf5Columns {
    // value of the attribute in which Milkomeda stores components; empty if the attribute does not exist
    std::string components;
    std::vector<std::string> unused;  // names of data sets that Milkomeda does not use
    bool has_velocities = false, has_masses = false, has_ids = false;
    // mass of each particle of the type if the file has no data set of masses; 0 if the mass is unknown
    double mass = 0;
};

// Reader of a snapshot. Its functions throw std::runtime_error that describes the error but not the file.
class Hdf5Content {
  public:
    // Throws std::runtime_error if the header describes more data than the file's size allows.
    explicit Hdf5Content(const std::filesystem::path& path);

    const Hdf5Header& header() const { return header_; }
    Hdf5Columns columns(std::size_t type) const;

    // Read a data set in parts and call `take` for each part: read_floats() for numbers (`width` per
    // particle) multiplied by `factor`, read_doubles() without rounding, read_ids() for ids. The multiplication is in
    // double precision, because numbers in grams and centimeters exceed the range of floats.
    void read_floats(std::size_t type, const char* name, std::size_t width, double factor,
                     const std::function<void(std::span<const float>)>& take) const;
    void read_doubles(std::size_t type, const char* name, std::size_t width, double factor,
                      const std::function<void(std::span<const double>)>& take) const;
    void read_ids(std::size_t type, const std::function<void(std::span<const std::uint64_t>)>& take) const;

  private:
    std::uint64_t file_size_;
    Hdf5Handle file_;
    Hdf5Header header_;
};

}  // namespace milkomeda
