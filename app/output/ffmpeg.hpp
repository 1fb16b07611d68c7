// ffmpeg as a child process that takes raw frames on its standard input. No shell is involved.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>

namespace milkomeda {

class Ffmpeg {
  public:
    // Throws std::runtime_error when there is no ffmpeg (says what to install).
    Ffmpeg(const std::filesystem::path& output, int width, int height, double frames_per_second);
    // A film that was not finished is given up; so is one whose program is interrupted (Ctrl-C, kill), and
    // its file then goes as well.
    ~Ffmpeg();
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    // width x height x 4 bytes RGBA, top row first. Throws std::runtime_error when ffmpeg has ended.
    void write(std::span<const std::uint8_t> rgba);
    // Waits until the file is complete; throws std::runtime_error when ffmpeg failed.
    void finish();

  private:
    int close_and_wait();  // exit status

    pid_t process_ = -1;
    int input_ = -1;
};

}  // namespace milkomeda
