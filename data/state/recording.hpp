// A recording: many moments of one run in one file (docs/formats.md), HDF5 behind the same head as a state.
// The same bodies throughout, in one order of rows; chunks are compressed and have checksums of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/files/atomic_file.hpp"
#include "data/files/file_head.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

enum class RecordedColumns {
    all,        // positions and velocities
    positions,  // velocities are then those between a moment's neighbors
};

// Before compression, which takes off a tenth.
std::uint64_t recorded_bytes(std::size_t bodies, std::size_t moments, RecordedColumns columns);

// A process of its own writes, and makes a whole file of what it has, whatever becomes of this one.
class RecordingWriter {
  public:
    // Throws FileError. Of the particles it needs ids, masses and components.
    RecordingWriter(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns,
                    Existing existing = Existing::replaced);
    ~RecordingWriter();  // finishes
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    // Returns when the moment is in the file. Throws FileError: the disk is full. What was added before
    // stands in the file then.
    void add(double time, std::span<const Float4> positions, std::span<const Float4> velocities);
    // The file stands under its name. Throws FileError.
    void finish();
    const std::filesystem::path& file() const { return file_; }  // where it stands then
    std::uint64_t bytes() const { return bytes_; }               // of the file, after the last moment

  private:
    struct WriterProcess;
    std::unique_ptr<WriterProcess> scribe_;
    std::filesystem::path file_;
    RecordedColumns columns_;
    std::size_t bodies_;
    std::uint64_t bytes_ = 0;
    std::vector<float> block_;  // a column on its way
};

bool looks_like_recording(const FileHead& head);
// In their order. Throws FileError.
std::vector<double> recorded_times(const std::filesystem::path& file);
// A moment of it. Throws FileError.
ParticleSet read_recorded(const std::filesystem::path& file, std::size_t moment);

// The recording as a particle file among others: its first moment; and one of a single moment.
ParticleFile read_recording_bodies(const std::filesystem::path& file, const ReadOptions& options);
std::optional<double> read_recording_time(const std::filesystem::path& file, const ReadOptions& options);
void write_recording_bodies(const std::filesystem::path& file, const ParticleSet& particles);

}  // namespace milkomeda
