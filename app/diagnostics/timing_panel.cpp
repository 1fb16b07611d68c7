#include "app/diagnostics/timing_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "app/diagnostics/frame_bound.hpp"
#include "app/diagnostics/part_table.hpp"
#include "app/diagnostics/timing_drawing.hpp"
#include "app/diagnostics/timing_files.hpp"
#include "app/io/output_file.hpp"
#include "app/ui/text_fit.hpp"
#include "data/system/unused_name.hpp"

namespace milkomeda {
namespace {

// Writes time and percentage of a legend row at the right end of the line.
void numbers_at_end(double seconds, double of_seconds) {
    char text[48];
    std::snprintf(text, sizeof text, "%.2f ms %3.0f %%", 1e3 * seconds,
                  of_seconds > 0 ? 100 * seconds / of_seconds : 0.0);
    ImGui::SameLine(ImGui::GetCursorStartPos().x + ImGui::GetContentRegionMax().x -
                    ImGui::GetWindowContentRegionMin().x - width_of(text));
    ImGui::TextUnformatted(text);
}

void legend_of(Widgets& widgets, const FrameColumns& columns, Lane lane) {
    const std::vector<FramePart>& parts = columns[lane];
    if (parts.empty()) return;
    ImGui::Separator();
    const std::string name{name_of(lane)};
    constexpr std::array helps{"Main thread, by its own clock",
                               "Queue of the device, by its events: from before the first command of a part to "
                               "after its last command",
                               "Drawing passes of the picture"};
    widgets.line(name.c_str(), name.c_str(), helps[static_cast<std::size_t>(lane)]);
    numbers_at_end(total_seconds(parts), columns.seconds);
    constexpr double small = 0.005;  // parts with a smaller share of the frame are summed up as "other"
    double others = 0;
    int count = 0;
    for (const FramePart& part : parts) {
        if (part.seconds < small * columns.seconds) {
            others += part.seconds;
            ++count;
            continue;
        }
        draw_swatch(part.name);
        ImGui::SameLine();
        const std::string label = std::string{part.name} + " (" + name + ")";
        widgets.line(label.c_str(), std::string{part.name}.c_str(), row_of_part(part.name).help);
        numbers_at_end(part.seconds, columns.seconds);
    }
    const double rest = lane == Lane::host ? std::max(0.0, columns.seconds - total_seconds(parts)) : 0;
    if (others + rest <= 0) return;
    const std::string label = "other (" + name + ")";
    widgets.line(label.c_str(), "other",
                 (std::to_string(count) + " parts of less than half a percent of the frame each, and time "
                                          "outside all parts")
                     .c_str());
    numbers_at_end(others + rest, columns.seconds);
}

void say_how_it_is_measured(const Timing& timing, PassTimers::Clock clock, bool computes) {
    switch (clock) {
        case PassTimers::Clock::gpu:
            write_wrapped(
                "OpenGL: timer queries measure how long each pass took. The panel assumes that a pass began "
                "when it "
                "was issued, or at the end of the previous pass.");
            break;
        case PassTimers::Clock::host: {
            write_wrapped(
                "OpenGL: this driver draws in software, and its timer queries are wrong. While this panel is "
                "open, the main thread waits for each pass (glFinish) and measures it with its own clock.");
            char text[96];
            if (const auto cost = timing.log().cost_of_waiting()) {
                std::snprintf(text, sizeof text,
                              "Frames with this wait differ by %+.2f ms from every 16th frame, which does not wait.",
                              1e3 * *cost);
                write_wrapped(text);
            }
            break;
        }
        case PassTimers::Clock::none:
            write_wrapped("OpenGL: not measured, because this driver has no timer queries.");
            break;
    }
    write_wrapped(computes ? "OpenCL: events of markers in the queue, by the clock of the device."
                           : "OpenCL: not measured, because no device computes.");
    write_wrapped("Host: the clock of the main thread. Frames are recorded only while this panel is visible.");
}

void export_to(const std::string& ending, const Timing& timing, Notices& notices,
               const std::function<void(const std::filesystem::path&, const std::deque<LoggedFrame>&)>& write) try {
    const std::filesystem::path file = unused_name(name_by_time("-timing" + ending));
    write(file, timing.log().frames());
    notices.add(std::to_string(timing.log().frames().size()) + " frames written to " + file.string());
} catch (const std::exception& error) {
    notices.add(error.what());
}

void history(Widgets& widgets, Timing& timing) {
    const auto place = widgets.canvas("history", history_height(),
                                      "Newest frames, the last at the right. Blue is computing, violet copying, "
                                      "orange drawing, green the interface, gray waiting for the display. A "
                                      "click holds a frame");
    const std::optional<long> marked = timing.holds() ? std::optional{timing.shown().number} : std::optional<long>{};
    const LoggedFrame* const hovered = draw_history(timing.log(), timing.interval_seconds, marked, place);
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) timing.hold(hovered->columns.number);
}

void worst_frames(Widgets& widgets, Timing& timing) {
    if (!widgets.section("Slowest frames", "Slowest frames since this panel was opened; a click holds a frame")) return;
    const auto& worst = timing.log().worst();
    const double slowest = worst.empty() ? 0 : worst.front().columns.seconds;
    std::optional<long> chosen;
    for (const LoggedFrame& frame : worst) {
        const FrameBound bound = bound_of(frame.columns, timing.interval_seconds);
        char text[64];
        std::snprintf(text, sizeof text, "%.1f ms %s", 1e3 * bound.frame_seconds, name_of(bound.kind).data());
        const std::string label = "Frame " + std::to_string(frame.columns.number);
        const bool is_held = timing.holds() && timing.shown().number == frame.columns.number;
        if (widgets.option(label.c_str(), text, static_cast<float>(bound.frame_seconds / slowest), is_held,
                           "Holds this frame for inspection"))
            chosen = frame.columns.number;
    }
    if (chosen) timing.hold(*chosen);
}

// Writes what the panel shows, in a fixed height, so that controls below do not move under the mouse.
void say_what_is_shown(const Timing& timing, const FrameColumns& shown) {
    constexpr float lines = 4;
    const float end = ImGui::GetCursorPosY() + lines * ImGui::GetTextLineHeightWithSpacing();
    write_wrapped(words(bound_of(shown, timing.interval_seconds)));
    char text[96];
    const double line_ms = 1e3 * timing.interval_seconds;
    if (timing.holds())
        std::snprintf(text, sizeof text, "Frame %ld, held; the white line marks %.1f ms", shown.number, line_ms);
    else if (timing.still)
        std::snprintf(text, sizeof text, "At rest: nothing is drawn or recorded");
    else if (timing.at_their_times)
        std::snprintf(text, sizeof text, "Frame %ld; the white line is %.1f ms", shown.number, line_ms);
    else
        std::snprintf(text, sizeof text, "Mean of the last half second; the white line is %.1f ms", line_ms);
    write_wrapped(text);
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), end));
}

void buttons(Widgets& widgets, Timing& timing, Notices& notices) {
    if (widgets.button(timing.holds() ? "Continue###hold" : "Hold###hold",
                       "Holds the newest frame for inspection, or continues with new frames")) {
        if (timing.holds())
            timing.let_go();
        else if (!timing.log().frames().empty())
            timing.hold(timing.log().frames().back().columns.number);
    }
    ImGui::SameLine();
    widgets.checkbox("At their times", timing.at_their_times, false,
                     "Shows one frame with its parts at the times when they ran, with the gaps in which a "
                     "lane waits. Off: "
                     "the mean of half a second, with stacked parts");
    if (widgets.button("CSV", "Writes the recorded frames as a table with a row for each part"))
        export_to(".csv", timing, notices, write_timing_csv);
    ImGui::SameLine();
    if (widgets.button("Chrome trace", "Writes the recorded frames for chrome://tracing and ui.perfetto.dev"))
        export_to(".json", timing, notices, write_chrome_trace);
}

}  // namespace

// Draws the Timing panel. The legend comes last, because its length changes.
void timing_panel(Widgets& widgets, Timing& timing, PassTimers::Clock clock, bool computes, Notices& notices) {
    const FrameColumns shown = timing.shown();
    say_what_is_shown(timing, shown);
    const auto place = widgets.canvas("columns", columns_height(),
                                      "Work of each lane in a frame. The white line is one interval of the "
                                      "display; a frame above it misses a picture");
    const LoggedFrame* const one = timing.at_their_times ? timing.one_frame() : nullptr;
    draw_columns(shown, one ? &one->record : nullptr, timing.interval_seconds, place);
    history(widgets, timing);
    buttons(widgets, timing, notices);
    worst_frames(widgets, timing);
    if (widgets.section("Measurement", "Clocks that measure each lane"))
        say_how_it_is_measured(timing, clock, computes);
    for (std::size_t lane = 0; lane < names<Lane>.size(); ++lane) legend_of(widgets, shown, static_cast<Lane>(lane));
}

}  // namespace milkomeda
