// Outputs for finished frames: one picture, numbered pictures, or a video encoded by ffmpeg.
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
    // Completes the output and stores `comment` in it. Throws std::runtime_error if writing fails.
    virtual void finish(const std::string& comment) = 0;
    // Must be called after an error of add() or finish(). Keeps the frames written so far, under the name of the output
    // or an unused name. Returns a message with the number of kept frames; empty if no frame could be kept.
    virtual std::string salvage() { return {}; }
    // Returns the name of the output file. If the sink was opened with Existing::kept and another file has the
    // requested name, the name changes to an unused name when the file is created.
    virtual std::filesystem::path file() const = 0;
};

// Calls sink.salvage() and returns the error message `line` with a note about the kept frames, in one line.
std::string failure_of(std::string line, FrameSink& sink);

// Returns true for the name of a single .png picture, not a numbered series.
bool is_single_picture(const std::filesystem::path& output);

// Returns the name of the JSON file with the comment of numbered pictures; empty for other outputs.
std::filesystem::path notes_beside(const std::filesystem::path& output);

// Returns `output`, or a similar unused name if the output or its JSON file would replace an existing file.
std::filesystem::path unused_video_name(const std::filesystem::path& output);

// usual_rate() returns the default frame rate of the output's format in frames per second. require_rate() throws
// UsageError if players of this format cannot show `frames_per_second`.
double usual_rate(const std::filesystem::path& output);
void require_rate(const std::filesystem::path& output, double frames_per_second);

// Opens the sink that the name of the output selects: .png, frames-%05d.png, or a video format (video_format.hpp),
// which ffmpeg writes through a pipe. FrameSink::finish() stores its comment in the picture or video file, or for
// numbered pictures in a JSON file such as frames.json. Throws UsageError for an unknown extension. Throws
// std::runtime_error if the file cannot be written, if the JSON file would replace another program's file, or if ffmpeg
// is missing.
std::unique_ptr<FrameSink> open_frame_sink(const std::filesystem::path& output, int width, int height,
                                           double frames_per_second, Existing existing = Existing::replaced);

}  // namespace milkomeda
