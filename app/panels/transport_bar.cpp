#include "app/panels/transport_bar.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/cli/values.hpp"
#include "app/panels/floating_bar.hpp"
#include "app/panels/speeds.hpp"
#include "app/ui/keys.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// A button of the time bar. The command with the title `command` defines its action and tooltip.
struct Button {
    const char* name;     // name of the button in Widgets::places()
    const char* command;  // title of the command
    Icon icon;
    float from_width;  // smallest width of the bar that shows the button, in units of the layout grid
};
constexpr Button buttons_of_bar[]{
    {"restart", "Reset", Icon::restart, 60},
    {"backwards", "Play backward", Icon::backward, 56},
    {"step back", "Step backward", Icon::step_back, 64},
    {"play", "Play or pause", Icon::play, 0},
    {"step", "Step forward", Icon::step, 50},
    {"loop", "Loop", Icon::loop, 72},
};
constexpr float clock_from_width = 34, speed_from_width = 68;
constexpr float button_edge = 4, bar_margin = 1, speed_width = 10;  // lengths in units of the layout grid

// Draws the list of speeds. A pace that matches no speed of the list appears as a further entry.
void speed_list(Widgets& widgets, const TransportBar::Run& run) {
    const double speed = run.pace / run.usual_pace;
    std::vector<double> entries{speeds.begin(), speeds.end()};
    const auto is_present = [&](double entry) { return std::abs(entry / speed - 1) < 1e-3; };
    auto index = static_cast<std::size_t>(std::ranges::find_if(entries, is_present) - entries.begin());
    if (index == entries.size()) entries.push_back(speed);
    std::vector<std::string> names;
    for (const double entry : entries) names.push_back(speed_text(entry));
    std::string pace = fmt::format("{:.2f}", run.pace);
    if (run.has_years)
        pace += fmt::format(" ({:.3g} {})", run.pace * pace_setting().unit.per_model_unit, pace_setting().unit.name);
    if (widgets.choice("###speed", index, names, usual_speed,
                       fmt::format("Speed of the run, relative to the usual pace of the scene. Present pace: {} per "
                                   "second of wall-clock time ( < > )",
                                   pace)
                           .c_str()))
        run.pace = entries[index] * run.usual_pace;
}

// Returns the time as the clock shows it, such as "1,528 Myr".
std::string clock_text(double time, const TransportBar::Run& run) {
    if (!run.has_times) return fmt::format("snapshot {:.0f}", time + 1);
    if (!run.has_years) return format_model_time(time);
    const double myr = std::round(time * myr_per_time);
    return (myr < 0 ? "-" : "") + count_text(static_cast<std::size_t>(std::abs(myr))) + " Myr";
}

}  // namespace

void TransportBar::draw(Widgets& widgets, const Run& run, const Area& area, float opacity, PanelActions& actions) {
    is_used_ = false;
    if (opacity > 0) {
        const FloatingBar window{"##transport", area, opacity, ImGuiWindowFlags_NoBringToFrontOnFocus};
        widgets.begin_panel("Transport");
        bar(widgets, run, area, actions);
        is_used_ =
            ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem |
                                   ImGuiHoveredFlags_AllowWhenBlockedByPopup) ||
            dragged_ || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    }
    time_to_go_to(widgets, run, actions);
}

// Draws the buttons, the clock, the time line and the speed from left to right.
void TransportBar::bar(Widgets& widgets, const Run& run, const Area& area, PanelActions& actions) {
    const float unit = ImGui::GetFrameHeight() / 3, width = area.size.x / unit, edge = button_edge * unit;
    float left = bar_margin * unit;
    const auto place = [&](float item_width, float item_height) {
        ImGui::SetCursorPos({left, std::round(0.5f * (area.size.y - item_height))});
        left += item_width;
    };
    for (const Button& button : buttons_of_bar) {
        if (width < button.from_width) continue;
        const UserCommand& command = command_titled(run.commands, button.command);
        const std::string tooltip = command.title + (command.detail.empty() ? "" : ": " + command.detail) +
                                    (command.keys.empty() ? "" : " ( " + command.keys + " )");
        const bool pauses =
            button.icon == Icon::play && run.source.transport().playing() && !run.source.transport().state().backward;
        place(edge, edge);
        if (widgets.icon_button(button.name, pauses ? Icon::pause : button.icon, edge, command.is_on && command.is_on(),
                                tooltip.c_str()))
            actions.command = &command;
    }
    if (width >= clock_from_width) {
        const UserCommand& command = command_titled(run.commands, "Go to a time...");
        const float clock_width = width_of(run.has_times ? "88,888 Myr" : "snapshot 8888") + unit;
        place(clock_width + unit, edge);
        const std::string tooltip = fmt::format("Displayed time, {}; click to enter a time to go to ( {} )",
                                                format_model_time(run.strip.now), command.keys);
        if (widgets.flat_button("time", clock_text(run.strip.now, run).c_str(), {clock_width, edge}, false,
                                tooltip.c_str()))
            actions.command = &command;
    }
    const float right = width >= speed_from_width ? (speed_width + 2 * bar_margin) * unit : bar_margin * unit;
    const float line_height = area.size.y - unit;
    place(0, line_height);
    ImGui::BeginChild("line", {std::max(1.0f, area.size.x - left - right), line_height}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav);
    line(widgets, run, actions);
    ImGui::EndChild();
    if (width < speed_from_width) return;
    left = area.size.x - (speed_width + bar_margin) * unit;
    place(0, ImGui::GetFrameHeight());
    ImGui::PushItemWidth(speed_width * unit);
    speed_list(widgets, run);
    ImGui::PopItemWidth();
}

// Draws the time line. While the user drags along the time line, requests the stored state nearest to the pointer. On
// release, requests the exact time of a mark near the pointer, or the time under the pointer if that time is not
// computed yet.
void TransportBar::line(Widgets& widgets, const Run& run, PanelActions& actions) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const std::array<float, 4> before{corner.x, corner.y, std::max(1.0f, ImGui::GetContentRegionAvail().x),
                                      ImGui::GetContentRegionAvail().y};
    const double pointed = time_at(run.strip, before, ImGui::GetIO().MousePos.x);
    const double near = 4 * (run.strip.last - run.strip.first) / static_cast<double>(before[2]);
    const TimeStrip::Mark* const mark = mark_at(run.strip, pointed, near);
    const std::string tooltip = mark ? mark->words : milkomeda::words_of(run.strip, pointed, run.has_times);
    const std::array<float, 4> place = widgets.canvas("time line", before[3], tooltip.c_str());
    const bool held = ImGui::IsItemActive();
    draw_time_strip(run.strip, place);
    if (held && !dragged_) {
        played_ = run.source.transport().playing() && !run.source.transport().state().backward;
        wanted_.reset();
    }
    if (held) {
        mark_ = mark ? std::optional{mark->time} : std::nullopt;
        if (pointed <= run.source.transport().state().last_time) actions.show = pointed;
        wanted_ = pointed;
    } else if (dragged_ && wanted_) {
        const double to = mark_.value_or(*wanted_);
        if (mark_ || to > run.source.transport().state().last_time) actions.head_for = to;
        actions.play_on = played_ && !mark_;
        wanted_.reset();
    }
    dragged_ = held;
}

void TransportBar::time_to_go_to(Widgets& widgets, const Run& run, PanelActions& actions) {
    constexpr const char* name = "go to a time";
    const bool appears = std::exchange(asks_, false);
    if (appears) {
        ImGui::OpenPopup(name);
        typed_.clear();
        trouble_.clear();
        refocuses_ = false;
    }
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(24 * line, screen.x), 0});
    if (!ImGui::BeginPopup(name)) return;
    widgets.begin_panel("Go to");
    write_wrapped(run.has_times ? "Model time to go to, such as 17, 300Myr or 1.2Gyr"
                                : "Number of the snapshot to go to");
    if (appears || std::exchange(refocuses_, false)) ImGui::SetKeyboardFocusHere();
    const bool entered = widgets.text("###time", typed_, "Enter goes to this time, Escape closes this field");
    if (entered) try {
            const double time = parse_model_time(typed_);
            actions.head_for = run.has_times ? time : time - 1;
            ImGui::CloseCurrentPopup();
        } catch (const std::exception& error) {
            trouble_ = error.what();
            refocuses_ = true;
        }
    // Checks Escape here because the text field gets the keyboard focus only in the next frame.
    if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    if (!trouble_.empty()) write_wrapped(trouble_);
    widgets.end_panel();
    ImGui::EndPopup();
}

}  // namespace milkomeda
