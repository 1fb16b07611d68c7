// Content of an HDF5 snapshot as the HDF5 library returns it. Because the library may crash on damaged files,
// this code runs in a separate process (hdf5_snapshot.cpp), which sends the results through a pipe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/particles/particle_types.hpp"
#include "data/particles/unit_system.hpp"

namespace milkomeda {

struct Hdf5Header {
    TypeCounts counts{};
    std::uint64_t unknown = 0;  // number of particles of unknown types
    double time = 0, redshift = 0, omega = 0, h = 1;
    std::uint64_t files = 1;
    std::optional<UnitSystem> units;
};

struct Hdf5Columns {
    std::string components;           // Milkomeda's attribute; empty if it does not exist
    std::vector<std::string> unused;  // names of unused data sets
    bool has_velocities = false, has_masses = false, has_ids = false;
    double mass = 0;  // mass of each body if there is no data set of masses; 0 if unknown
};

// Throws std::runtime_error that names the fault, without the file's name.
class Hdf5Content {
  public:
    // Throws if the header claims more data than the file's size allows.
    explicit Hdf5Content(const std::filesystem::path& path);
    ~Hdf5Content();

    const Hdf5Header& header() const { return header_; }
    Hdf5Columns columns(std::size_t type) const;

    // Read a data set in parts: numbers (`width` per body) multiplied by `factor`, or ids. The factor is
    // applied in double precision, because numbers in grams and centimeters exceed the range of floats.
    void read_floats(std::size_t type, const char* name, std::size_t width, double factor,
                     const std::function<void(std::span<const float>)>& take) const;
    void read_ids(std::size_t type, const std::function<void(std::span<const std::uint64_t>)>& take) const;

  private:
    struct File;
    std::unique_ptr<File> file_;
    Hdf5Header header_;
};

}  // namespace milkomeda
