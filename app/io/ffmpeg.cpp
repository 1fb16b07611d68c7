#include "app/io/ffmpeg.hpp"

#include <algorithm>
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

constexpr int messages_in_child = 2;  // file descriptor of standard error
constexpr int output_in_child = 3, video_in_child = 4, comment_in_child = 5;

std::string file_of(int in_child) { return "file:" + name_of_open(in_child); }

std::vector<std::string> first_arguments() {
    // Without -xerror, ffmpeg would report success if the disk is full at the end of the video.
    return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-xerror", "-y"};
}

void add(std::vector<std::string>& list, std::string_view words) {
    for (std::string& word : split(words, ' '))
        if (!word.empty()) list.push_back(std::move(word));
}

// Adds arguments for writing into the open file, without version numbers of encoders. The file has no name
// yet, so that an interrupted run leaves no file behind.
void add_output(std::vector<std::string>& list, std::string_view muxer, std::string_view muxer_arguments) {
    add(list, muxer_arguments);
    list.insert(list.end(),
                {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f", std::string{muxer}, file_of(output_in_child)});
}

std::vector<std::string> frames_to_video(const VideoFormat& format, int width, int height, double frames_per_second) {
    std::vector<std::string> list = first_arguments();
    list.insert(list.end(), {"-f", "rawvideo", "-pix_fmt", "rgba", "-video_size",
                             std::to_string(width) + "x" + std::to_string(height), "-framerate",
                             std::to_string(frames_per_second), "-i", "pipe:0"});
    add(list, format.codec);
    add_output(list, format.muxer, format.while_it_is_made);
    return list;
}

// Returns a file in memory with the comment, in the form in which ffmpeg reads metadata.
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
    throw std::runtime_error(std::string{"the comment of the video does not fit into memory: "} + error.what());
}

// Returns the first `bytes` bytes of an open file, or fewer if the file is shorter or cannot be read.
std::string content_of(int descriptor, std::uint64_t bytes) try {
    std::string text(std::min(bytes, bytes_in(descriptor)), '\0');
    text.resize(read_at(descriptor, 0, text.data(), text.size()));
    return text;
} catch (const std::runtime_error&) {
    return {};
}

// Returns a file in memory that keeps the first 64 KiB of ffmpeg's messages.
Descriptor file_for_messages() try {
    return make_memory_file("messages", 64 * 1024);
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string{"ffmpeg's messages do not fit into memory: "} + error.what());
}

// Returns the comment in ffmpeg's metadata text. Matroska files write its key in capitals.
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

// Counts the seconds without activity of ffmpeg. Counts one second at a time, so that time in which this
// program was suspended (Ctrl-Z) does not count.
class Ffmpeg::StallCounter {
  public:
    explicit StallCounter(const Ffmpeg& ffmpeg) : ffmpeg_{ffmpeg} {}

    void reset() { seconds_ = std::chrono::seconds{0}; }

    // Call this after each second of waiting. Throws std::runtime_error if ffmpeg stalls for `patience_`.
    void count() {
        const FileStatus now = status_of(ffmpeg_.output_).value_or(FileStatus{});
        const bool writes = now.bytes != last_.bytes || now.written_at != last_.written_at;
        last_ = now;
        if (writes) reset();
        if (!writes && ++seconds_ >= ffmpeg_.patience_)
            throw std::runtime_error("ffmpeg stalls: it has done nothing for " + std::to_string(seconds_.count()) +
                                     " seconds, and was ended");
    }

  private:
    const Ffmpeg& ffmpeg_;
    FileStatus last_;
    std::chrono::seconds seconds_{0};
};

Ffmpeg::Ffmpeg(int output, const VideoFormat& format, int width, int height, double frames_per_second,
               std::chrono::seconds patience)
    : Ffmpeg{frames_to_video(format, width, height, frames_per_second), true, {{output, output_in_child}}, patience} {}

Ffmpeg::Ffmpeg(const std::vector<std::string>& arguments, bool reads_frames, const std::vector<FileForChild>& files,
               std::chrono::seconds patience)
    : output_{files.front().descriptor}, patience_{patience}, messages_{file_for_messages()} {
    ChildStreams streams{reads_frames, files};
    streams.files.push_back({messages_, messages_in_child});
    process_.emplace(arguments, streams);
    if (const std::error_code error = process_->start_error())
        throw std::runtime_error(error == std::errc::no_such_file_or_directory
                                     ? "a video needs ffmpeg, which is not installed: apt-get install ffmpeg "
                                       "(render also writes frames-%05d.png)"
                                     : "ffmpeg cannot be started: " + error.message());
}

void Ffmpeg::make_whole(int video, int output, const VideoFormat& format, const std::string& comment) {
    const Descriptor metadata = as_metadata(comment);
    std::vector<std::string> list = first_arguments();
    list.insert(list.end(), {"-i", file_of(video_in_child), "-f", "ffmetadata", "-i", file_of(comment_in_child), "-map",
                             "0:v", "-map_metadata", "1", "-c", "copy"});
    add_output(list, format.muxer, format.when_it_is_whole);
    const std::vector<FileForChild> files{
        {output, output_in_child}, {video, video_in_child}, {metadata, comment_in_child}};
    Ffmpeg{list, false, files, usual_patience}.finish();
}

bool Ffmpeg::can_be_played(int video) try {
    const std::vector<std::string> list{
        "ffmpeg", "-y",  "-hide_banner", "-loglevel", "quiet", "-i",       file_of(video_in_child),
        "-map",   "0:v", "-frames:v",    "1",         "-f",    "rawvideo", file_of(output_in_child)};
    const Descriptor frame = make_memory_file("frame");
    const std::vector<FileForChild> files{{frame, output_in_child}, {video, video_in_child}};
    Ffmpeg{list, false, files, usual_patience}.finish();
    return true;
} catch (const std::exception&) {
    return false;
}

std::optional<std::string> Ffmpeg::comment_of(const std::string& file) {
    const Descriptor metadata = make_memory_file("metadata"), video = open_for_reading(file);
    if (video < 0) return {};
    const std::vector<std::string> list{
        "ffmpeg", "-hide_banner",          "-loglevel", "quiet",      "-y",
        "-i",     file_of(video_in_child), "-f",        "ffmetadata", file_of(output_in_child)};
    const std::vector<FileForChild> files{{metadata, output_in_child}, {video, video_in_child}};
    try {
        Ffmpeg{list, false, files, usual_patience}.finish();
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

// Prints ffmpeg's messages to standard error, at most once.
bool Ffmpeg::print_messages() {
    const Descriptor messages = std::move(messages_);
    const std::uint64_t bytes = messages < 0 ? 0 : position_in(messages);  // ffmpeg shares this file position
    if (bytes == 0) return false;
    std::cerr << content_of(messages, bytes) << std::flush;
    return true;
}

std::string Ffmpeg::message_is_above() { return print_messages() ? " (its message is above)" : ""; }

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
