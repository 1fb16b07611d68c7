// Records a run into a file in a separate thread. A moment is the state of all bodies at one model time. A short queue
// holds moments until the thread writes them. add() blocks while the queue is full, so that no moment is lost.
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

    // Starts a recording of `bodies` every `interval` of model time from `first_time` on. Throws FileError if
    // the file cannot be written, and std::runtime_error while works() is true.
    void start(const std::filesystem::path& file, const ParticleSet& bodies, RecordedColumns columns, double first_time,
               double interval, Existing existing = Existing::replaced);
    // Ends the recording without waiting: the thread writes the moments that are still queued and completes the file.
    void stop();

    bool recording() const { return queue_ != nullptr; }
    // Returns true from start() until take_done() or finish() has returned the result.
    bool works() const { return recording() || writing_.valid(); }
    const std::filesystem::path& file() const { return file_; }
    long moments() const { return moments_; }  // number of moments recorded so far
    std::uint64_t bytes() const;               // size of the unfinished file

    // Model time at which the next moment is due.
    double next_time() const { return first_time_ + static_cast<double>(moments_) * interval_; }
    bool is_due(double time, double timestep) const { return time + timestep / 2 >= next_time(); }
    bool queue_is_full() const;
    // Adds the next moment; waits while the queue is full. take_done() reports errors of writing.
    void add(ParticleSet moment);

    std::optional<Done> take_done();  // returns the result once; empty until the file is complete
    std::optional<Done> finish();     // stops, waits until the file is complete, and returns the result

  private:
    struct Queue {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<ParticleSet> moments;
        bool ends = false, has_failed = false;
        std::uint64_t bytes = 0;
        bool is_full() const { return !has_failed && moments.size() >= 2; }
    };
    static Done write(std::unique_ptr<RecordingWriter> writer, std::filesystem::path file,
                      std::shared_ptr<Queue> queue);

    std::filesystem::path file_;
    std::shared_ptr<Queue> queue_;
    std::future<Done> writing_;
    long moments_ = 0;
    double first_time_ = 0, interval_ = usual_interval;
};

// Returns a description of a planned recording: "about 1.2 GB, 900 moments of 81920 bodies". If the recording does not
// fit on the disk, adds the free space.
std::string recording_plan(const std::filesystem::path& file, std::size_t bodies, double duration, double interval,
                           RecordedColumns columns);

}  // namespace milkomeda
