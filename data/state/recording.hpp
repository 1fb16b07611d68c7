// Recordings: many moments (states at one time) of a run in one HDF5 file (docs/formats.md). Like a state file, the
// file begins with an archive head. All moments have the same bodies in the same order. Chunks are compressed and have
// checksums.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"
#include "data/system/atomic_file.hpp"

namespace milkomeda {

enum class RecordedColumns {
    all,        // positions and velocities
    positions,  // positions only; reading computes velocities from the positions at neighboring moments
};

// Returns the size of a recording in bytes before compression. Compression reduces the size by about a tenth.
std::uint64_t recorded_bytes(std::size_t bodies, std::size_t moments, RecordedColumns columns, bool has_gas = false);

class IsolatedProcess;

// Writes a recording in a child process. If the program dies, the child process still completes the file with
// the moments it has received.
class RecordingWriter {
  public:
    // Stores the ids, masses and components of `bodies`; add() stores positions, velocities and, if `bodies` contains
    // gas, smoothing lengths and times of birth. Throws FileError.
    RecordingWriter(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns,
                    Existing existing = Existing::replaced);
    ~RecordingWriter();  // calls finish()
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    // Adds a moment, and returns after the moment has been written to the file. Throws FileError if the disk is full;
    // the file then keeps the previous moments.
    void add(double time, std::span<const Float4> positions, std::span<const Float4> velocities);
    // Completes the file and moves it from its temporary name to its final name. Throws FileError.
    void finish();
    const std::filesystem::path& file() const { return file_; }  // final name of the file
    // size of the file in bytes after the last add() or finish()
    std::uint64_t bytes() const { return bytes_; }

  private:
    std::unique_ptr<IsolatedProcess> writer_;
    Descriptor socket_;  // connection to the writer process
    std::filesystem::path file_;
    RecordedColumns columns_;
    bool has_gas_;
    std::uint64_t bytes_ = 0;
    std::vector<float> block_;  // buffer for the column that is being sent
};

bool looks_like_recording(const FileHead& head);
// Returns the times of the moments, in ascending order. Throws FileError.
std::vector<double> recorded_times(const std::filesystem::path& file);
// Reads the bodies at one moment. Throws FileError.
ParticleSet read_recorded(const std::filesystem::path& file, std::size_t moment);

// Functions that treat recordings as a particle file format: reading returns the first moment, and writing makes a
// recording with a single moment.
ParticleFile read_recording_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_recording_time(const std::filesystem::path& file, const ReadOptions& options);
void write_recording_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
