#include "app/panels/transport_bar.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/cli/values.hpp"
#include "app/panels/bottom_bar.hpp"
#include "app/ui/keys.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Draws the symbol of a transport button. Coordinates are relative to the button's center, in button heights.
struct Sign {
    ImDrawList& list;
    ImVec2 middle;
    float unit;
    ImU32 color;

    ImVec2 at(float x, float y) const { return {middle.x + x * unit, middle.y + y * unit}; }
    void triangle(float from, float to) const {
        // ImGui's antialiasing requires vertices in clockwise order on the screen.
        if (to > from)
            list.AddTriangleFilled(at(from, -0.3f), at(to, 0), at(from, 0.3f), color);
        else
            list.AddTriangleFilled(at(from, 0.3f), at(to, 0), at(from, -0.3f), color);
    }
    void bar(float x, float width) const { list.AddRectFilled(at(x, -0.3f), at(x + width, 0.3f), color); }
};

void play_sign(const Sign& s) { s.triangle(-0.2f, 0.3f); }
void pause_sign(const Sign& s) {
    s.bar(-0.25f, 0.18f);
    s.bar(0.08f, 0.18f);
}
void backwards_sign(const Sign& s) { s.triangle(0.2f, -0.3f); }
void step_sign(const Sign& s) {
    s.bar(-0.28f, 0.12f);
    s.triangle(-0.05f, 0.3f);
}
void step_back_sign(const Sign& s) {
    s.bar(0.16f, 0.12f);
    s.triangle(0.05f, -0.3f);
}
void loop_sign(const Sign& s) {
    s.list.PathArcTo(s.middle, 0.26f * s.unit, 0.6f, 5.6f, 24);
    s.list.PathStroke(s.color, false, std::max(1.0f, 0.08f * s.unit));
    s.list.AddTriangleFilled(s.at(0.08f, -0.28f), s.at(0.34f, -0.36f), s.at(0.32f, -0.04f), s.color);
}

// A button of the transport bar. The command with the title `command` defines its action and tooltip.
struct Button {
    const char* name;     // name of the button in Widgets::places()
    const char* command;  // title of the command
    void (*sign)(const Sign&);
    float from_width;  // the button is shown if the window is this wide, in text line heights
};
constexpr Button buttons_of_bar[]{
    {"backwards", "Play backward", backwards_sign, 30},
    {"step back", "Step backward", step_back_sign, 22},
    {"play", "Play or pause", play_sign, 0},
    {"step", "Step forward", step_sign, 22},
    {"loop", "Loop", loop_sign, 34},
};
constexpr float time_from_width = 26, pace_from_width = 42;

const UserCommand& command_named(std::span<const UserCommand> commands, std::string_view title) {
    return *std::ranges::find(commands, title, &UserCommand::title);
}

std::string time_words(double time, bool has_times) {
    return has_times ? format_model_time(time) : fmt::format("{:.1f}", time + 1);
}

}  // namespace

float TransportBar::height() { return ImGui::GetFrameHeight() + 2; }

void TransportBar::draw(Widgets& widgets, const Run& run, float below, PanelActions& actions) {
    {
        const BottomBar bar{"##transport", {ImGui::GetIO().DisplaySize.x, height()}, below, 1};
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.25f * ImGui::GetTextLineHeight(), 0});
        widgets.begin_panel("Transport");
        buttons(widgets, run, actions);
        line(widgets, run, actions);
        ImGui::PopStyleVar();
    }
    time_to_go_to(widgets, run, actions);
}

void TransportBar::buttons(Widgets& widgets, const Run& run, PanelActions& actions) {
    const float width = ImGui::GetIO().DisplaySize.x / ImGui::GetTextLineHeight(), side = ImGui::GetFrameHeight();
    for (const Button& button : buttons_of_bar) {
        if (width < button.from_width) continue;
        const UserCommand& command = command_named(run.commands, button.command);
        const std::string tooltip = command.title + (command.detail.empty() ? "" : ": " + command.detail) +
                                    (command.keys.empty() ? "" : " ( " + command.keys + " )");
        if (widgets.tab(button.name, "", {side, side}, false, tooltip.c_str())) actions.command = &command;
        const bool is_on = command.is_on && command.is_on();
        const bool pauses =
            button.sign == play_sign && run.source.transport().playing() && !run.source.transport().state().backward;
        const ImVec2 least = ImGui::GetItemRectMin();
        const Sign sign{*ImGui::GetWindowDrawList(),
                        {least.x + 0.5f * side, least.y + 0.5f * side},
                        side,
                        ImGui::GetColorU32(is_on ? ImGuiCol_CheckMark : ImGuiCol_Text)};
        (pauses ? pause_sign : button.sign)(sign);
        ImGui::SameLine();
    }
    if (width >= pace_from_width) {
        const Setting& setting = pace_setting();
        ImGui::PushItemWidth(width_of(fmt::format("100.00 (1000.0 {})", setting.unit.name)) + side);
        ImGui::BeginGroup();
        widgets.slider("###pace", run.pace,
                       {setting.slider.least, setting.slider.most, SimulationParameters{}.time_per_second,
                        run.has_times ? "%.2f" : "%.2f snapshots/s", setting.scale,
                        run.has_years ? Typed{.unit = setting.unit} : Typed{}},
                       setting.tooltip);
        ImGui::EndGroup();
        ImGui::PopItemWidth();
        ImGui::SameLine();
    }
    if (width >= time_from_width) {
        const UserCommand& command = command_named(run.commands, "Go to a time...");
        const float button_width = width_of(time_words(888.88, run.has_times)) + 0.5f * side;
        if (widgets.tab("time", time_words(run.strip.now, run.has_times).c_str(), {button_width, side}, false,
                        ("Displayed model time; click to enter a time to go to ( " + command.keys + " )").c_str()))
            actions.command = &command;
        ImGui::SameLine();
    }
}

// Draws the time line. While the user drags along the time line, requests the stored state nearest to the pointer. On
// release, requests the exact time under the pointer if a mark is there or if the time is not computed yet.
void TransportBar::line(Widgets& widgets, const Run& run, PanelActions& actions) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const std::array<float, 4> before{corner.x, corner.y, std::max(1.0f, ImGui::GetContentRegionAvail().x),
                                      ImGui::GetFrameHeight()};
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
        actions.play_on = played_;
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
