// Records a run into a file in a separate thread. Recorded moments wait in a short queue; add() blocks while
// the queue is full, so that no moment is lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "data/state/recording.hpp"
#include "data/text/size_text.hpp"

namespace milkomeda {

class RunRecorder {
  public:
    static constexpr double usual_interval = 0.1;  // default model time between two recorded moments

    // Result of a finished recording.
    struct Done {
        std::filesystem::path file;
        long moments = 0;
        std::uint64_t bytes = 0;
        std::string error;  // error message in one line; empty if the file is complete
    };

    RunRecorder() = default;
    ~RunRecorder();
    RunRecorder(const RunRecorder&) = delete;
    RunRecorder& operator=(const RunRecorder&) = delete;

    // Starts a recording of `bodies`. Throws FileError if the file cannot be written, and std::runtime_error
    // while the previous recording is still being written.
    void start(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns, double first_time,
               double interval, Existing existing = Existing::replaced);
    void stop();

    bool recording() const { return queue_ != nullptr; }
    bool works() const { return recording() || writing_.valid(); }
    const std::filesystem::path& file() const { return file_; }
    long moments() const { return moments_; }
    std::uint64_t bytes() const;  // size of the unfinished file

    // Model time at which the next moment is due.
    double next_time() const { return first_time_ + static_cast<double>(moments_) * interval_; }
    bool is_due(double time, double timestep) const { return time + timestep / 2 >= next_time(); }
    bool has_room() const;
    // Adds the next moment; waits while the queue is full. Write errors are returned by take_done().
    void add(ParticleSet moment);

    std::optional<Done> take_done();
    std::optional<Done> finish();  // stops, waits until the file is complete, and returns the result

  private:
    struct Queue {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<ParticleSet> moments;
        bool ends = false, has_failed = false;
        std::uint64_t bytes = 0;
    };
    static constexpr std::size_t most_waiting = 2;
    static Done write(std::unique_ptr<RecordingWriter> writer, std::filesystem::path file,
                      std::shared_ptr<Queue> queue);

    std::filesystem::path file_;
    std::shared_ptr<Queue> queue_;
    std::future<Done> writing_;
    long moments_ = 0;
    double first_time_ = 0, interval_ = usual_interval;
};

// Returns a description of a planned recording: "about 1.2 GB, 900 moments of 81920 bodies". It mentions the
// free disk space if the space does not suffice.
std::string recording_plan(const std::filesystem::path& file, std::size_t bodies, double duration, double interval,
                           RecordedColumns columns);

}  // namespace milkomeda
