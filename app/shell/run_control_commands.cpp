// The commands that play, pause and step the run, and that go to other model times.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/usage_error.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/shell/run_control.hpp"

namespace milkomeda {
namespace {

// Goes to the latest computed time: shows the last stored moment, then computes the later steps again.
void show_end(ParticleSource& source) {
    const double end = source.transport().state().last_time;
    source.transport().show_nearest(end);
    source.transport().run_to(end);
}

std::string step_notice(const ParticleSource& source) {
    const SnapshotSeries* const series = source.series();
    if (!series) return "Paused after one step";
    return "Snapshot " + std::to_string(series->index() + 1) + " of " + std::to_string(series->count());
}

std::string pace_notice(double pace) {
    char text[32];
    std::snprintf(text, sizeof text, "Pace: %.3g", pace);
    return text;
}

std::string time_notice(const ParticleSource& source) {
    char text[32];
    std::snprintf(text, sizeof text, "t = %.2f", source.transport().time());
    return source.series() ? step_notice(source) : text;
}

std::string branch_notice(const ParticleSource& source) {
    const RunHistory* const history = source.checkpoints().run_history();
    if (!history) return {};
    const auto& branches = history->branches();
    const auto present = std::ranges::find(branches, history->present());
    return "Branch " + std::to_string(present - branches.begin() + 1) + " of " + std::to_string(branches.size());
}

}  // namespace

void RunControl::register_commands(CommandRegistry& registry) {
    using enum Menu;
    registry.add({.menu = simulation,
                  .title = "Play or pause",
                  .keys = "space",
                  .presses = {{U' '}},
                  .act = [this] { run_.source().transport().play(!run_.source().transport().playing()); },
                  .says = [this] { return std::string{run_.source().transport().playing() ? "Playing" : "Paused"}; },
                  .place = 10});
    registry.add({.menu = simulation,
                  .title = "Step forward",
                  .keys = ".",
                  .detail = "takes one step; in a series of snapshots, shows the next snapshot",
                  .presses = {{U'.'}},
                  .act = [this] { run_.source().transport().step(); },
                  .says = [this] { return step_notice(run_.source()); },
                  .place = 20});
    registry.add({.menu = simulation,
                  .title = "Step backward",
                  .keys = ",",
                  .detail = "undoes one step; in a series of snapshots, shows the previous snapshot",
                  .presses = {{U','}},
                  .act = [this] { source_without_dragging().transport().step_back(); },
                  .says = [this] { return step_notice(run_.source()); },
                  .place = 30});
    registry.add({.menu = simulation,
                  .title = "Play backward",
                  .keys = "Backspace",
                  .detail = "plays toward the start of the run at the chosen pace",
                  .presses = {function_key(GLFW_KEY_BACKSPACE)},
                  .act =
                      [this] {
                          ParticleSource& source = source_without_dragging();
                          source.transport().state().backward ? source.transport().play(false)
                                                              : source.transport().play_backward();
                      },
                  .is_on = [this] { return run_.source().transport().state().backward; },
                  .place = 40});
    register_time_commands(registry);
    register_history_commands(registry);
    registry.add({.menu = simulation,
                  .title = "Compare with exact forces",
                  .keys = "F4",
                  .detail = "starts a second run with exact forces at this time, and shows both runs side by side",
                  .presses = {function_key(GLFW_KEY_F4)},
                  .act = [this] { toggle_split(); },
                  .is_on = [this] { return view_.split.is_asked_for(); },
                  .place = 150});
}

void RunControl::register_time_commands(CommandRegistry& registry) {
    using enum Menu;
    registry.add({.menu = simulation,
                  .title = "Slower",
                  .keys = "<",
                  .detail = "halves the pace, the model time per second",
                  .presses = {{U'<'}},
                  .act = [this] { change_pace(0.5); },
                  .says = [this] { return pace_notice(pace()); },
                  .place = 50});
    registry.add({.menu = simulation,
                  .title = "Faster",
                  .keys = ">",
                  .detail = "doubles the pace, the model time per second",
                  .presses = {{U'>'}},
                  .act = [this] { change_pace(2); },
                  .says = [this] { return pace_notice(pace()); },
                  .place = 60});
    registry.add({.menu = simulation,
                  .title = "Go to the start",
                  .keys = "Home",
                  .detail = "shows the earliest computed moment of the run",
                  .presses = {function_key(GLFW_KEY_HOME)},
                  .act =
                      [this] {
                          source_without_dragging().transport().show_nearest(
                              run_.source().transport().state().first_time);
                      },
                  .says = [this] { return time_notice(run_.source()); },
                  .place = 80});
    registry.add({.menu = simulation,
                  .title = "Go to the end",
                  .keys = "End",
                  .detail = "shows the latest computed moment of the run",
                  .presses = {function_key(GLFW_KEY_END)},
                  .act = [this] { show_end(source_without_dragging()); },
                  .says = [this] { return time_notice(run_.source()); },
                  .place = 90});
    registry.add({.menu = simulation,
                  .title = "Loop",
                  .keys = "y",
                  .detail = "plays again from the start when the end of the run is reached",
                  .presses = {{U'y'}},
                  .act = [this] { run_.source().transport().loop(!run_.source().transport().state().looping); },
                  .is_on = [this] { return run_.source().transport().state().looping; },
                  .place = 100});
    registry.add({.menu = simulation,
                  .title = "Reset",
                  .keys = "r",
                  .detail = "resets the simulation and the camera to the start",
                  .presses = {{U'r'}},
                  .act = [this] { reset(); },
                  .says = [] { return std::string{"Reset"}; },
                  .place = 140});
}

void RunControl::register_history_commands(CommandRegistry& registry) {
    using enum Menu;
    registry.add({.menu = simulation,
                  .title = "Next branch",
                  .keys = "z",
                  .detail = "shows the end of the next branch of the run's history",
                  .presses = {{U'z'}},
                  .act = [this] { source_without_dragging().transport().next_branch(); },
                  .says = [this] { return branch_notice(run_.source()); },
                  .place = 110});
    registry.add(
        {.menu = simulation,
         .title = "Overwrite branches",
         .keys = {},
         .detail = "if the run continues differently from an earlier time, the new branch replaces the old branch",
         .act = [this] { history().overwrites = !history().overwrites; },
         .is_on =
             [this] {
                 const RunHistory* const history = run_.source().checkpoints().run_history();
                 return history && history->overwrites;
             },
         .place = 120});
    registry.add({.menu = simulation,
                  .title = "Discard other branches",
                  .keys = {},
                  .detail = "deletes all branches but the present branch, with their key frames",
                  .act = [this] { history().discard_others(); },
                  .says = [this] { return branch_notice(run_.source()); },
                  .place = 130});
}

}  // namespace milkomeda
