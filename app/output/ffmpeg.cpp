#include "app/output/ffmpeg.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace milkomeda {
namespace {

constexpr int output_in_child = 3;  // the first after the standard ones

std::vector<std::string> arguments(FilmFormat format, int width, int height, double frames_per_second) {
    const bool webm = format == FilmFormat::webm;
    std::vector<std::string> list{"ffmpeg", "-hide_banner", "-loglevel", "error",
                                  // or a disk that is full at the film's end would pass for success
                                  "-xerror", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                                  std::to_string(width) + "x" + std::to_string(height), "-framerate",
                                  std::to_string(frames_per_second), "-i", "pipe:0",
                                  // Colours of HD, rounded rather than cut; 4:2:0 films have even sizes.
                                  "-vf",
                                  "scale=flags=accurate_rnd+full_chroma_int:out_color_matrix=bt709,"
                                  "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                  "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
                                  "-c:v", webm ? "libvpx-vp9" : "libx264", "-pix_fmt", "yuv420p"};
    // x264 takes the dither of dark gradients, which is all that they have, for noise and leaves blocks: it
    // is to give the dark more (aq-mode 3), to round small numbers to one rather than to none (deadzone), and
    // not to save where little moves (mbtree).
    const std::vector<std::string> tuning =
        webm ? std::vector<std::string>{"-crf",     "24",        "-b:v", "0",       "-deadline",
                                        "realtime", "-cpu-used", "5",    "-row-mt", "1"}
             : std::vector<std::string>{"-preset",
                                        "veryfast",
                                        "-crf",
                                        "16",
                                        "-x264-params",
                                        "aq-mode=3:aq-strength=1.3:chroma-qp-offset=-3:deadzone-inter=6:"
                                        "deadzone-intra=6:no-dct-decimate=1:no-mbtree=1",
                                        "-movflags",
                                        "+faststart"};
    list.insert(list.end(), tuning.begin(), tuning.end());
    // The open file itself, so that a film given up leaves none under any name.
    list.insert(list.end(),
                {"-f", webm ? "webm" : "mp4", "file:/proc/self/fd/" + std::to_string(output_in_child)});
    return list;
}

}  // namespace

// Counts the seconds in which nothing happened. They are counted one by one, so that those in which the whole
// program was stopped (Ctrl-Z) are none.
class Ffmpeg::Stall {
  public:
    explicit Stall(const Ffmpeg& ffmpeg) : ffmpeg_{ffmpeg} {}

    void ends() { seconds_ = std::chrono::seconds{0}; }

    // After a second of waiting. Throws std::runtime_error when it was one too many.
    void count() {
        struct stat now {};
        fstat(ffmpeg_.output_, &now);
        const bool writes = now.st_size != last_.st_size || now.st_mtim.tv_sec != last_.st_mtim.tv_sec ||
                            now.st_mtim.tv_nsec != last_.st_mtim.tv_nsec;
        last_ = now;
        if (writes) ends();
        if (!writes && ++seconds_ >= ffmpeg_.patience_)
            throw std::runtime_error("ffmpeg stalls: it has done nothing for " +
                                     std::to_string(seconds_.count()) + " seconds, and was ended");
    }

  private:
    const Ffmpeg& ffmpeg_;
    struct stat last_ {};
    std::chrono::seconds seconds_{0};
};

Ffmpeg::Ffmpeg(int output, FilmFormat format, int width, int height, double frames_per_second,
               std::chrono::seconds patience)
    : output_{output}, patience_{patience} {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string{"cannot make a pipe: "} + std::strerror(errno));
    const Descriptor far_end{ends[0]};
    input_ = Descriptor{ends[1]};
    fcntl(input_, F_SETFL, O_NONBLOCK);
    std::signal(SIGPIPE, SIG_IGN);  // a broken pipe is reported by write()

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, far_end, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, output_in_child);
    std::vector<std::string> list = arguments(format, width, height, frames_per_second);
    std::vector<char*> pointers;
    for (std::string& argument : list) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    // In a group of its own: a Ctrl-C in the terminal is for this program, which may still want its film.
    posix_spawnattr_t own_group;
    posix_spawnattr_init(&own_group);
    posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP);
    const int error = posix_spawnp(&process_, "ffmpeg", &actions, &own_group, pointers.data(), environ);
    posix_spawnattr_destroy(&own_group);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::runtime_error(error == ENOENT
                                     ? "a film needs ffmpeg, which is not installed: apt-get install ffmpeg "
                                       "(render also writes frames-%05d.png)"
                                     : std::string{"ffmpeg cannot be started: "} + std::strerror(error));
    unfinished_.emplace(process_);
}

Ffmpeg::~Ffmpeg() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Ffmpeg::write(std::span<const std::uint8_t> rgba) {
    Stall stall{*this};
    while (!rgba.empty()) {
        const ssize_t written = ::write(input_, rgba.data(), rgba.size());
        if (written > 0) {
            rgba = rgba.subspan(static_cast<std::size_t>(written));
            stall.ends();
        } else if (errno == EAGAIN) {
            pollfd wanted{input_, POLLOUT, 0};
            constexpr int second = 1000;
            if (poll(&wanted, 1, second) == 0) stall.count();
        } else if (errno != EINTR) {
            throw std::runtime_error("ffmpeg ended before the film did (its message is above)");
        }
    }
}

void Ffmpeg::finish() {
    input_ = {};
    Stall stall{*this};
    int status = 0;
    for (int waits = 0; waitpid(process_, &status, WNOHANG) == 0; ++waits) {
        constexpr int waits_a_second = 100;
        std::this_thread::sleep_for(std::chrono::milliseconds{1000 / waits_a_second});
        if (waits % waits_a_second == waits_a_second - 1) stall.count();
    }
    process_ = -1;
    unfinished_.reset();
    struct stat film {};
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error("ffmpeg failed (its message is above)");
    if (fstat(output_, &film) != 0 || film.st_size == 0)
        throw std::runtime_error("ffmpeg wrote no film, and says that it did");
}

}  // namespace milkomeda
