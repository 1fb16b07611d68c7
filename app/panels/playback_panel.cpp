// The panel of a series of snapshots, in the place of the Simulation panel.
#include <imgui.h>

#include "app/playback/snapshot_playback.hpp"
#include "app/panels/panel.hpp"
#include "app/playback/snapshot_playback.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Of times, where the files say any.
Typed in_units(const SnapshotPlayback& recorded, const char* name) {
    if (!recorded.has_times()) return {};
    return {.unit = {myr_per_time, name}};
}

void buttons(Widgets& widgets, SnapshotPlayback& recorded) {
    if (widgets.button(recorded.playing() ? "pause" : "play", "space")) recorded.play(!recorded.playing());
    ImGui::SameLine();
    if (widgets.button("back", "the snapshot before ( , )")) recorded.step_back();
    ImGui::SameLine();
    if (widgets.button("forward", "the next snapshot ( . )")) recorded.step();
}

void time_and_pace(Widgets& widgets, SnapshotPlayback& recorded) {
    const bool has_times = recorded.has_times();
    double time = recorded.time();
    if (widgets.slider("time", time, recorded.first_time(), recorded.last_time(), recorded.first_time(),
                       has_times ? "%.2f" : "snapshot %.2f", Widgets::Scale::linear,
                       "model time, in units of 17.78 Myr; the number of the snapshot where files say none",
                       in_units(recorded, "Myr")))
        recorded.go_to(time);
    widgets.slider("pace", recorded.pace, 0.01, 20, SimulationParameters{}.time_per_second,
                   has_times ? "%.2f" : "%.2f snapshots/s", Widgets::Scale::logarithmic,
                   "model time per second of wall clock", in_units(recorded, "Myr/s"));
    bool loops = recorded.loops();
    if (widgets.checkbox("loop", loops, false, "begin again at the end")) recorded.loop(loops);
    ImGui::SameLine();
    widgets.checkbox("interpolate", recorded.interpolates, true,
                     "between two snapshots, by positions and velocities; else the nearest is shown");
}

}  // namespace

void playback_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    SnapshotPlayback& recorded = *view.loaded.particle_source().recorded();
    buttons(widgets, recorded);
    ImGui::SameLine();
    if (widgets.button("simulate", "go on from the nearest snapshot with a simulation"))
        actions.simulate_from = recorded.nearest_file();
    ImGui::TextWrapped("%s", recorded.file(recorded.index()).filename().c_str());
    ImGui::TextWrapped("snapshot %zu of %zu", recorded.index() + 1, recorded.count());
    time_and_pace(widgets, recorded);
    for (const std::string& line : {recorded.gaps(), recorded.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
    save_section(widgets, view, actions);
}

}  // namespace milkomeda
