// Sinks for finished frames: one picture, numbered pictures, or ffmpeg.
#pragma once

#include <filesystem>
#include <memory>

#include "render/gl/image.hpp"

namespace milkomeda {

class FrameSink {
  public:
    virtual ~FrameSink() = default;
    virtual void add(const Image& frame) = 0;
    // Completes the output; throws std::runtime_error when it did not come out whole.
    virtual void finish() = 0;
};

// True for a single picture: a .png that is no numbered series.
bool is_single_picture(const std::filesystem::path& output);

// By the output's name: .png, frames-%05d.png, or .mp4 / .webm through a pipe to ffmpeg. Throws before any
// work: UsageError for another extension, std::runtime_error when the file cannot be written or ffmpeg is
// missing.
std::unique_ptr<FrameSink> open_frame_sink(const std::filesystem::path& output, int width, int height,
                                           double frames_per_second);

}  // namespace milkomeda
