#include "app/io/ffmpeg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// File descriptors in the process of ffmpeg: standard error, and the files that ffmpeg reads and writes.
constexpr int messages_in_child = 2, output_in_child = 3, video_in_child = 4, comment_in_child = 5;

std::string file_of(int in_child) { return "file:" + name_of_open(in_child); }

// Without -xerror, ffmpeg would report success if the disk is full at the end of the video.
constexpr std::string_view ffmpeg_writes = "ffmpeg -hide_banner -loglevel error -xerror -y";

// Returns ffmpeg's arguments for writing into the open output file, without version numbers of encoders in the file.
// The file has no name before it is complete, so that a killed program leaves no file behind.
std::string to_output(std::string_view muxer, std::string_view muxer_arguments) {
    return fmt::format("{} -fflags +bitexact -flags:v +bitexact -f {} {}", muxer_arguments, muxer,
                       file_of(output_in_child));
}

std::string frames_to_video(const VideoFormat& format, int width, int height, double frames_per_second) {
    return fmt::format("{} -f rawvideo -pix_fmt rgba -video_size {}x{} -framerate {:f} -i pipe:0 {} {}", ffmpeg_writes,
                       width, height, frames_per_second, format.codec,
                       to_output(format.muxer, format.muxer_while_encoding));
}

// Returns a file in memory with the comment in ffmpeg's metadata format.
Descriptor as_metadata(const std::string& comment) try {
    std::string text = ";FFMETADATA1\ncomment=";
    for (const char c : comment) {
        if (std::string_view{"=;#\\\n"}.find(c) != std::string_view::npos) text += '\\';
        text += c;
    }
    text += '\n';
    Descriptor file = make_memory_file("comment");
    write_at(file, 0, text.data(), text.size());
    return file;
} catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("the comment of the video does not fit into memory: {}", error.what()));
}

// Returns the first `bytes` bytes of an open file, or fewer if the file is shorter or cannot be read.
std::string content_of(int descriptor, std::uint64_t bytes) try {
    std::string text(std::min(bytes, bytes_in(descriptor)), '\0');
    text.resize(read_at(descriptor, 0, text.data(), text.size()));
    return text;
} catch (const std::runtime_error&) {
    return {};
}

// Returns a file in memory for the first 64 KiB of ffmpeg's messages.
Descriptor file_for_messages() try {
    return make_memory_file("messages", 64 * 1024);
} catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("ffmpeg's messages do not fit into memory: {}", error.what()));
}

// Returns the comment in ffmpeg's metadata text. In Matroska files, the key of the comment is in capitals.
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

// Counts the seconds in which ffmpeg neither reads nor writes. It counts in steps of one second, so that a longer
// suspension of this program (Ctrl-Z) does not count.
class Ffmpeg::StallCounter {
  public:
    explicit StallCounter(const Ffmpeg& ffmpeg) : ffmpeg_{ffmpeg} {}

    void reset() { seconds_ = std::chrono::seconds{0}; }

    // Must be called after each second of waiting. Throws std::runtime_error after `patience_` seconds of stalling.
    void count() {
        const FileStatus now = status_of(ffmpeg_.output_).value_or(FileStatus{});
        const bool writes = now.bytes != last_.bytes || now.written_at != last_.written_at;
        last_ = now;
        if (writes) return reset();
        if (++seconds_ >= ffmpeg_.patience_)
            throw std::runtime_error(
                fmt::format("ffmpeg was stopped, because ffmpeg neither read nor wrote any data "
                            "for {} seconds",
                            seconds_.count()));
    }

  private:
    const Ffmpeg& ffmpeg_;
    FileStatus last_;
    std::chrono::seconds seconds_{0};
};

Ffmpeg::Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
               std::chrono::seconds patience)
    : Ffmpeg{frames_to_video(format, width, height, frames_per_second), true, {{output, output_in_child}}, patience} {}

Ffmpeg::Ffmpeg(std::string_view arguments, bool reads_frames, const std::vector<FileForChild>& files,
               std::chrono::seconds patience)
    : output_{files.front().descriptor}, patience_{patience}, messages_{file_for_messages()} {
    std::vector<std::string> words = split(arguments, ' ');
    std::erase(words, "");
    ChildStreams streams{reads_frames, files};
    streams.files.push_back({messages_, messages_in_child});
    process_.emplace(words, streams);
    if (const std::error_code error = process_->start_error())
        throw std::runtime_error(error == std::errc::no_such_file_or_directory
                                     ? "a video needs ffmpeg, which is not installed: apt-get install ffmpeg "
                                       "(render also writes frames-%05d.png)"
                                     : "ffmpeg cannot be started: " + error.message());
}

void Ffmpeg::copy_complete(int video, int output, const VideoFormat& format, const std::string& comment) {
    const Descriptor metadata = as_metadata(comment);
    Ffmpeg{fmt::format("{} -i {} -f ffmetadata -i {} -map 0:v -map_metadata 1 -c copy {}", ffmpeg_writes,
                       file_of(video_in_child), file_of(comment_in_child),
                       to_output(format.muxer, format.muxer_when_complete)),
           false,
           {{output, output_in_child}, {video, video_in_child}, {metadata, comment_in_child}}}
        .finish();
}

bool Ffmpeg::can_be_played(int video) try {
    const Descriptor frame = make_memory_file("frame");
    Ffmpeg{fmt::format("ffmpeg -y -hide_banner -loglevel quiet -i {} -map 0:v -frames:v 1 -f rawvideo {}",
                       file_of(video_in_child), file_of(output_in_child)),
           false,
           {{frame, output_in_child}, {video, video_in_child}}}
        .finish();
    return true;
} catch (const std::exception&) {
    return false;
}

std::optional<std::string> Ffmpeg::comment_of(const std::string& file) {
    const Descriptor metadata = make_memory_file("metadata"), video = open_for_reading(file);
    if (video < 0) return {};
    try {
        Ffmpeg{fmt::format("ffmpeg -hide_banner -loglevel quiet -y -i {} -f ffmetadata {}", file_of(video_in_child),
                           file_of(output_in_child)),
               false,
               {{metadata, output_in_child}, {video, video_in_child}}}
            .finish();
    } catch (const std::runtime_error& error) {
        if (std::string_view{error.what()}.find("not installed") != std::string_view::npos) throw;
        return {};
    }
    return comment_in(content_of(metadata, bytes_in(metadata)));
}

Ffmpeg::~Ffmpeg() {
    process_.reset();
    print_messages();
}

bool Ffmpeg::print_messages() {
    const Descriptor messages = std::move(messages_);
    // The position in the file is the number of bytes that ffmpeg has written.
    const std::uint64_t bytes = messages < 0 ? 0 : position_in(messages);
    if (bytes == 0) return false;
    std::cerr << content_of(messages, bytes) << std::flush;
    return true;
}

std::string Ffmpeg::message_is_above() { return print_messages() ? " (the message of ffmpeg is above)" : ""; }

void Ffmpeg::write(std::span<const std::uint8_t> rgba) {
    StallCounter stall{*this};
    while (!rgba.empty()) {
        const std::optional<std::size_t> written = process_->write(rgba);
        if (!written) throw std::runtime_error("ffmpeg ended before the video was complete" + message_is_above());
        rgba = rgba.subspan(*written);
        if (*written > 0)
            stall.reset();
        else
            stall.count();
    }
}

void Ffmpeg::finish() {
    process_->close_input();
    StallCounter stall{*this};
    for (int waits = 0; !process_->ended(); ++waits) {
        constexpr int waits_a_second = 100;
        std::this_thread::sleep_for(std::chrono::milliseconds{1000 / waits_a_second});
        if (waits % waits_a_second == waits_a_second - 1) stall.count();
    }
    if (!process_->succeeded()) throw std::runtime_error("ffmpeg failed" + message_is_above());
    if (bytes_in(output_) == 0) throw std::runtime_error("ffmpeg reported success but produced no output");
    print_messages();
}

}  // namespace milkomeda
