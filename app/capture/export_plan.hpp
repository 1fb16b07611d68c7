// The user's settings of an export, the command line of `render` that writes the file, and the estimate of its
// duration.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class ExportKind { picture, video, page };
template <>
inline constexpr std::array<std::string_view, 3> names<ExportKind>{"Picture", "Video", "Web page"};

// Motion of the camera during a video, besides the motion that keeps the galaxies in view or follows an object.
enum class ExportCamera { still, circle, path };
template <>
inline constexpr std::array<std::string_view, 3> names<ExportCamera>{"As it is", "Circle once", "Follow the path"};

struct ExportSize {
    std::string_view name;
    int width, height;     // in pixels
    bool is_dome = false;  // true: the picture shows half of the sky as a circle, for planetarium domes
};
std::span<const ExportSize> export_sizes();

struct ExportChoice {
    ExportKind kind = ExportKind::picture;
    std::size_t size = 1;  // index in export_sizes()
    ExportCamera camera = ExportCamera::still;
    std::string ending = ".mp4";  // file extension of a video; ".png" stands for numbered pictures
    double until = 0;             // model time at which a video or web page ends
    double seconds = 20;          // duration of a video or web page
    int frames_per_second = 30;
    std::string name;         // name of the file, with or without the extension
    bool keeps_state = true;  // true: the state of the run is kept beside the file

    bool operator==(const ExportChoice&) const = default;
};

// The view from which an export starts.
struct ExportSource {
    std::vector<std::string> words;  // arguments of `render` that show the view: source and options
    double time = 0;                 // model time of the view
    bool is_state = true;            // true if the source is a state file, which begins at `time`
};

const ExportSize& size_of(const ExportChoice& choice);
// Returns the number of frames of a video, or of moments of a web page; 1 for a picture.
long frames_of(const ExportChoice& choice);
// Returns the plural noun for these: "frames" or "moments".
inline const char* name_of_frames(const ExportChoice& choice) {
    return choice.kind == ExportKind::page ? "moments" : "frames";
}
// Returns the name of the file, with the extension of the chosen format.
std::filesystem::path output_of(const ExportChoice& choice);
// Returns the name of the state file for the output `output`: video.milkomeda for video.mp4, frames.milkomeda for
// frames-%05d.png.
std::filesystem::path state_beside(const std::filesystem::path& output);

// Returns, in one line, why the file cannot be made from a view at the model time `time`; empty if it can be made.
std::string export_fault(const ExportChoice& choice, double time);

// Returns the arguments of the program that write the file `output`.
std::vector<std::string> export_words(const ExportSource& source, const ExportChoice& choice,
                                      const std::filesystem::path& output);

// A trial draws the picture, or the first two frames of the video, at a smaller size, to estimate the export's
// duration. The first trial also gives the preview.
inline constexpr std::array trial_widths{384, 1152};  // longest sides of the trials in pixels
// Returns the width and height of a trial's frames: the export's size, scaled down to at most `longest_side` pixels.
std::array<int, 2> trial_size(const ExportChoice& choice, int longest_side);
// Returns the file in `folder` to which a trial writes. A trial of a video writes two numbered pictures, so the result
// is the pattern of their names.
std::filesystem::path trial_output(const ExportChoice& choice, const std::filesystem::path& folder);
std::vector<std::string> trial_words(const ExportSource& source, const ExportChoice& choice, int longest_side,
                                     const std::filesystem::path& folder);

// Frame size of a trial, and its durations in seconds.
struct TrialTime {
    double pixels = 0;     // number of pixels of a frame
    double total = 0;      // duration of the whole command
    double per_frame = 0;  // duration of the second frame; 0 for a picture
};
// Returns the expected duration of the export in seconds. Assumes that the durations are linear functions of the number
// of pixels.
double expected_seconds(const ExportChoice& choice, const TrialTime& small, const TrialTime& large);

// Returns a duration as text with one or two digits, such as "40 s", "12 min" or "3 h".
std::string duration_text(double seconds);

}  // namespace milkomeda
