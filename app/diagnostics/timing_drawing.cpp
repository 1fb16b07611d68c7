#include "app/diagnostics/timing_drawing.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

constexpr float columns_lines = 11, history_lines = 5;  // heights in text line heights

ImU32 color_of(std::uint32_t rgb) { return IM_COL32(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff, 0xff); }

// Returns the color of a kind of work: the color of the first part of this kind.
ImU32 color_of(PartKind kind) { return color_of(std::ranges::find(part_rows, kind, &PartRow::kind)->rgb); }

// The vertical time axis of a plot.
struct TimeAxis {
    float left, right, top, bottom;
    double end;  // time at the upper end in seconds

    float y(double seconds) const {
        const auto share = static_cast<float>(std::min(seconds / end, 1.0));
        return std::round(bottom - share * (bottom - top));
    }
};

// Returns the end of the axis in seconds: slightly more than a whole number of display intervals, so that the
// axis rarely changes.
double axis_end(double longest_seconds, double interval_seconds) {
    // If a column is less than 5 % longer than a whole number of intervals, the axis does not get longer.
    constexpr double tolerance = 0.95;
    return interval_seconds * std::max(1.0, std::ceil(tolerance * longest_seconds / interval_seconds)) * 1.04;
}

// Returns how many display intervals must lie between two labels of the axis, so that the labels do not overlap.
int intervals_per_label(const TimeAxis& axis, double interval_seconds) {
    const float label_height = 1.3f * ImGui::GetTextLineHeight();
    for (const int intervals : {1, 2, 5, 10, 20, 50, 100})
        if (axis.bottom - axis.y(intervals * interval_seconds) >= label_height) return intervals;
    return 1000;
}

TimeAxis draw_axis(double longest_seconds, double interval_seconds, const std::array<float, 4>& place) {
    const float line = ImGui::GetTextLineHeight();
    TimeAxis axis{.left = place[0],
                  .right = place[0] + place[2],
                  .top = place[1],
                  .bottom = place[1] + place[3],
                  .end = axis_end(longest_seconds, interval_seconds)};
    axis.left += width_of("0000 ms") + 0.3f * line;
    ImGui::GetWindowDrawList()->AddRectFilled({axis.left, axis.top}, {axis.right, axis.bottom},
                                              ImGui::GetColorU32(ImGuiCol_FrameBg));
    return axis;
}

// Draws the labels of the axis, and a thick line at one display interval. Frames above this line miss a refresh.
void draw_intervals(const TimeAxis& axis, double interval_seconds) {
    const float line = ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int step = intervals_per_label(axis, interval_seconds);
    for (int i = 0; i * interval_seconds < axis.end; i += step) {
        const float y = axis.y(i * interval_seconds);
        const std::string text = fmt::format("{:.0f}{}", 1e3 * i * interval_seconds, i == step ? " ms" : "");
        list.AddText({axis.left - 0.3f * line - width_of(text), std::min(y - 0.5f * line, axis.bottom - line)},
                     ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
        list.AddLine({axis.left, y}, {axis.right, y}, ImGui::GetColorU32(ImGuiCol_Border));
    }
    constexpr float thick = 2;
    const float y = axis.y(interval_seconds);
    list.AddLine({axis.left, y}, {axis.right, y}, ImGui::GetColorU32(ImGuiCol_Text), thick);
}

// Returns the intervals that a column shows, without idle times: the parts stacked in order or, with `record`, at the
// times at which they ran in this frame.
std::vector<FrameInterval> shown_intervals(std::span<const FramePart> parts, const FrameRecord* record, Lane lane) {
    std::vector<FrameInterval> intervals;
    if (record) {
        intervals = intervals_of(*record, lane);
        std::erase_if(intervals, [](const FrameInterval& each) { return each.name == "idle" || each.end <= 0; });
        for (FrameInterval& interval : intervals) interval.begin = std::max(interval.begin, 0.0);
        return intervals;
    }
    double from = 0;
    for (const FramePart& part : parts) {
        intervals.push_back({part.name, from, from + part.seconds});
        from += part.seconds;
    }
    return intervals;
}

// Draws a part of a column, with the part's name if the name fits.
void draw_part(const TimeAxis& axis, float left, float right, double from, double to, std::string_view name) {
    const float top = axis.y(to), bottom = axis.y(from);
    if (bottom - top < 1) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint32_t rgb = row_of_part(name).rgb;
    list.AddRectFilled({left, top}, {right, bottom}, color_of(rgb));
    const std::string text{name};
    const float line = ImGui::GetTextLineHeight(), width = width_of(text);
    if (bottom - top < line || width > right - left) return;
    const bool is_bright = 2 * (rgb >> 16 & 0xff) + 5 * (rgb >> 8 & 0xff) + (rgb & 0xff) > 8 * 0x80;
    list.AddText({std::round((left + right - width) / 2), std::round((top + bottom - line) / 2)},
                 is_bright ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255), text.c_str());
}

}  // namespace

float columns_height() { return (columns_lines + 1.2f) * ImGui::GetTextLineHeight(); }

float history_height() { return history_lines * ImGui::GetTextLineHeight(); }

void draw_columns(const FrameColumns& columns, const FrameRecord* record, double interval_seconds,
                  const std::array<float, 4>& place) {
    const float line = ImGui::GetTextLineHeight();
    double longest = columns.seconds;
    if (!record)
        for (const auto& parts : columns.lanes) longest = std::max(longest, total_seconds(parts));
    const TimeAxis axis = draw_axis(longest, interval_seconds, {place[0], place[1], place[2], columns_lines * line});
    constexpr float gap = 0.08f;  // gap on each side of a column, as a share of the column's width
    const float width = (axis.right - axis.left) / static_cast<float>(columns.lanes.size());
    for (std::size_t lane = 0; lane < columns.lanes.size(); ++lane) {
        const float begin = axis.left + static_cast<float>(lane) * width;
        const float left = std::round(begin + gap * width), right = std::round(begin + (1 - gap) * width);
        for (const auto& [part, from, to] : shown_intervals(columns.lanes[lane], record, static_cast<Lane>(lane)))
            draw_part(axis, left, right, from, to, part);
        const std::string name{names<Lane>[lane]};
        ImGui::GetWindowDrawList()->AddText(
            {std::round((left + right - width_of(name)) / 2), axis.bottom + 0.1f * line},
            ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
    }
    draw_intervals(axis, interval_seconds);
}

const LoggedFrame* draw_history(const FrameLog& log, double interval_seconds, std::optional<long> marked,
                                const std::array<float, 4>& place) {
    const auto& frames = log.frames();
    constexpr float width = 2;  // width of a column in pixels
    // 90 % of the frames fit on the axis, and longer frames are cut off. Otherwise one long frame would shrink all
    // columns.
    std::vector<double> newest;
    const auto columns = static_cast<std::size_t>(place[2] / width);
    for (auto frame = frames.rbegin(); frame != frames.rend() && newest.size() < columns; ++frame)
        newest.push_back(frame->columns.seconds);
    std::ranges::sort(newest);
    const double most = newest.empty() ? 0 : newest[newest.size() * 9 / 10];
    const TimeAxis axis = draw_axis(most, interval_seconds, place);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    constexpr ImGuiHoveredFlags also_pressed = ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;
    const bool is_over = ImGui::IsWindowHovered(also_pressed) && mouse.y >= axis.top && mouse.y < axis.bottom;
    const LoggedFrame* under_mouse = nullptr;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float right = axis.right;
    for (auto frame = frames.rbegin(); frame != frames.rend() && right - width >= axis.left; ++frame) {
        std::array<double, names<PartKind>.size()> kinds{};
        for (const FramePart& part : frame->columns[Lane::host])
            kinds[static_cast<std::size_t>(row_of_part(part.name).kind)] += part.seconds;
        double from = 0;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const float top = axis.y(from + kinds[k]), bottom = axis.y(from);
            if (top < bottom)
                list.AddRectFilled({right - width, top}, {right, bottom}, color_of(static_cast<PartKind>(k)));
            from += kinds[k];
        }
        const bool is_under = is_over && mouse.x >= right - width && mouse.x < right;
        if (is_under) under_mouse = &*frame;
        if (is_under || marked == frame->columns.number)
            list.AddRect({right - width - 1, axis.top}, {right + 1, axis.bottom}, ImGui::GetColorU32(ImGuiCol_Text));
        right -= width;
    }
    draw_intervals(axis, interval_seconds);
    return under_mouse;
}

void draw_swatch(std::string_view part) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight(), side = std::round(0.7f * line);
    const float top = std::round(least.y + (line - side) / 2);
    ImGui::GetWindowDrawList()->AddRectFilled({least.x, top}, {least.x + side, top + side},
                                              color_of(row_of_part(part).rgb));
    ImGui::Dummy({side, line});
}

}  // namespace milkomeda
