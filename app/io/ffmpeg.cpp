#include "app/io/ffmpeg.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// The first after the standard ones.
constexpr int output_in_child = 3, other_in_child = 4, comment_in_child = 5, last_in_child = comment_in_child;

std::string file_of(int in_child) {
    return "file:/proc/self/fd/" + std::to_string(in_child);
}

std::vector<std::string> begun() {
    return {"ffmpeg", "-hide_banner", "-loglevel", "error",
            // or a disk that is full at the film's end would pass for success
            "-xerror", "-y"};
}

void add(std::vector<std::string>& list, std::string_view words) {
    for (std::string& word : split(words, ' '))
        if (!word.empty()) list.push_back(std::move(word));
}

// The film without the stamps of those who made it, into the open file itself, so that one given up leaves
// none under any name.
void add_output(std::vector<std::string>& list, std::string_view muxer, std::string_view told) {
    add(list, told);
    list.insert(list.end(), {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", std::string{muxer},
                             file_of(output_in_child)});
}

std::vector<std::string> frames_to_video(const VideoFormat& format, int width, int height,
                                         double frames_per_second) {
    std::vector<std::string> list = begun();
    list.insert(list.end(), {"-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                             std::to_string(width) + "x" + std::to_string(height), "-framerate",
                             std::to_string(frames_per_second), "-i", "pipe:0"});
    add(list, format.codec);
    add_output(list, format.muxer, format.while_it_is_made);
    return list;
}

// A file in memory, which ffmpeg reads as its metadata.
Descriptor as_metadata(const std::string& comment) {
    std::string text = ";FFMETADATA1\ncomment=";
    for (const char c : comment) {
        if (std::string_view{"=;#\\\n"}.find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    text += '\n';
    Descriptor file{memfd_create("comment", MFD_CLOEXEC)};
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = ::write(file, rest.data(), rest.size());
        if (written <= 0)
            throw std::runtime_error(std::string{"no memory for a film's comment: "} + std::strerror(errno));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return file;
}

std::string content_of(int descriptor) {
    struct stat file {};
    if (fstat(descriptor, &file) != 0) return {};
    std::string text(static_cast<std::size_t>(file.st_size), '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count =
            pread(descriptor, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    return text.substr(0, done);
}

// A file in memory for what ffmpeg says. What says more than anybody reads is not heard, nor is what a limit
// of files leaves no room for.
Descriptor room_for_messages() {
    constexpr off_t most = 64 * 1024;
    Descriptor file{memfd_create("messages", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
    if (file < 0)
        throw std::runtime_error(std::string{"no memory for what ffmpeg says: "} + std::strerror(errno));
    if (ftruncate(file, most) == 0) fcntl(file, F_ADD_SEALS, F_SEAL_GROW);
    return file;
}

// A copy whose number is none that a file has in the child: no copy there takes another one's place.
Descriptor beyond_those_of_child(int descriptor) {
    Descriptor copy{fcntl(descriptor, F_DUPFD_CLOEXEC, last_in_child + 1)};
    if (copy < 0) throw std::runtime_error(std::string{"ffmpeg cannot be started: "} + std::strerror(errno));
    return copy;
}

// What as_metadata() has written, whoever has copied it since: Matroska has keys in capitals.
std::optional<std::string> comment_in(const std::string& metadata) {
    constexpr std::string_view key = "\ncomment=", in_capitals = "\nCOMMENT=";
    const std::size_t at = std::min(metadata.find(key), metadata.find(in_capitals));
    if (at == metadata.npos) return {};
    std::string comment;
    for (std::size_t i = at + key.size(); i < metadata.size() && metadata[i] != '\n'; ++i) {
        if (metadata[i] == '\\' && i + 1 < metadata.size()) ++i;
        comment += metadata[i];
    }
    return comment;
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

Ffmpeg::Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
               std::chrono::seconds patience)
    : Ffmpeg{frames_to_video(format, width, height, frames_per_second), -1, output, -1, patience} {}

Ffmpeg::Ffmpeg(const std::vector<std::string>& arguments, int input, int output, int other,
               std::chrono::seconds patience)
    : output_{output}, patience_{patience}, messages_{room_for_messages()} {
    Descriptor far_end;
    if (input < 0 && other < 0) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            throw std::runtime_error(std::string{"cannot make a pipe: "} + std::strerror(errno));
        far_end = Descriptor{ends[0]};
        input_ = Descriptor{ends[1]};
        fcntl(input_, F_SETFL, O_NONBLOCK);
        std::signal(SIGPIPE, SIG_IGN);  // a broken pipe is reported by write()
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (far_end >= 0)
        posix_spawn_file_actions_adddup2(&actions, far_end, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const std::pair<int, int> given[] = {{messages_, STDERR_FILENO},
                                         {output, output_in_child},
                                         {other, other_in_child},
                                         {input, comment_in_child}};
    std::vector<Descriptor> copies;
    for (const auto& [own, childs] : given)
        if (own >= 0) {
            copies.push_back(beyond_those_of_child(own));
            posix_spawn_file_actions_adddup2(&actions, copies.back(), childs);
        }
    std::vector<std::string> list = arguments;
    std::vector<char*> pointers;
    for (std::string& argument : list) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    // In a group of its own, with all that it starts if it is a script: a Ctrl-C in the terminal is for this
    // program, which may still want its film.
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

void Ffmpeg::make_whole(int film, int output, const VideoFormat& format, const std::string& comment) {
    const Descriptor metadata = as_metadata(comment);
    std::vector<std::string> list = begun();
    list.insert(list.end(), {"-i", file_of(other_in_child), "-f", "ffmetadata", "-i",
                             file_of(comment_in_child), "-map", "0:v", "-map_metadata", "1", "-c", "copy"});
    add_output(list, format.muxer, format.when_it_is_whole);
    Ffmpeg{list, metadata, output, film, usual_patience}.finish();
}

bool Ffmpeg::can_be_played(int film) try {
    std::vector<std::string> list{
        "ffmpeg", "-hide_banner", "-loglevel", "quiet", "-i",       file_of(other_in_child), "-map",
        "0:v",    "-frames:v",    "1",         "-f",    "rawvideo", file_of(output_in_child)};
    const Descriptor frame{memfd_create("frame", MFD_CLOEXEC)};
    list.insert(list.begin() + 1, "-y");
    Ffmpeg{list, -1, frame, film, usual_patience}.finish();
    return true;
} catch (const std::exception&) {
    return false;
}

std::optional<std::string> Ffmpeg::comment_of(const std::string& file) {
    const Descriptor metadata{memfd_create("metadata", MFD_CLOEXEC)};
    const Descriptor film{open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (film < 0) return {};
    const std::vector<std::string> list{
        "ffmpeg", "-hide_banner",          "-loglevel", "quiet",      "-y",
        "-i",     file_of(other_in_child), "-f",        "ffmetadata", file_of(output_in_child)};
    try {
        Ffmpeg{list, -1, metadata, film, usual_patience}.finish();
    } catch (const std::runtime_error& error) {
        if (std::string_view{error.what()}.find("not installed") != std::string_view::npos) throw;
        return {};
    }
    return comment_in(content_of(metadata));
}

Ffmpeg::~Ffmpeg() {
    if (process_ <= 0) return;
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
    pass_on_messages();
}

// Once, to where this program says its own.
bool Ffmpeg::pass_on_messages() {
    const Descriptor said = std::move(messages_);
    const off_t size = said < 0 ? 0 : lseek(said, 0, SEEK_CUR);  // ffmpeg writes where this descriptor stands
    if (size <= 0) return false;
    std::cerr << content_of(said).substr(0, static_cast<std::size_t>(size)) << std::flush;
    return true;
}

std::string Ffmpeg::message_is_above() {
    return pass_on_messages() ? " (its message is above)" : "";
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
            throw std::runtime_error("ffmpeg ended before the film did" + message_is_above());
        }
    }
}

void Ffmpeg::finish() {
    input_ = {};
    Stall stall{*this};
    int status = 0;
    pid_t ended = 0;
    for (int waits = 0; (ended = waitpid(process_, &status, WNOHANG)) == 0; ++waits) {
        constexpr int waits_a_second = 100;
        std::this_thread::sleep_for(std::chrono::milliseconds{1000 / waits_a_second});
        if (waits % waits_a_second == waits_a_second - 1) stall.count();
    }
    process_ = -1;
    unfinished_.reset();
    struct stat film {};
    if (ended < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error("ffmpeg failed" + message_is_above());
    if (fstat(output_, &film) != 0 || film.st_size == 0)
        throw std::runtime_error("ffmpeg wrote no film, and says that it did");
    pass_on_messages();
}

}  // namespace milkomeda
