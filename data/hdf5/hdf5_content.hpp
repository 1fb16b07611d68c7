// The content of a snapshot in HDF5, as HDF5's library finds it. That library may crash on damaged files, so
// it is asked in a process of its own (hdf5_snapshot.cpp), which sends all this through a pipe.
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
    std::uint64_t unknown = 0;  // particles of other types
    double time = 0, redshift = 0, omega = 0, h = 1;
    std::uint64_t files = 1;
    std::optional<UnitSystem> units;
};

struct Hdf5Columns {
    std::string components;           // our attribute; empty where there is none
    std::vector<std::string> unused;  // data sets
    bool has_velocities = false, has_masses = false, has_ids = false;
    double mass = 0;  // of each body where there is no data set of them; 0 if that is not known either
};

// Throws std::runtime_error that says what is wrong, without the file's name.
class Hdf5Content {
  public:
    // Throws for a file that promises more than its size allows.
    explicit Hdf5Content(const std::filesystem::path& path);
    ~Hdf5Content();

    const Hdf5Header& header() const { return header_; }
    Hdf5Columns columns(std::size_t type) const;

    // Hands out a data set in parts: numbers (3 or 1 for each body) times a factor, or ids. Numbers in grams
    // and centimetres are no floats before they are multiplied.
    void read_floats(std::size_t type, const char* name, std::size_t width, double factor,
                     const std::function<void(std::span<const float>)>& take) const;
    void read_ids(std::size_t type, const std::function<void(std::span<const std::uint64_t>)>& take) const;

  private:
    struct File;
    std::unique_ptr<File> file_;
    Hdf5Header header_;
};

}  // namespace milkomeda
