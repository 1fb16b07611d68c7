// The commands that play, pause and step the run, and that go to other model times.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/panels/speeds.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/shell/run_control.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Goes to the latest computed time: shows the last stored moment, then repeats the steps after this moment.
void show_end(ParticleSource& source) {
    const double end = source.transport().state().last_time;
    source.transport().show_nearest(end);
    source.transport().run_to(end);
}

std::string step_notice(const ParticleSource& source) {
    const SnapshotSeries* const series = source.series();
    if (!series) return "Paused after one step";
    return fmt::format("Snapshot {} of {}", series->index() + 1, series->count());
}

std::string pace_notice(double pace) { return fmt::format("Pace: {:.2f}", pace); }

std::string time_notice(const ParticleSource& source) {
    return source.series() ? step_notice(source) : format_model_time(source.transport().time());
}

std::string branch_notice(const ParticleSource& source) {
    const RunHistory* const history = source.checkpoints().run_history();
    if (!history) return {};
    const auto& branches = history->branches();
    const auto present = std::ranges::find(branches, history->present());
    return fmt::format("Branch {} of {}", present - branches.begin() + 1, branches.size());
}

}  // namespace

void RunControl::register_commands(CommandRegistry& registry) {
    using enum Menu;
    const auto limits = [this] { return run_.source().transport().limits(); };
    registry.add({simulation, 10, "Play or pause", "space"},
                 {.act = [this] { run_.source().transport().play(!run_.source().transport().playing()); },
                  .says = [this] { return std::string{run_.source().transport().playing() ? "Playing" : "Paused"}; },
                  .why_disabled = [limits] { return limits().play; }});
    registry.add(
        {simulation, 20, "Step forward", ".", "computes one step; in a snapshot series, shows the next snapshot"},
        {.act = [this] { run_.source().transport().step(); },
         .says = [this] { return step_notice(run_.source()); },
         .why_disabled = [limits] { return limits().step; }});
    registry.add(
        {simulation, 30, "Step backward", ",", "undoes one step; in a snapshot series, shows the previous snapshot"},
        {.act = [this] { source_without_dragging().transport().step_back(); },
         .says = [this] { return step_notice(run_.source()); },
         .why_disabled = [limits] { return limits().step_back; }});
    const auto is_backward = [this] { return run_.source().transport().state().backward; };
    registry.add({simulation, 40, "Play backward", "Backspace", "plays toward the start of the run at the chosen pace"},
                 {.act =
                      [this, is_backward] {
                          Transport& transport = source_without_dragging().transport();
                          is_backward() ? transport.play(false) : transport.play_backward();
                      },
                  .is_on = is_backward,
                  .why_disabled = [limits, is_backward] { return is_backward() ? "" : limits().play_backward; }});
    register_time_commands(registry);
    register_history_commands(registry);
}

void RunControl::register_time_commands(CommandRegistry& registry) {
    using enum Menu;
    registry.add({simulation, 50, "Slower", "<", "halves the pace (model time per second)"},
                 {.act = [this] { change_pace(0.5); }, .says = [this] { return pace_notice(pace()); }});
    registry.add({simulation, 60, "Faster", ">", "doubles the pace (model time per second)"},
                 {.act = [this] { change_pace(2); }, .says = [this] { return pace_notice(pace()); }});
    registry.add({simulation, 65, "Speed", "", "speed of the run, relative to the usual pace of the scene"},
                 {.list = [this] { return speed_commands(); }});
    registry.add({simulation, 75, "Chapters", "", "goes to a milestone of the scene"},
                 {.list = [this] { return chapter_commands(); }});
    registry.add({simulation, 80, "Go to the start", "Home", "shows the earliest computed moment of the run"},
                 {.act =
                      [this] {
                          Transport& transport = source_without_dragging().transport();
                          transport.show_nearest(transport.state().first_time);
                      },
                  .says = [this] { return time_notice(run_.source()); }});
    registry.add({simulation, 90, "Go to the end", "End", "shows the latest computed moment of the run"},
                 {.act = [this] { show_end(source_without_dragging()); },
                  .says = [this] { return time_notice(run_.source()); }});
    registry.add({simulation, 100, "Loop", "y", "starts again from the beginning when the run reaches its end"},
                 {.act = [this] { run_.source().transport().loop(!run_.source().transport().state().looping); },
                  .is_on = [this] { return run_.source().transport().state().looping; }});
    registry.add({simulation, 140, "Reset", "r", "resets the simulation and the camera to the start"},
                 {.act = [this] { reset(); }, .says = [] { return std::string{"Reset"}; }});
}

std::vector<UserCommand> RunControl::speed_commands() {
    std::vector<UserCommand> entries;
    for (const double speed : speeds)
        entries.push_back(
            {{Menu::simulation, 0, speed_text(speed)},
             {.act = [this, speed] { pace() = speed * usual_pace(run_.loaded); },
              .is_on = [this, speed] { return std::abs(pace() / (speed * usual_pace(run_.loaded)) - 1) < 1e-3; },
              .says = [this] { return pace_notice(pace()); }}});
    return entries;
}

// Returns a menu entry for each milestone of the scene.
std::vector<UserCommand> RunControl::chapter_commands() {
    std::vector<UserCommand> entries;
    for (const SceneMilestone& milestone : run_.loaded.initial().milestones)
        entries.push_back({{Menu::simulation, 0,
                            fmt::format("{}: {}###{}", format_time(milestone.time), milestone.title, milestone.time)},
                           {.act = [this, time = milestone.time] { head_for(time); }}});
    if (entries.empty()) entries.push_back({{Menu::simulation, 0, "This scene has no chapters"}, {}});
    return entries;
}

// Returns a menu entry for each branch of the run's history.
std::vector<UserCommand> RunControl::branch_commands() {
    std::vector<UserCommand> entries;
    const RunHistory* const history = run_.source().checkpoints().run_history();
    if (!history) return entries;
    for (std::size_t i = 0; i < history->branches().size(); ++i) {
        const auto& branch = history->branches()[i];
        // The menu must not keep the memory of a branch that has been replaced.
        const std::weak_ptr<RunHistory::Branch> weak = branch;
        entries.push_back({{Menu::simulation, 0,
                            fmt::format("Branch {}: {} to {}", i + 1, format_model_time(branch->begin.time),
                                        format_model_time(branch->end.time))},
                           {.act =
                                [this, weak] {
                                    if (const auto kept = weak.lock()) show_branch(kept);
                                },
                            .is_on = [history, weak] { return history->present() == weak.lock(); },
                            .says = [this] { return branch_notice(run_.source()); }}});
    }
    return entries;
}

// Shows the present time in a branch, or the end of the branch if it ends earlier.
void RunControl::show_branch(const std::shared_ptr<RunHistory::Branch>& branch) {
    Transport& transport = source_without_dragging().transport();
    const RunHistory& history = *run_.source().checkpoints().run_history();
    const double time = transport.time();
    for (std::size_t i = 0; i < history.branches().size() && history.present() != branch; ++i) transport.next_branch();
    transport.run_to(std::min(time, history.end().time));
}

void RunControl::register_history_commands(CommandRegistry& registry) {
    using enum Menu;
    const auto history = [this] { return run_.source().checkpoints().run_history(); };
    const auto limit = [history] { return std::string{history() ? "" : "only a simulation has branches"}; };
    const auto next_limit = [this] { return run_.source().transport().limits().next_branch; };
    const auto notice = [this] { return branch_notice(run_.source()); };
    registry.add({simulation, 110, "Branch", "z", "shows this time in the next branch of the run's history"},
                 {.act = [this] { source_without_dragging().transport().next_branch(); },
                  .says = notice,
                  .list = [this] { return branch_commands(); },
                  .why_disabled = next_limit});
    registry.add({simulation, 120, "Overwrite branches", "",
                  "if the run goes back and then continues differently, the new branch replaces the old branch"},
                 {.act = [history] { history()->overwrites = !history()->overwrites; },
                  .is_on = [history] { return history() && history()->overwrites; },
                  .why_disabled = limit});
    registry.add({simulation, 130, "Discard other branches", "",
                  "keeps only the present branch; deletes all other branches with their key frames"},
                 {.act = [history] { history()->discard_others(); }, .says = notice, .why_disabled = next_limit});
}

}  // namespace milkomeda
