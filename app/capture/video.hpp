// Sinks for finished frames: one picture, numbered pictures, or ffmpeg.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "data/system/atomic_file.hpp"
#include "render/gl/image.hpp"

namespace milkomeda {

class FrameSink {
  public:
    virtual ~FrameSink() = default;
    virtual void add(const Image& frame) = 0;
    // Completes the output, which says of itself what the comment is; throws std::runtime_error when it did
    // not come out whole.
    virtual void finish(const std::string& comment) = 0;
    // After a failure: what can be seen of what there is stands under a name then, its own or, where that is
    // taken, another one. Says where, and how much that is; empty: nothing is left.
    virtual std::string salvage() { return {}; }
    // Its output: as it was told, or, once something is there, under the name that it took instead.
    virtual std::filesystem::path file() const = 0;
};

// What went wrong, in one line, with what is left of the output.
std::string failure_of(std::string line, FrameSink& sink);

// True for a single picture: a .png that is no numbered series.
bool is_single_picture(const std::filesystem::path& output);

// The notes that numbered pictures have beside them; empty for another output.
std::filesystem::path notes_beside(const std::filesystem::path& output);

// The output's name, or one like it, where neither it nor its notes take anybody's place.
std::filesystem::path unused_video_name(const std::filesystem::path& output);

// The rate that a film in this format has if nobody says otherwise. Throws UsageError for one that is beyond
// what its players show.
double usual_rate(const std::filesystem::path& output);
void require_rate(const std::filesystem::path& output, double frames_per_second);

// By the output's name: .png, frames-%05d.png, or a film through a pipe to ffmpeg (film_format.hpp). Pictures
// have their comment in them; a series has it beside it, in FRAMES.json. Throws before any work: UsageError
// for another extension, std::runtime_error when the file cannot be written, the notes would take the place
// of what is none of theirs, or ffmpeg is missing.
std::unique_ptr<FrameSink> open_frame_sink(const std::filesystem::path& output, int width, int height,
                                           double frames_per_second, Existing existing = Existing::replaced);

}  // namespace milkomeda
