#include "app/panels/time_strip.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/milestone_list.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr ImU32 unknown_color = IM_COL32(255, 255, 255, 22), computed_color = IM_COL32(96, 140, 200, 120),
                exact_color = IM_COL32(110, 200, 150, 170), key_color = IM_COL32(190, 215, 255, 200),
                other_color = IM_COL32(235, 170, 90, 230), end_color = IM_COL32(255, 255, 255, 130),
                milestone_color = IM_COL32(255, 220, 130, 255), passage_color = IM_COL32(255, 130, 130, 255),
                now_color = IM_COL32(255, 255, 255, 255), goal_color = IM_COL32(255, 255, 255, 140);

// Returns the color with the opacity of the time bar.
ImU32 faded(ImU32 color) { return ImGui::GetColorU32(color); }

void draw_keys(ImDrawList& list, const TimeStrip& strip, const std::array<float, 4>& place, float top, float bottom) {
    constexpr float least_gap = 3;
    float last = -1e9f;
    for (const double key : strip.keys) {
        const float x = std::round(place_of(strip, place, key));
        if (x - last < least_gap) continue;
        list.AddLine({x, top}, {x, bottom}, faded(key_color));
        last = x;
    }
}

// Draws a triangle below the bar for each close passage, and a line over the bar for each milestone.
void draw_marks(ImDrawList& list, const TimeStrip& strip, const std::array<float, 4>& place, float top, float bottom) {
    const float size = std::round(0.4f * (bottom - top));
    for (const TimeStrip::Mark& mark : strip.marks) {
        const float x = std::round(place_of(strip, place, mark.time));
        if (mark.is_passage())
            list.AddTriangleFilled({x - size, bottom + 2 * size}, {x, bottom + 0.2f * size},
                                   {x + size, bottom + 2 * size}, faded(passage_color));
        else
            list.AddRectFilled({x - 1, top - size}, {x + 1, bottom}, faded(milestone_color));
    }
}

// Writes the names of the chapters above the bar, as far as each name fits before the next chapter. The name of the
// present chapter is bright.
void write_chapters(ImDrawList& list, const TimeStrip& strip, const std::array<float, 4>& place) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<const TimeStrip::Mark*> chapters;
    for (const TimeStrip::Mark& mark : strip.marks)
        if (!mark.is_passage()) chapters.push_back(&mark);
    std::ranges::sort(chapters, {}, &TimeStrip::Mark::time);
    for (std::size_t i = 0; i < chapters.size(); ++i) {
        const bool is_last = i + 1 == chapters.size();
        const double end = is_last ? strip.last : chapters[i + 1]->time;
        const float left = std::round(place_of(strip, place, chapters[i]->time)) - 1;
        const float width = place_of(strip, place, end) - left - (is_last ? 0 : 0.5f * line);
        if (width < 4.5f * line) continue;  // too few letters to be understood
        const bool is_present = chapters[i]->time <= strip.now && (strip.now < end || is_last);
        list.AddText({left, place[1]}, is_present ? faded(milestone_color) : ImGui::GetColorU32(ImGuiCol_TextDisabled),
                     shortened(chapters[i]->chapter, width).c_str());
    }
}

}  // namespace

TimeStrip time_strip(const ParticleSource& source, const SceneSetup& scene) {
    const double until = scene.until;
    TimeStrip strip{.first = source.transport().state().first_time,
                    .last = std::max(until, source.transport().state().last_time),
                    .scene_end = until,
                    .computed = source.transport().state().last_time,
                    .exact_from = source.transport().state().undo_limit,
                    .now = source.transport().time(),
                    .goal = source.transport().state().goal,
                    .has_years = scene.has_years()};
    for (const SceneMilestone& milestone : scene.milestones)
        if (milestone.time >= strip.first)
            strip.marks.push_back({milestone.time, words_of(milestone, scene.has_years()), milestone.title});
    if (const SnapshotSeries* const series = source.series()) {
        strip.last = strip.scene_end = series->last_time();
        for (std::size_t i = 0; i < series->count(); ++i) strip.keys.push_back(series->time_of(i));
    }
    if (const RunHistory* const line = source.checkpoints().run_history()) {
        for (const DeviceSnapshot* const key : line->keys()) strip.keys.push_back(key->time);
        std::vector<const RunHistory::Branch*> path;  // the present branch and its ancestors
        for (auto* branch = line->present().get(); branch; branch = branch->parent.get()) path.push_back(branch);
        for (const auto& branch : line->branches()) {
            strip.last = std::max(strip.last, branch->end.time);
            if (std::ranges::count(path, branch.get()) == 0)
                strip.branches.push_back({branch->begin.time, branch->end.time});
        }
        // Adds, for each ancestor branch, its part after the time at which its child in `path` begins.
        for (const RunHistory::Branch* branch : path)
            if (branch->parent && branch->parent->end.steps > branch->begin.steps)
                strip.branches.push_back({branch->begin.time, branch->parent->end.time});
        for (const double time : passages(line->separations()))
            strip.marks.push_back(
                {time, "close passage of two galaxies at " + format_time(time, scene.has_years()), {}});
    }
    if (!(strip.last > strip.first)) strip.last = strip.first + 1;
    return strip;
}

const TimeStrip::Mark* mark_at(const TimeStrip& strip, double time, double within) {
    const TimeStrip::Mark* best = nullptr;
    for (const TimeStrip::Mark& mark : strip.marks)
        if (std::abs(mark.time - time) <= within && (!best || std::abs(mark.time - time) < std::abs(best->time - time)))
            best = &mark;
    return best;
}

std::string words_of(const TimeStrip& strip, double time, bool has_times) {
    std::string words = has_times ? format_model_time(time) : fmt::format("snapshot {:.0f}", time + 1);
    if (has_times && strip.has_years) words += ", " + format_time(time);
    if (time > strip.computed) return words + ": not computed yet; release the mouse to compute up to this time";
    if (strip.exact_from && time >= *strip.exact_from && time <= strip.now)
        words += ": all steps after this time can be undone exactly";
    if (strip.keys.empty()) return words + ": the run has no key frames";
    const double key = *std::ranges::min_element(strip.keys, {}, [&](double k) { return std::abs(k - time); });
    if (has_times) words += ": the nearest stored state is at " + format_model_time(key);
    return words;
}

double time_at(const TimeStrip& strip, const std::array<float, 4>& place, float x) {
    const double share = std::clamp(static_cast<double>((x - place[0]) / std::max(1.0f, place[2])), 0.0, 1.0);
    return strip.first + share * (strip.last - strip.first);
}

float place_of(const TimeStrip& strip, const std::array<float, 4>& place, double time) {
    const double share = std::clamp((time - strip.first) / (strip.last - strip.first), 0.0, 1.0);
    return place[0] + static_cast<float>(share) * place[2];
}

void draw_time_strip(const TimeStrip& strip, const std::array<float, 4>& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float unit = ImGui::GetFrameHeight() / 3, end = place[1] + place[3];
    const float top = std::round(place[1] + ImGui::GetTextLineHeight() + 0.5f * unit), bottom = top + unit;
    const auto x = [&](double time) { return place_of(strip, place, time); };
    const auto bar = [&](double from, double to, float y0, float y1, ImU32 color) {
        if (to > from) list.AddRectFilled({x(from), y0}, {std::max(x(to), x(from) + 1), y1}, color, 2);
    };
    write_chapters(list, strip, place);
    list.AddRectFilled({place[0], top}, {place[0] + place[2], bottom}, faded(unknown_color), 2);
    bar(strip.first, strip.computed, top, bottom, faded(computed_color));
    if (strip.exact_from) bar(*strip.exact_from, strip.now, top, bottom, faded(exact_color));
    draw_keys(list, strip, place, top + 0.2f * unit, bottom - 0.2f * unit);
    const float lane = std::max(2.0f, std::round(0.3f * unit));
    float below = bottom + lane;
    for (const TimeStrip::BranchTimes& branch : strip.branches) {
        bar(branch.begin, branch.end, below, below + lane, faded(other_color));
        if (below + 2.5f * lane < end) below += 1.5f * lane;
    }
    if (strip.scene_end < strip.last)
        list.AddLine({x(strip.scene_end), top}, {x(strip.scene_end), bottom}, faded(end_color));
    draw_marks(list, strip, place, top, bottom);
    if (strip.goal) list.AddLine({x(*strip.goal), top - unit}, {x(*strip.goal), bottom + unit}, faded(goal_color), 2);
    const float now = std::round(x(strip.now)), half = std::max(1.0f, std::round(0.12f * unit));
    list.AddRectFilled({now - half, top - 0.5f * unit}, {now + half, bottom + 0.5f * unit}, faded(now_color));
    list.AddCircleFilled({now, 0.5f * (top + bottom)}, 0.75f * unit, faded(now_color));
}

}  // namespace milkomeda
