// The Playback panel, which replaces the Simulation panel for a series of snapshots.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Returns the unit of time sliders; no unit if the snapshots contain no times.
Typed in_units(const SnapshotSeries& series, const char* name) {
    if (!series.has_times()) return {};
    return {.unit = {myr_per_time, name}};
}

void buttons(Widgets& widgets, Transport& transport) {
    if (widgets.button(transport.playing() ? "Pause" : "Play", "Stops or continues the playback ( space )"))
        transport.play(!transport.playing());
    ImGui::SameLine();
    if (widgets.button("Back", "Shows the previous snapshot ( , )")) transport.step_back();
    ImGui::SameLine();
    if (widgets.button("Forward", "Shows the next snapshot ( . )")) transport.step();
}

void time_and_pace(Widgets& widgets, SnapshotSeries& series, Transport& transport) {
    const bool has_times = series.has_times();
    double time = series.time();
    if (widgets.slider("Time", time, series.first_time(), series.last_time(), series.first_time(),
                       has_times ? "%.2f" : "snapshot %.2f", Widgets::Scale::linear,
                       "Displayed model time, in units of 17.78 Myr; the snapshot number if files have no times",
                       in_units(series, "Myr")))
        series.go_to(time);
    widgets.slider("Pace", series.pace, 0.01, 20, SimulationParameters{}.time_per_second,
                   has_times ? "%.2f" : "%.2f snapshots/s", Widgets::Scale::logarithmic,
                   "Model time per second of wall-clock time", in_units(series, "Myr/s"));
    bool loops = transport.state().looping;
    if (widgets.checkbox("Loop", loops, false, "Starts again at the first snapshot after the last"))
        transport.loop(loops);
    ImGui::SameLine();
    widgets.checkbox("Interpolate", series.interpolates, true,
                     "Interpolates between snapshots by positions and velocities. Off: shows the nearest snapshot");
}

}  // namespace

void playback_panel(Widgets& widgets, const RunPanelContents& contents, SnapshotSeries& series, PanelActions& actions) {
    Transport& transport = contents.loaded.particle_source().transport();
    buttons(widgets, transport);
    ImGui::SameLine();
    if (widgets.button("Simulate", "Starts a simulation from the nearest snapshot"))
        actions.simulate_from = series.nearest_file();
    ImGui::TextWrapped("%s", series.file(series.index()).filename().c_str());
    ImGui::TextWrapped("Snapshot %zu of %zu", series.index() + 1, series.count());
    time_and_pace(widgets, series, transport);
    for (const std::string& line : {series.gaps(), series.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
    save_section(widgets, contents.save_name, actions);
}

}  // namespace milkomeda
