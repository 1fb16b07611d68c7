// A film of what a window shows, written beside the animation. Its frames are evenly spaced in the time that
// they show, however slow the window is: it says when the next one is due, and whoever shows frames waits. Or
// they are evenly spaced on the clock on the wall, and what a slow window does not show is what it shows.
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

    // A film that has come to its end.
    struct Done {
        std::filesystem::path file;
        long frames = 0;
        std::string error;  // one line; empty: it is whole
    };

    bool real_time = false;  // else at exact frame times; of the next film

    // Begins one in an unused name like this one. Throws std::runtime_error with one line: no ffmpeg, a
    // folder that takes no files, the last film is still being written.
    void start(const std::filesystem::path& file, int width, int height);
    // What it has is to become a film with this comment; nothing happens while none is recorded.
    void stop(const std::string& comment = {});

    bool recording() const { return sink_ != nullptr; }
    bool works() const { return recording() || ending_.valid(); }  // there is something to come
    bool fits(int width, int height) const { return width == width_ && height == height_; }
    const std::filesystem::path& file() const { return file_; }
    long frames() const { return frames_; }
    double seconds() const { return static_cast<double>(frames_) * frame_seconds; }  // that the film takes
    double seconds_a_frame() const { return seconds_a_frame_; }  // that the window took for the newest one

    // A frame of the window has passed. Then true when the next one of the film may be shown: so long after
    // the last one, and that has been taken in.
    bool due(double window_seconds);
    // One that was due. In real time it stands for all that are: returns how many these are; none while no
    // film is recorded.
    int add(Image frame);
    bool is_exact() const { return !in_real_time_; }  // of the one that is recorded

    // What has come to its end since the last call: because of stop(), or of ffmpeg.
    std::optional<Done> take_done();
    std::optional<Done> finish(const std::string& comment = {});  // the same, and waits for it

  private:
    std::filesystem::path file_;
    int width_ = 0, height_ = 0;
    bool in_real_time_ = false;
    std::shared_ptr<FrameSink> sink_;
    std::future<void> taking_in_;  // the newest frame
    std::future<Done> ending_;
    long frames_ = 0;
    double waited_ = 0;  // seconds since the last frame
    double seconds_a_frame_ = 0;
    bool is_video_frame_ = false;  // the window's, whose time due() is told next
};

}  // namespace milkomeda
