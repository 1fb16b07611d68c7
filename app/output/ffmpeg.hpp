// ffmpeg as a child process that takes raw frames on its standard input. No shell is involved.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

#include "data/files/descriptor.hpp"
#include "data/files/unfinished.hpp"

namespace milkomeda {

enum class FilmFormat { mp4, webm };

class Ffmpeg {
  public:
    // How long ffmpeg may neither take anything in nor write anything.
    static constexpr std::chrono::seconds usual_patience{60};

    // Writes the film into `output`, which is open for reading and writing and empty. Throws
    // std::runtime_error when there is no ffmpeg (says what to install).
    Ffmpeg(int output, FilmFormat format, int width, int height, double frames_per_second,
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

  private:
    class Stall;

    int output_;
    std::chrono::seconds patience_;
    pid_t process_ = -1;
    std::optional<UnfinishedProcess> unfinished_;
    Descriptor input_;
};

}  // namespace milkomeda
