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
    // Default of `patience`: if ffmpeg neither reads nor writes for this time, the program ends ffmpeg.
    static constexpr std::chrono::seconds usual_patience{60};

    // Starts to write a video into the open file `output`, which must be empty, readable and writable. The file can be
    // played before it is complete. On one machine, the same frames always give the same file, bit for bit. Throws
    // std::runtime_error if ffmpeg does not start, with a message that says what to install.
    Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
           std::chrono::seconds patience = usual_patience);
    ~Ffmpeg();  // ends ffmpeg if the video is incomplete
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    // Adds a frame: width x height x 4 bytes RGBA, top row first. Throws std::runtime_error if ffmpeg fails.
    void write(std::span<const std::uint8_t> rgba);
    // Waits until the video is complete. Throws std::runtime_error if ffmpeg fails, stalls or wrote nothing.
    void finish();

    // Copies a video with all its frames into the open file `output`, in the layout of a finished file, and adds a
    // comment. Throws std::runtime_error if ffmpeg fails, stalls or wrote nothing.
    static void copy_complete(int video, int output, const VideoFormat& format, const std::string& comment);
    // Returns true if the open video file contains at least one frame. The video may be incomplete.
    static bool can_be_played(int video);
    // Returns the comment of a video in a format with metadata. Returns an empty optional if the file has no
    // comment or is not a video. Throws std::runtime_error if ffmpeg is not installed.
    static std::optional<std::string> comment_of(const std::string& file);

  private:
    class StallCounter;

    // Starts ffmpeg with `arguments`, a text of words separated by blanks. The first of `files` is the output.
    Ffmpeg(std::string_view arguments, bool reads_frames, const std::vector<FileForChild>& files,
           std::chrono::seconds patience = usual_patience);

    // The first call prints ffmpeg's messages to standard error, and returns true if there are messages. Later calls
    // return false.
    bool print_messages();
    std::string message_is_above();

    int output_;
    std::chrono::seconds patience_;
    Descriptor messages_;  // file in memory that receives ffmpeg's messages
    std::optional<ChildProcess> process_;
};

}  // namespace milkomeda
