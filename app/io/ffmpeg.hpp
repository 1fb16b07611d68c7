// ffmpeg as a child process that takes raw frames on its standard input.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/io/video_format.hpp"
#include "data/system/child_process.hpp"
#include "data/system/descriptor.hpp"

namespace milkomeda {

class Ffmpeg {
  public:
    // Longest time in which ffmpeg may neither read nor write anything.
    static constexpr std::chrono::seconds usual_patience{60};

    // Writes the video into the open file `output`, which must be empty, readable and writable. The file can
    // be played even if it is cut off. Equal frames give equal files, bit for bit, on one machine. Throws
    // std::runtime_error if ffmpeg is not installed (the message says what to install) or cannot start.
    Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
           std::chrono::seconds patience = usual_patience);
    // Ends ffmpeg if the video was not finished; a signal that ends this program ends ffmpeg as well.
    ~Ffmpeg();
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    // Takes one frame: width x height x 4 bytes RGBA, top row first. Throws std::runtime_error if ffmpeg has
    // ended or stalls.
    void write(std::span<const std::uint8_t> rgba);
    // Waits until the video is complete. Throws std::runtime_error if ffmpeg fails, stalls or wrote nothing.
    void finish();

    // Copies a video from one open file into another, in the form for finished files and with a comment.
    // Throws std::runtime_error like finish().
    static void make_whole(int video, int output, const VideoFormat& format, const std::string& comment);
    // Returns true if a video that was cut off has at least one frame.
    static bool can_be_played(int video);
    // Returns the comment of a video in a format that keeps metadata. Returns an empty optional if the file
    // has no comment or is not a video. Throws std::runtime_error if ffmpeg is not installed.
    static std::optional<std::string> comment_of(const std::string& file);

  private:
    class StallCounter;

    Ffmpeg(const std::vector<std::string>& arguments, bool reads_frames,
           const std::vector<FileForChild>& files, std::chrono::seconds patience);

    bool print_messages();  // returns true if ffmpeg has written messages
    std::string message_is_above();

    int output_;
    std::chrono::seconds patience_;
    Descriptor messages_;  // file in memory with ffmpeg's messages
    std::optional<ChildProcess> process_;
};

}  // namespace milkomeda
