// Records what a window shows as a video, beside the animation. At exact frame times, the frames are evenly
// spaced in the time that they show, however slow the window is: due() tells when the next frame may be
// shown, and the animation waits. In real time, frames are evenly spaced in wall-clock time, and a frame is
// repeated while the window shows nothing newer.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/capture/video.hpp"

namespace milkomeda {

class VideoRecorder {
  public:
    static constexpr double frames_per_second = 30;
    static constexpr double frame_seconds = 1 / frames_per_second;

    // Result of a finished video.
    struct Done {
        std::filesystem::path file;
        long frames = 0;
        std::string error;  // error message in one line; empty if the video is complete
    };

    bool real_time = false;  // true: the next video is recorded in real time; false: at exact frame times

    // Starts a video under an unused name similar to `file`. Throws std::runtime_error with one line if
    // ffmpeg is missing, the folder is not writable, or the previous video is still being written.
    void start(const std::filesystem::path& file, int width, int height);
    // Completes the video with this comment in the background. Does nothing while no video is recorded.
    void stop(const std::string& comment = {});

    bool recording() const { return sink_ != nullptr; }
    bool works() const { return recording() || ending_.valid(); }  // true while a result is still to come
    bool fits(int width, int height) const { return width == width_ && height == height_; }
    const std::filesystem::path& file() const { return file_; }
    long frames() const { return frames_; }
    double seconds() const { return static_cast<double>(frames_) * frame_seconds; }  // length of the video
    // seconds that the window took for the newest frame of the video
    double seconds_a_frame() const { return seconds_a_frame_; }

    // Call after each frame of the window. Returns true when the next frame of the video may be shown: a
    // frame's time has passed, and the previous frame has been encoded.
    bool due(double window_seconds);
    // Adds a frame that was due. In real time the frame stands for all frames that are due; returns their
    // number. Returns 0 while no video is recorded.
    int add(Image frame);
    bool is_exact() const { return !in_real_time_; }  // mode of the current video

    // Returns the result of a video that has ended since the last call, by stop() or because ffmpeg failed.
    std::optional<Done> take_done();
    // stops, waits for the end, and returns the result
    std::optional<Done> finish(const std::string& comment = {});

  private:
    std::filesystem::path file_;
    int width_ = 0, height_ = 0;
    bool in_real_time_ = false;
    std::shared_ptr<FrameSink> sink_;
    std::future<void> taking_in_;  // encoding of the newest frame
    std::future<Done> ending_;
    long frames_ = 0;
    double waited_ = 0;  // seconds since the last frame
    double seconds_a_frame_ = 0;
    // true if the window has just shown a frame of the video; due() then receives its duration
    bool is_video_frame_ = false;
};

}  // namespace milkomeda
