// The panel for a series of snapshots; it replaces the Simulation panel.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Unit of model times; no unit if the files contain no times.
Typed in_units(const SnapshotPlayback& recorded, const char* name) {
    if (!recorded.has_times()) return {};
    return {.unit = {myr_per_time, name}};
}

void buttons(Widgets& widgets, SnapshotPlayback& recorded) {
    if (widgets.button(recorded.playing() ? "Pause" : "Play", "Stops or continues the playback ( space )"))
        recorded.play(!recorded.playing());
    ImGui::SameLine();
    if (widgets.button("Back", "Shows the previous snapshot ( , )")) recorded.step_back();
    ImGui::SameLine();
    if (widgets.button("Forward", "Shows the next snapshot ( . )")) recorded.step();
}

void time_and_pace(Widgets& widgets, SnapshotPlayback& recorded) {
    const bool has_times = recorded.has_times();
    double time = recorded.time();
    if (widgets.slider(
            "Time", time, recorded.first_time(), recorded.last_time(), recorded.first_time(),
            has_times ? "%.2f" : "snapshot %.2f", Widgets::Scale::linear,
            "Displayed model time, in units of 17.78 Myr; the snapshot number if files have no times",
            in_units(recorded, "Myr")))
        recorded.go_to(time);
    widgets.slider("Pace", recorded.pace, 0.01, 20, SimulationParameters{}.time_per_second,
                   has_times ? "%.2f" : "%.2f snapshots/s", Widgets::Scale::logarithmic,
                   "Model time per second of wall-clock time", in_units(recorded, "Myr/s"));
    bool loops = recorded.loops();
    if (widgets.checkbox("Loop", loops, false, "Starts again at the first snapshot after the last"))
        recorded.loop(loops);
    ImGui::SameLine();
    widgets.checkbox(
        "Interpolate", recorded.interpolates, true,
        "Interpolates between snapshots by positions and velocities. Off: shows the nearest snapshot");
}

}  // namespace

void playback_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    SnapshotPlayback& recorded = *view.loaded.particle_source().recorded();
    buttons(widgets, recorded);
    ImGui::SameLine();
    if (widgets.button("Simulate", "Starts a simulation from the nearest snapshot"))
        actions.simulate_from = recorded.nearest_file();
    ImGui::TextWrapped("%s", recorded.file(recorded.index()).filename().c_str());
    ImGui::TextWrapped("Snapshot %zu of %zu", recorded.index() + 1, recorded.count());
    time_and_pace(widgets, recorded);
    for (const std::string& line : {recorded.gaps(), recorded.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
    save_section(widgets, view, actions);
}

}  // namespace milkomeda
