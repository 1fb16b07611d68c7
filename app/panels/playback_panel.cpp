// The Playback drawer, which replaces the Physics drawer for a series of snapshots.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

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
    const double first = has_times ? 0 : 1;  // snapshots are numbered from 1
    double time = series.time() + first;
    if (widgets.slider(
            "Time", time,
            {series.first_time() + first, series.last_time() + first, series.first_time() + first,
             has_times ? "%.2f" : "snapshot %.1f", Widgets::Scale::linear,
             has_times ? Typed{.unit = {myr_per_time, "Myr"}} : Typed{}},
            "Displayed model time, in units of 17.78 Myr; the snapshot number if the files contain no times"))
        series.go_to(time - first);
    widgets.slider("Pace", series.pace,
                   {0.01, 20, SimulationParameters{}.time_per_second, has_times ? "%.2f" : "%.2f snapshots/s",
                    Widgets::Scale::logarithmic, has_times ? Typed{.unit = pace_setting().unit} : Typed{}},
                   "Model time per second of wall-clock time, in units of 17.78 Myr; snapshots per second if the files "
                   "contain no times");
    bool loops = transport.state().looping;
    if (widgets.checkbox("Loop", loops, false, "After the last snapshot, continues with the first snapshot"))
        transport.loop(loops);
    ImGui::SameLine();
    widgets.checkbox("Interpolate", series.interpolates, true,
                     "Interpolates positions and velocities between snapshots. Off: shows the nearest snapshot");
}

}  // namespace

void playback_panel(Widgets& widgets, const RunPanelContents& contents, SnapshotSeries& series, PanelActions& actions) {
    Transport& transport = contents.loaded.particle_source().transport();
    buttons(widgets, transport);
    ImGui::SameLine();
    if (widgets.button("Simulate", "Starts a simulation from the snapshot nearest to the displayed time"))
        actions.simulate_from = series.nearest_file();
    ImGui::TextWrapped("%s", series.file(series.index()).filename().c_str());
    ImGui::TextWrapped("Snapshot %zu of %zu", series.index() + 1, series.count());
    if (const auto progress = series.progress()) ImGui::TextWrapped("%s", follow_text(*progress).c_str());
    time_and_pace(widgets, series, transport);
    for (const std::string& line : {series.gaps(), series.note()})
        if (!line.empty()) ImGui::TextWrapped("%s", line.c_str());
}

}  // namespace milkomeda
