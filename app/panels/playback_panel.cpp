// The panel for a series of snapshots; it replaces the Simulation panel.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Of times, where the files say any.
Typed in_units(const SnapshotSeries& series, const char* name) {
    if (!series.has_times()) return {};
    return {.unit = {myr_per_time, name}};
}

void buttons(Widgets& widgets, Transport& transport) {
    if (widgets.button(transport.playing() ? "pause" : "play", "space")) transport.play(!transport.playing());
    ImGui::SameLine();
    if (widgets.button("back", "the snapshot before ( , )")) transport.step_back();
    ImGui::SameLine();
    if (widgets.button("forward", "the next snapshot ( . )")) transport.step();
}

void time_and_pace(Widgets& widgets, SnapshotSeries& series, Transport& transport) {
    const bool has_times = series.has_times();
    double time = series.time();
    if (widgets.slider("time", time, series.first_time(), series.last_time(), series.first_time(),
                       has_times ? "%.2f" : "snapshot %.2f", Widgets::Scale::linear,
                       "model time, in units of 17.78 Myr; the number of the snapshot where files say none",
                       in_units(series, "Myr")))
        series.go_to(time);
    widgets.slider("pace", series.pace, 0.01, 20, SimulationParameters{}.time_per_second,
                   has_times ? "%.2f" : "%.2f snapshots/s", Widgets::Scale::logarithmic,
                   "model time per second of wall clock", in_units(series, "Myr/s"));
    bool loops = transport.state().looping;
    if (widgets.checkbox("loop", loops, false, "begin again at the end")) transport.loop(loops);
    ImGui::SameLine();
    widgets.checkbox("interpolate", series.interpolates, true,
                     "between two snapshots, by positions and velocities; else the nearest is shown");
}

}  // namespace

void playback_panel(Widgets& widgets, const PanelView& view, SnapshotSeries& series, PanelActions& actions) {
    Transport& transport = view.loaded.particle_source().transport();
    buttons(widgets, transport);
    ImGui::SameLine();
    if (widgets.button("simulate", "go on from the nearest snapshot with a simulation"))
        actions.simulate_from = series.nearest_file();
    ImGui::TextWrapped("%s", series.file(series.index()).filename().c_str());
    ImGui::TextWrapped("snapshot %zu of %zu", series.index() + 1, series.count());
    time_and_pace(widgets, series, transport);
    for (const std::string& line : {series.gaps(), series.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
    save_section(widgets, view, actions);
}

}  // namespace milkomeda
