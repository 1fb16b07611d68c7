#include "app/capture/export_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/capture/video.hpp"
#include "app/cli/options.hpp"
#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "data/base/units.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr const char* ending_of_page = ".html";

constexpr std::array sizes{
    ExportSize{"1280 x 720", 1280, 720},
    ExportSize{"1920 x 1080 (Full HD)", 1920, 1080},
    ExportSize{"2560 x 1440", 2560, 1440},
    ExportSize{"3840 x 2160 (4K)", 3840, 2160},
    ExportSize{"7680 x 4320 (8K)", 7680, 4320},
    ExportSize{"1080 x 1080", 1080, 1080},
    ExportSize{"Dome 1024 x 1024", 1024, 1024, true},
    ExportSize{"Dome 2048 x 2048", 2048, 2048, true},
    ExportSize{"Dome 4096 x 4096", 4096, 4096, true},
    ExportSize{"Dome 8192 x 8192", 8192, 8192, true},
};

double pace_of(const ExportChoice& choice, double time) { return (choice.until - time) / choice.seconds; }

Range valid_paces() {
    const auto is_pace = [](const Parameter& row) { return row.name == std::string_view{"time-per-second"}; };
    return std::ranges::find_if(parameter_table(), is_pace)->setting.valid;
}

// Returns the arguments of `render` for a picture or video of this size. A video ends at the model time `until`.
std::vector<std::string> words_of(const ExportSource& source, const ExportChoice& choice, std::array<int, 2> size,
                                  double until, const fs::path& output) {
    std::vector<std::string> words{"render"};
    const auto say = [&words](const char* option, const std::string& value) {
        words.insert(words.end(), {option, value});
    };
    words.insert(words.end(), source.words.begin(), source.words.end());
    say("--size", fmt::format("{}x{}", size[0], size[1]));
    if (choice.kind != ExportKind::picture) {
        if (!source.is_state) say("--from", exact_number(source.time));
        say("--until", exact_number(until));
        say("--time-per-second", exact_number(pace_of(choice, source.time)));
        say("--steps-per-frame", "auto");
        if (output.extension() != ending_of_page) say("--fps", std::to_string(choice.frames_per_second));
        if (choice.camera == ExportCamera::circle) say("--turn", "360");
    } else if (!source.is_state) {
        say("--at", exact_number(source.time));
    }
    say("-o", output.string());
    return words;
}

// Returns the value at `x` of the line through (x0, y0) and (x1, y1), but at least y0, because noise in the
// measurements can give the line a negative slope.
double on_line(double x, double x0, double y0, double x1, double y1) {
    return x1 > x0 ? std::max(y0, y0 + (x - x0) * (y1 - y0) / (x1 - x0)) : y0;
}

}  // namespace

std::span<const ExportSize> export_sizes() { return sizes; }

const ExportSize& size_of(const ExportChoice& choice) { return sizes[std::min(choice.size, sizes.size() - 1)]; }

long frames_of(const ExportChoice& choice) {
    if (choice.kind == ExportKind::picture) return 1;
    if (choice.kind == ExportKind::page) return long{usual_page_moments};
    return static_cast<long>(std::floor(choice.seconds * choice.frames_per_second + 1e-6)) + 1;
}

fs::path output_of(const ExportChoice& choice) {
    const std::string ending = choice.kind == ExportKind::picture ? ".png"
                               : choice.kind == ExportKind::page  ? ending_of_page
                                                                  : choice.ending;
    std::string name = choice.name;
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    if (choice.kind == ExportKind::video && ending == ".png" && !FilePattern::matches(name + ending)) name += "-%05d";
    return name + ending;
}

fs::path state_beside(const fs::path& output) {
    constexpr const char* ending = ".milkomeda";
    if (FilePattern::matches(output)) return FilePattern{output}.without_number(ending);
    return fs::path{output}.replace_extension(ending);
}

std::string export_fault(const ExportChoice& choice, double time) try {
    if (choice.name.empty()) return "The file has no name";
    if (choice.kind == ExportKind::picture) return "";
    const char* const noun = choice.kind == ExportKind::page ? "web page" : "video";
    if (!(choice.until > time)) return fmt::format("The {} must end after the present time", noun);
    const Range paces = valid_paces();
    const double pace = pace_of(choice, time);
    if (!paces.contains(pace))
        return fmt::format("The {} shows {} units of time per second; change its length or its last time", noun,
                           rounded_number(pace, 2));
    if (choice.kind == ExportKind::page) {
        if (size_of(choice).is_dome) return "A web page is not drawn for domes; choose another size";
        const bool circles = choice.camera == ExportCamera::circle;
        return circles ? "In a web page the viewer turns the camera; choose another camera" : "";
    }
    require_rate(output_of(choice), choice.frames_per_second);
    return "";
} catch (const UsageError& error) {
    return error.what();
}

std::vector<std::string> export_words(const ExportSource& source, const ExportChoice& choice, const fs::path& output) {
    const ExportSize& size = size_of(choice);
    return words_of(source, choice, {size.width, size.height}, choice.until, output);
}

std::array<int, 2> trial_size(const ExportChoice& choice, int longest_side) {
    const ExportSize& size = size_of(choice);
    const double scale = std::min(1.0, longest_side / static_cast<double>(std::max(size.width, size.height)));
    const auto scaled = [&](int side) { return static_cast<int>(std::lround(scale * side)); };
    return {scaled(size.width), scaled(size.height)};
}

fs::path trial_output(const ExportChoice& choice, const fs::path& folder) {
    return folder / (choice.kind == ExportKind::picture ? "trial.png" : "trial-%d.png");
}

std::vector<std::string> trial_words(const ExportSource& source, const ExportChoice& choice, int longest_side,
                                     const fs::path& folder) {
    // The trial video ends between the times of its second and third frames, and therefore has two frames.
    const double until = source.time + 1.5 * pace_of(choice, source.time) / choice.frames_per_second;
    return words_of(source, choice, trial_size(choice, longest_side), until, trial_output(choice, folder));
}

double expected_seconds(const ExportChoice& choice, const TrialTime& small, const TrialTime& large) {
    const ExportSize& size = size_of(choice);
    const double pixels = static_cast<double>(size.width) * size.height;
    const double total = on_line(pixels, small.pixels, small.total, large.pixels, large.total);
    const double per_frame = on_line(pixels, small.pixels, small.per_frame, large.pixels, large.per_frame);
    return total + static_cast<double>(std::max(0L, frames_of(choice) - 2)) * per_frame;
}

std::string duration_text(double seconds) {
    const auto text = [](double number, const char* unit) {
        return fmt::format("{:.{}f} {}", number, number < 9.95 && number != std::round(number) ? 1 : 0, unit);
    };
    constexpr double minute = 60, hour = 3600, most_of_a_unit = 1.5;
    if (seconds < most_of_a_unit * minute) return fmt::format("{:.0f} s", std::max(1.0, seconds));
    if (seconds < most_of_a_unit * hour) return text(seconds / minute, "min");
    return text(seconds / hour, "h");
}

}  // namespace milkomeda
