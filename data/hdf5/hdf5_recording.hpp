// HDF5 part of a recording, used in the child process that calls the HDF5 library (data/state/recording.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "data/hdf5/hdf5_handle.hpp"

namespace milkomeda {

// Constant properties of the recorded bodies, which a recording stores only once.
struct RecordedBodies {
    std::vector<std::uint32_t> ids;
    std::vector<float> masses;
    std::string components;
    std::array<double, 3> origin{};  // ParticleSet::origin
};

// The columns that a recording stores for each moment, besides positions.
struct RecordedMoments {
    bool velocities = true;
    bool lengths = false;  // the fourth numbers of the velocities, only in recordings with gas (young_stars.hpp)
};

// All functions of the writer and the reader throw std::runtime_error that describes the error without the file's name.
class Hdf5RecordingWriter {
  public:
    Hdf5RecordingWriter(const std::filesystem::path& path, const RecordedBodies& bodies,
                        const RecordedMoments& moments);

    // Adds the state at one time: three numbers per body in `positions` and `velocities`, and one in `lengths`. A
    // column that the recording does not store is empty.
    void add(double time, std::span<const float> positions, std::span<const float> velocities,
             std::span<const float> lengths);
    void close();

  private:
    Hdf5Handle file_, times_, positions_, velocities_, lengths_;
    hsize_t moments_ = 0, bodies_;
};

class Hdf5RecordingReader {
  public:
    // Throws std::runtime_error if the file describes more bodies and moments than its size allows.
    explicit Hdf5RecordingReader(const std::filesystem::path& path);

    RecordedBodies bodies() const;
    std::vector<double> times() const;
    std::size_t count() const { return bodies_; }
    bool has_velocities() const { return static_cast<bool>(velocities_); }
    std::vector<float> positions(std::size_t moment) const { return numbers(positions_, 3, moment); }
    std::vector<float> velocities(std::size_t moment) const { return numbers(velocities_, 3, moment); }
    // Returns the fourth numbers of the velocities; empty if the recording does not store them.
    std::vector<float> lengths(std::size_t moment) const {
        return lengths_ ? numbers(lengths_, 1, moment) : std::vector<float>{};
    }

  private:
    Hdf5Handle column(const char* name, hsize_t width);
    std::vector<float> numbers(const Hdf5Handle& set, hsize_t width, std::size_t moment) const;

    std::uint64_t file_bytes_;
    Hdf5Handle file_, group_, positions_, velocities_, lengths_;
    hsize_t moments_ = 0, bodies_ = 0;
};

}  // namespace milkomeda
