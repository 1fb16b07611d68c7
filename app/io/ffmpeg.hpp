// ffmpeg as a child process that takes raw frames on its standard input. No shell is involved.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/io/video_format.hpp"
#include "data/system/descriptor.hpp"
#include "data/system/signal_cleanup.hpp"

namespace milkomeda {

class Ffmpeg {
  public:
    // How long ffmpeg may neither take anything in nor write anything.
    static constexpr std::chrono::seconds usual_patience{60};

    // Writes the film into `output`, which is open for reading and writing and empty, so that what is there
    // can be played wherever it is cut off. The same frames make the same film, bit for bit, on a machine.
    // Throws std::runtime_error when there is no ffmpeg (says what to install).
    Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
           std::chrono::seconds patience = usual_patience);
    // A film that was not finished is given up; so is one whose program ends by a signal.
    ~Ffmpeg();
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    // width x height x 4 bytes RGBA, top row first. Throws std::runtime_error when ffmpeg has ended or
    // stalls.
    void write(std::span<const std::uint8_t> rgba);
    // Waits until the film is complete; throws std::runtime_error when ffmpeg failed, stalls or wrote
    // nothing.
    void finish();

    // The same film as it is to stand under its name, from one open file into another, with a comment.
    // Throws std::runtime_error likewise.
    static void make_whole(int film, int output, const VideoFormat& format, const std::string& comment);
    // Whether there is something to see in a film that was cut off.
    static bool can_be_played(int film);
    // The comment of a film in a format that keeps metadata; empty where it has none, or is no film.
    static std::optional<std::string> comment_of(const std::string& file);

  private:
    class Stall;

    // Of all three descriptors one may be -1: nothing.
    Ffmpeg(const std::vector<std::string>& arguments, int input, int output, int other,
           std::chrono::seconds patience);

    bool pass_on_messages();  // true when there are some
    std::string message_is_above();

    int output_;
    std::chrono::seconds patience_;
    pid_t process_ = -1;
    std::optional<UnfinishedProcess> unfinished_;
    Descriptor messages_;  // what it says, so far
    Descriptor input_;
};

}  // namespace milkomeda
