// Encodes videos with the program ffmpeg, a child process that reads raw frames from its standard input.
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
    // Longest time without any reading or writing before ffmpeg counts as stalled.
    static constexpr std::chrono::seconds usual_patience{60};

    // Starts to write a video into the open file `output`, which must be empty, readable and writable. An
    // incomplete file can be played, too. On one machine, equal frames give equal files, bit for bit. Throws
    // std::runtime_error if ffmpeg is not installed (the message says what to install) or does not start.
    Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
           std::chrono::seconds patience = usual_patience);
    // Ends ffmpeg if the video is incomplete. A signal that ends this program also ends ffmpeg.
    ~Ffmpeg();
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    // Adds a frame: width x height x 4 bytes RGBA, top row first. Throws std::runtime_error if ffmpeg fails.
    void write(std::span<const std::uint8_t> rgba);
    // Waits until the video is complete. Throws std::runtime_error if ffmpeg fails, stalls or wrote nothing.
    void finish();

    // Copies a video into another open file, in the layout for complete files and with a comment. Throws
    // std::runtime_error if ffmpeg fails, stalls or wrote nothing.
    static void make_whole(int video, int output, const VideoFormat& format, const std::string& comment);
    // Returns true if an incomplete video contains at least one frame.
    static bool can_be_played(int video);
    // Returns the comment of a video in a format with metadata. Returns an empty optional if the file has no
    // comment or is not a video. Throws std::runtime_error if ffmpeg is not installed.
    static std::optional<std::string> comment_of(const std::string& file);

  private:
    class StallCounter;

    Ffmpeg(const std::vector<std::string>& arguments, bool reads_frames, const std::vector<FileForChild>& files,
           std::chrono::seconds patience);

    bool print_messages();  // returns true if ffmpeg has written any messages
    std::string message_is_above();

    int output_;
    std::chrono::seconds patience_;
    Descriptor messages_;  // file in memory that receives ffmpeg's messages
    std::optional<ChildProcess> process_;
};

}  // namespace milkomeda
