// Records the window as a video while the animation continues. With exact frame times, the frames of the video have
// equal intervals of animation time, even if the window is slow: the animation waits until due() allows the next frame.
// In real time, the frames have equal intervals of wall-clock time, and a frame is repeated until the window shows a
// newer frame.
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

    bool real_time = false;  // Mode of the next video: true records in real time, false at exact frame times.

    // Starts a video under an unused name similar to `file`. Throws std::runtime_error with one line if
    // ffmpeg is missing, the folder is not writable, or the previous video is still being written.
    void start(const std::filesystem::path& file, int width, int height);
    // Completes the video in the background, and stores `comment` in it. Does nothing if no video is being recorded.
    void stop(const std::string& comment = {});

    bool recording() const { return sink_ != nullptr; }
    // Returns true from start() until take_done() or finish() has returned the result.
    bool works() const { return recording() || ending_.valid(); }
    bool fits(int width, int height) const { return width == width_ && height == height_; }
    const std::filesystem::path& file() const { return file_; }
    long frames() const { return frames_; }
    double seconds() const { return static_cast<double>(frames_) * frame_seconds; }  // duration of the video
    // Wall-clock seconds that the window needed for the newest frame of the video.
    double seconds_a_frame() const { return seconds_a_frame_; }

    // Must be called after each frame of the window with the duration of this frame. Returns true if the next video
    // frame may be shown: the duration of a video frame has passed, and the previous video frame has been encoded.
    bool due(double window_seconds);
    // Adds a frame after due() returned true. In real time, adds the frame several times if several video frames are
    // due. Returns how often the frame was added; 0 if no video is being recorded.
    int add(Image frame);
    bool is_exact() const { return !in_real_time_; }  // true if the current video has exact frame times

    // Returns the result of a video once it has ended, by stop() or because ffmpeg failed.
    std::optional<Done> take_done();
    // Like stop(), but waits until the file is complete, and returns the result.
    std::optional<Done> finish(const std::string& comment = {});

  private:
    std::filesystem::path file_;
    int width_ = 0, height_ = 0;
    bool in_real_time_ = false;
    std::shared_ptr<FrameSink> sink_;
    std::future<void> taking_in_;  // background task that encodes the newest frame
    std::future<Done> ending_;
    long frames_ = 0;
    double waited_ = 0;  // wall-clock seconds since the last video frame
    double seconds_a_frame_ = 0;
    // true if the newest window frame was also a video frame; due() then stores its duration in seconds_a_frame_
    bool is_video_frame_ = false;
};

}  // namespace milkomeda
