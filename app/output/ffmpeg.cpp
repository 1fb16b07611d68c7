#include "app/output/ffmpeg.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace milkomeda {
namespace {

std::string encoder_of(const std::filesystem::path& output) {
    return output.extension() == ".webm" ? "libvpx-vp9" : "libx264";
}

std::vector<std::string> arguments(const std::filesystem::path& output, int width, int height,
                                   double frames_per_second) {
    std::vector<std::string> list{"ffmpeg", "-hide_banner", "-loglevel", "error",
                                  // or a disk that is full at the film's end would pass for success
                                  "-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                                  std::to_string(width) + "x" + std::to_string(height), "-framerate",
                                  std::to_string(frames_per_second), "-i", "pipe:0",
                                  // 4:2:0 films have even sizes
                                  "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", encoder_of(output),
                                  "-pix_fmt", "yuv420p"};
    const std::vector<std::string> tuning =
        output.extension() == ".webm"
            ? std::vector<std::string>{"-crf",     "24",        "-b:v", "0",       "-deadline",
                                       "realtime", "-cpu-used", "5",    "-row-mt", "1"}
            : std::vector<std::string>{"-preset", "veryfast", "-crf", "18", "-movflags", "+faststart"};
    list.insert(list.end(), tuning.begin(), tuning.end());
    // A name that begins with '-' or holds ':' is still a file.
    list.push_back("file:" + output.string());
    return list;
}

// An interruption must not leave these behind. A signal handler reaches nothing but globals.
volatile pid_t interrupted_process = -1;
char interrupted_file[4096];
constexpr int interruptions[] = {SIGINT, SIGTERM, SIGHUP};

extern "C" void give_up_film(int signal) {
    if (interrupted_process > 0) {
        kill(interrupted_process, SIGKILL);
        unlink(interrupted_file);
    }
    std::signal(signal, SIG_DFL);
    raise(signal);
}

void watch_for_interruptions(pid_t process, const std::filesystem::path& file) {
    interrupted_file[file.native().copy(interrupted_file, sizeof interrupted_file - 1)] = '\0';
    interrupted_process = process;
    for (const int signal : interruptions)  // a signal that is ignored, as under nohup, stays so
        if (std::signal(signal, give_up_film) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

Ffmpeg::Ffmpeg(const std::filesystem::path& output, int width, int height, double frames_per_second) {
    int pipe_ends[2];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string{"cannot make a pipe: "} + std::strerror(errno));
    std::signal(SIGPIPE, SIG_IGN);  // a broken pipe is reported by write()

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<std::string> list = arguments(output, width, height, frames_per_second);
    std::vector<char*> pointers;
    for (std::string& argument : list) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    const int error = posix_spawnp(&process_, "ffmpeg", &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipe_ends[0]);
    input_ = pipe_ends[1];
    if (error != 0) {
        process_ = -1;
        close(input_);
        throw std::runtime_error(error == ENOENT
                                     ? "a film needs ffmpeg, which is not installed: apt-get install ffmpeg "
                                       "(or write frames-%05d.png)"
                                     : std::string{"ffmpeg cannot be started: "} + std::strerror(error));
    }
    watch_for_interruptions(process_, output);
}

Ffmpeg::~Ffmpeg() {
    if (process_ < 0) return;
    kill(process_, SIGKILL);
    close_and_wait();
}

void Ffmpeg::write(std::span<const std::uint8_t> rgba) {
    while (!rgba.empty()) {
        const ssize_t written = ::write(input_, rgba.data(), rgba.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw std::runtime_error("ffmpeg ended before the film did (its message is above)");
        rgba = rgba.subspan(static_cast<std::size_t>(written));
    }
}

void Ffmpeg::finish() {
    if (close_and_wait() != 0) throw std::runtime_error("ffmpeg failed (its message is above)");
}

int Ffmpeg::close_and_wait() {
    if (process_ < 0) return 0;
    close(input_);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    interrupted_process = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace milkomeda
