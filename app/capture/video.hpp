// Destinations of finished frames: one picture, numbered pictures, or a video through ffmpeg.
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
    // Completes the output and adds the comment. Throws std::runtime_error if the output is not complete.
    virtual void finish(const std::string& comment) = 0;
    // After a failure: keeps the frames that can be seen, under the name of the output or under an unused
    // name. Returns a text that says where they are and how many; empty if nothing is left.
    virtual std::string salvage() { return {}; }
    // Name of the output. If the name was taken and Existing::kept was requested, it is the new name as soon
    // as a file exists.
    virtual std::filesystem::path file() const = 0;
};

// Returns the error message in one line, with what salvage() has kept.
std::string failure_of(std::string line, FrameSink& sink);

// Returns true for a .png file that is not a numbered series.
bool is_single_picture(const std::filesystem::path& output);

// Name of the JSON file with the comment of numbered pictures; empty for other outputs.
std::filesystem::path notes_beside(const std::filesystem::path& output);

// Returns `output`, or a similar name if the output or its notes would replace existing files.
std::filesystem::path unused_video_name(const std::filesystem::path& output);

// usual_rate() is the frame rate of the output's format if the user gives no rate. require_rate() throws
// UsageError if players of the format cannot show so high a rate.
double usual_rate(const std::filesystem::path& output);
void require_rate(const std::filesystem::path& output, double frames_per_second);

// Opens the sink by the name of the output: .png, frames-%05d.png, or a video format (video_format.hpp),
// which ffmpeg writes through a pipe. Pictures and videos contain their comment; a numbered series has it
// beside it, in frames.json. Throws before any work: UsageError for an unknown extension, std::runtime_error
// if the file cannot be written, the notes would replace a foreign file, or ffmpeg is missing.
std::unique_ptr<FrameSink> open_frame_sink(const std::filesystem::path& output, int width, int height,
                                           double frames_per_second, Existing existing = Existing::replaced);

}  // namespace milkomeda
