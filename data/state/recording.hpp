// Recordings: many moments of one run in one file (docs/formats.md), HDF5 behind the same head as a state
// file. All moments have the same bodies in the same order; chunks are compressed and have checksums.
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
    positions,  // positions only; velocities are reconstructed from neighboring moments
};

// Size before compression, which saves about a tenth.
std::uint64_t recorded_bytes(std::size_t bodies, std::size_t moments, RecordedColumns columns);

// Writes in a separate process, which completes the file with the moments it has even if this process dies.
class RecordingWriter {
  public:
    // Needs the ids, masses and components of `bodies`. Throws FileError.
    RecordingWriter(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns,
                    Existing existing = Existing::replaced);
    ~RecordingWriter();  // calls finish()
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    // Returns when the moment is in the file. Throws FileError if the disk is full; the file then keeps the
    // previous moments.
    void add(double time, std::span<const Float4> positions, std::span<const Float4> velocities);
    // Completes the file: it appears under its name. Throws FileError.
    void finish();
    const std::filesystem::path& file() const { return file_; }  // final name of the file
    std::uint64_t bytes() const { return bytes_; }               // size of the file after the last moment

  private:
    struct WriterProcess;
    std::unique_ptr<WriterProcess> writer_;
    std::filesystem::path file_;
    RecordedColumns columns_;
    std::size_t bodies_;
    std::uint64_t bytes_ = 0;
    std::vector<float> block_;  // buffer for a column that is being sent
};

bool looks_like_recording(const FileHead& head);
// Returns the times of the moments in their order. Throws FileError.
std::vector<double> recorded_times(const std::filesystem::path& file);
// Reads one moment. Throws FileError.
ParticleSet read_recorded(const std::filesystem::path& file, std::size_t moment);

// The recording as a particle file format: reads the first moment, writes a recording of a single moment.
ParticleFile read_recording_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_recording_time(const std::filesystem::path& file, const ReadOptions& options);
void write_recording_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
