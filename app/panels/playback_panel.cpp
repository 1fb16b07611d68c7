// The panel of a series of snapshots, in the place of the Simulation panel.
#include <imgui.h>

#include <cstdio>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// A slider's format: model units, and beside them what that is for people.
std::string with_myr(double value, const char* unit) {
    char text[64];
    std::snprintf(text, sizeof text, "%%.2f (%.4g %s)", value * myr_per_time, unit);
    return text;
}

void buttons(Widgets& widgets, Playback& playback) {
    if (widgets.button(playback.playing() ? "pause" : "play", "space")) playback.play(!playback.playing());
    ImGui::SameLine();
    if (widgets.button("back", "the snapshot before ( , )")) playback.step(-1);
    ImGui::SameLine();
    if (widgets.button("forward", "the next snapshot ( . )")) playback.step(1);
}

void time_and_pace(Widgets& widgets, Playback& playback) {
    const bool has_times = playback.has_times();
    double time = playback.time();
    if (widgets.slider("time", time, playback.first_time(), playback.last_time(), playback.first_time(),
                       has_times ? with_myr(time, "Myr").c_str() : "snapshot %.2f", Widgets::Scale::linear,
                       "model time, in units of 17.78 Myr; the number of the snapshot where files say none"))
        playback.go_to(time);
    widgets.slider("pace", playback.pace, 0.01, 20, SimulationParameters{}.time_per_second,
                   has_times ? with_myr(playback.pace, "Myr/s").c_str() : "%.2f snapshots/s",
                   Widgets::Scale::logarithmic, "model time per second of wall clock");
    widgets.checkbox("loop", playback.loop, false, "begin again at the end");
    ImGui::SameLine();
    widgets.checkbox("interpolate", playback.interpolates, true,
                     "between two snapshots, by positions and velocities; else the nearest is shown");
}

}  // namespace

void playback_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    Playback& playback = *view.loaded.playback();
    buttons(widgets, playback);
    ImGui::SameLine();
    if (widgets.button("simulate", "go on from the nearest snapshot with a simulation"))
        actions.simulate_from = playback.nearest_file();
    ImGui::TextWrapped("%s", playback.file(playback.index()).filename().c_str());
    ImGui::Text("snapshot %zu of %zu", playback.index() + 1, playback.count());
    time_and_pace(widgets, playback);
    for (const std::string& line : {playback.gaps(), playback.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
    save_section(widgets, view, actions);
}

}  // namespace milkomeda
