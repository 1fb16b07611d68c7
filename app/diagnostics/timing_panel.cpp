#include "app/diagnostics/timing_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>

#include "app/diagnostics/timing_drawing.hpp"
#include "app/io/output_file.hpp"
#include "app/ui/text_fit.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

// Writes time and percentage of a legend row at the right end of the line.
void numbers_at_end(double seconds, double of_seconds) {
    const double percent = of_seconds > 0 ? 100 * seconds / of_seconds : 0;
    const std::string text = fmt::format("{:.2f} ms {:3.0f} %", 1e3 * seconds, percent);
    ImGui::SameLine(ImGui::GetCursorStartPos().x + ImGui::GetContentRegionMax().x -
                    ImGui::GetWindowContentRegionMin().x - width_of(text));
    ImGui::TextUnformatted(text.c_str());
}

void legend_of(Widgets& widgets, const FrameColumns& columns, Lane lane) {
    const std::vector<FramePart>& parts = columns[lane];
    if (parts.empty()) return;
    ImGui::Separator();
    const std::string name{name_of(lane)};
    constexpr std::array helps{"Work of the main thread, measured by the main thread",
                               "Work of the OpenCL device, measured by the device: each part lasts from before its "
                               "first command to after its last command",
                               "Drawing passes of the picture, measured as described under Measurement"};
    widgets.line(name.c_str(), name.c_str(), helps[static_cast<std::size_t>(lane)]);
    numbers_at_end(total_seconds(parts), columns.seconds);
    constexpr double small = 0.005;  // parts below this share of the frame time are shown together as "other"
    double other_seconds = 0;
    int count = 0;
    for (const FramePart& part : parts) {
        if (part.seconds < small * columns.seconds) {
            other_seconds += part.seconds;
            ++count;
            continue;
        }
        draw_swatch(part.name);
        ImGui::SameLine();
        widgets.line(fmt::format("{} ({})", part.name, name).c_str(), std::string{part.name}.c_str(),
                     row_of_part(part.name).help);
        numbers_at_end(part.seconds, columns.seconds);
    }
    if (lane == Lane::host) other_seconds += std::max(0.0, columns.seconds - total_seconds(parts));
    if (other_seconds <= 0) return;
    widgets.line(fmt::format("other ({})", name).c_str(), "other",
                 fmt::format("{} parts that each take less than half a percent of the frame, and time outside of all "
                             "parts",
                             count)
                     .c_str());
    numbers_at_end(other_seconds, columns.seconds);
}

void say_how_it_is_measured(const Timing& timing, PassTimers::Clock clock, bool computes) {
    if (clock == PassTimers::Clock::gpu)
        write_wrapped(
            "OpenGL: timer queries measure the duration of each pass, but not its start: the panel shows each pass "
            "from its first command on, or after the previous pass if the previous pass ends later.");
    else if (clock == PassTimers::Clock::none)
        write_wrapped("OpenGL: not measured, because this driver has no timer queries.");
    else
        write_wrapped(
            "OpenGL: this driver draws in software, and its timer queries are wrong. While this panel is open, the "
            "main thread waits for the end of each pass (glFinish) and measures the duration of the pass.");
    if (const auto cost = timing.log().cost_of_waiting(); cost && clock == PassTimers::Clock::host)
        write_wrapped(
            fmt::format("Every 16th frame is drawn without waiting. Waiting prolongs the other frames by "
                        "{:+.2f} ms.",
                        1e3 * *cost));
    write_wrapped(computes ? "OpenCL: the device measures the time between markers in its command queue."
                           : "OpenCL: not measured, because no device computes.");
    write_wrapped("Host: the main thread measures its own work. Frames are recorded only while this panel is visible.");
}

void export_to(const std::string& ending, const Timing& timing, Notices& notices,
               const std::function<void(const std::filesystem::path&, const std::deque<LoggedFrame>&)>& write) try {
    const std::filesystem::path file = unused_name(name_by_time("-timing" + ending));
    write(file, timing.log().frames());
    notices.add(fmt::format("{} frames written to {}", timing.log().frames().size(), file.string()));
} catch (const std::exception& error) {
    notices.fail(error.what());
}

void history(Widgets& widgets, Timing& timing) {
    const auto place = widgets.canvas("history", history_height(),
                                      "Durations of the newest frames, with the last frame at the right. Blue is "
                                      "computing, violet copying, orange drawing, green the interface, and gray "
                                      "waiting for the display. Click a frame to show its work in the columns above");
    const std::optional<long> marked = timing.holds() ? std::optional{timing.shown().number} : std::optional<long>{};
    const LoggedFrame* const hovered = draw_history(timing.log(), timing.interval_seconds, marked, place);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) timing.hold(hovered->columns.number);
}

void worst_frames(Widgets& widgets, Timing& timing) {
    if (!widgets.section("Slowest frames",
                         "Slowest frames since this panel was opened. Click a frame to show its work in the columns at "
                         "the top"))
        return;
    const auto& worst = timing.log().worst();
    const double slowest = worst.empty() ? 0 : worst.front().columns.seconds;
    std::optional<long> chosen;
    for (const LoggedFrame& frame : worst) {
        const FrameBound bound = bound_of(frame.columns, timing.interval_seconds);
        const std::string text = fmt::format("{:.1f} ms {}", 1e3 * bound.frame_seconds, name_of(bound.kind));
        const std::string label = fmt::format("Frame {}", frame.columns.number);
        const bool is_held = timing.holds() && timing.shown().number == frame.columns.number;
        if (widgets.option(label.c_str(), text.c_str(), static_cast<float>(bound.frame_seconds / slowest), is_held,
                           "Keeps the work of this frame in the columns at the top"))
            chosen = frame.columns.number;
    }
    if (chosen) timing.hold(*chosen);
}

// Describes the shown columns in a fixed height, so that the controls below do not move under the mouse.
void say_what_is_shown(const Timing& timing, const FrameColumns& shown) {
    constexpr float lines = 4;
    const float end = ImGui::GetCursorPosY() + lines * ImGui::GetTextLineHeightWithSpacing();
    write_wrapped(words(bound_of(shown, timing.interval_seconds)));
    if (timing.changing.empty() && !timing.holds()) {
        write_wrapped("No frames are drawn or recorded, because the picture does not change");
    } else {
        const std::string frames = timing.holds()          ? fmt::format("Frame {}, held", shown.number)
                                   : timing.at_their_times ? fmt::format("Frame {}", shown.number)
                                                           : "Mean of the last half second";
        write_wrapped(fmt::format("{}; the white line marks the display interval, {:.1f} ms", frames,
                                  1e3 * timing.interval_seconds));
    }
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), end));
}

void buttons(Widgets& widgets, Timing& timing, Notices& notices) {
    if (widgets.button(timing.holds() ? "Continue###hold" : "Hold###hold",
                       "Hold freezes the display at the newest frame; Continue shows new frames")) {
        if (timing.holds())
            timing.let_go();
        else if (!timing.log().frames().empty())
            timing.hold(timing.log().frames().back().columns.number);
    }
    ImGui::SameLine();
    widgets.checkbox("Actual times", timing.at_their_times, false,
                     "On: shows one frame with its parts at the times at which they ran, and with gaps while a thread "
                     "or queue waits. Off: shows stacked parts, averaged over half a second");
    if (widgets.button("CSV", "Writes the recorded frames as a table with a row for each part of each frame"))
        export_to(".csv", timing, notices, write_timing_csv);
    ImGui::SameLine();
    if (widgets.button("Chrome trace", "Writes the recorded frames to a file for chrome://tracing or ui.perfetto.dev"))
        export_to(".json", timing, notices, write_chrome_trace);
}

}  // namespace

void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices) {
    const FrameColumns shown = timing.shown();
    say_what_is_shown(timing, shown);
    const auto place = widgets.canvas("columns", columns_height(),
                                      "Work of the main thread, of OpenCL and of OpenGL in a frame. The white line "
                                      "marks the interval between two refreshes of the display; a longer frame misses "
                                      "a refresh");
    const LoggedFrame* const one = timing.at_their_times ? timing.one_frame() : nullptr;
    draw_columns(shown, one ? &one->record : nullptr, timing.interval_seconds, place);
    history(widgets, timing);
    buttons(widgets, timing, notices);
    worst_frames(widgets, timing);
    if (widgets.section("Measurement", "Describes how the durations are measured"))
        say_how_it_is_measured(timing, clock, computes);
    // The legend comes last, because its length changes.
    for (std::size_t lane = 0; lane < names<Lane>.size(); ++lane) legend_of(widgets, shown, static_cast<Lane>(lane));
}

}  // namespace milkomeda
