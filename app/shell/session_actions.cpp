// Keys, menus and panels act on the session here.
#include <utility>

#include "app/panels/milestone_list.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/shell/session.hpp"
#include "data/scene/milestones.hpp"
#include "data/series/series.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {

// The last one is what a person wants.
void Session::announce(const std::string& line, std::function<void()> work) {
    announced_ = {line, std::move(work), false};
    notices_.keep(line);
}

// Of what gives the run other bodies, or forces in another way: kernels may have to be built for it, which
// takes a second. False until a picture has said so.
bool Session::is_said(const std::string& deed) {
    if (std::exchange(said_, {}) == deed) return true;
    if (!announced_) announce(deed + " ...", [this, deed] { said_ = deed; });
    waits_to_say_ = true;
    return false;
}

std::string Session::line_to_keep() {
    if (announced_) {
        announced_->is_seen = true;
        return announced_->line;
    }
    const std::string picked = kernels_.picked_to_build();
    return picked.empty() ? hint_.text() : "building " + picked + " ...";
}

void Session::do_announced() {
    if (!announced_ || !announced_->is_seen) return;
    const Announced now = *std::exchange(announced_, std::nullopt);
    trace_.event("announced", {{"line", now.line}});
    now.work();
}

void Session::act(const Control& control) try {
    control.act();
    if (control.says)
        notices_.flash(control.says());
    else if (control.is_on)
        notices_.flash(control.title + (control.is_on() ? ": on" : ": off"));
} catch (const UsageError& error) {  // the scene or its particle source lacks what it needs
    notices_.add(error.what());
}

void Session::act(const ViewpointKey& key) try {
    const std::string name = "viewpoint " + std::to_string(key.key);
    if (key.keeps) {
        camera_.save_viewpoint(key.key);
        notices_.add(name + " kept");
        return;
    }
    bool is_there = false;
    move_camera([&] { is_there = camera_.go_to_viewpoint(key.key, loaded_); });
    if (is_there) {
        notices_.flash(name);
    } else {
        notices_.add("there is no " + name + " yet; Ctrl+" + std::to_string(key.key) + " keeps one");
    }
} catch (const UsageError& error) {
    notices_.add(error.what());
}

void Session::act(const PanelActions& wanted) {
    if (wanted.control) act(*wanted.control);
    if (wanted.fit_density) fit_density();
    if (wanted.reset) reset();
    if (wanted.show) show(*wanted.show);
    if (wanted.play_on && !loaded_.particle_source().series())
        loaded_.particle_source().transport().play(true);
    if (wanted.head_for) head_for(*wanted.head_for);
    if (wanted.save) save();
    if (wanted.choose_save_name) panels_.files().ask(FilePurpose::save, save_name_);
    if (wanted.open) open_dropped(*wanted.open);
    if (wanted.save_as) save_as(*wanted.save_as);
    if (wanted.diagnostics != DiagnosticsPanel::Export::none) write_diagnostics(wanted.diagnostics);
    if (wanted.save_scene) save_scene(*wanted.save_scene);
    if (wanted.tool) take_tool(*wanted.tool);
    if (wanted.delete_galaxy) delete_galaxy(*wanted.delete_galaxy);
    if (wanted.simulate_from && is_recording(*wanted.simulate_from))
        notices_.add(
            "a recording is played back: save this moment (Ctrl+S), and open that file to go on from it");
    else if (wanted.simulate_from)
        replace(with_source(panels_.scene_panel().draft().options(), wanted.simulate_from->string()));
    if (wanted.load) replace(*wanted.load);
    if (wanted.solver) pick(*wanted.solver);
    if (wanted.open_device)
        announce("opening the device ...", [this, device = *wanted.open_device] {
            if (lost_device_) open_device(device);  // a second click comes too late
        });
}

void Session::next_preset_look() {
    const std::optional<Preset> preset = preset_of(look_);
    look_ = with_preset(look_, preset ? next(*preset) : Preset::photograph);
}

void Session::close_open() {
    if (panels_.files().is_open())
        panels_.files().close();
    else if (panels_.menu_open())
        panels_.close_menu();
    else if (panels_.have_keys())
        panels_.give_keys_back();
    else if (panels_.help)
        panels_.help = false;
    else if (panels_.gallery().is_open())
        panels_.gallery().close();
    else if (!tools_.cancel(loaded_) && window_.full_screen())
        window_.toggle_full_screen();
}

void Session::fit_density() {
    const DensityLimits fitting = loaded_.hdr().fitting_limits();
    if (!(fitting.low > 0))
        return notices_.add("limits of density are of the modes density and stars, with something to see");
    look_.density.automatic_limits = false;
    look_.density.low = fitting.low;
    look_.density.high = fitting.high;
    notices_.flash("limits of density: as in the picture");
}

void Session::toggle_gallery() {
    if (panels_.gallery().is_open()) return panels_.gallery().close();
    panels_.help = false;
    take_tool(PlayTool::none);
    panels_.gallery().open(loaded_.initial().source);
}

void Session::begin_tour() {
    panels_.help = false;
    panels_.gallery().close();
    take_tool(PlayTool::none);
    tour_.begin(loaded_.particle_source().series() != nullptr);
}

void Session::toggle_split() {
    if (split_.is_asked_for()) return split_.end();
    require_possible(loaded_.particle_source().limits().force_comparison);
    if (device_context_.tier == Tier::none)
        throw UsageError("two runs cannot be compared: " + device_context_.reason);
    if (film_.recording())
        throw UsageError("two runs are not filmed beside each other: end the film (F10) first");
    if (2 * loaded_.initial().particles.size() > most_bodies_)
        throw UsageError("the device has room for two runs of " + std::to_string(most_bodies_ / 2) +
                         " bodies, and these are " + std::to_string(loaded_.initial().particles.size()));
    take_tool(PlayTool::none);
    split_.ask_for();
}

// To go to another time: no galaxy is held there.
ParticleSource& Session::free_particle_source() {
    tools_.let_go(loaded_);
    return loaded_.particle_source();
}

void Session::show(double time) try {
    free_particle_source().transport().show_nearest(time);
} catch (const UsageError& error) {
    notices_.add(error.what());
}

// A moment that lies behind, where no key frame is kept of the time before it, is reached from the start
// again, under the same camera.
void Session::head_for(double time) try {
    Transport& transport = free_particle_source().transport();
    const bool was_playing = transport.playing();
    const bool begins_again = !transport.can_reach(time);
    transport.run_to(time);  // throws if the source cannot move
    if (!begins_again) return;
    restart([this, was_playing, time] {
        loaded_.particle_source().transport().play(was_playing);
        loaded_.particle_source().transport().run_to(time);
    });
} catch (const UsageError& error) {
    notices_.add(error.what());
}

// A moment that was gone back to has the parameters that it had, which is nobody's deed. What is compared
// with the run, and what was drawn of its way, begins there.
void Session::go_back_in_time() {
    ParticleSource& source = loaded_.particle_source();
    if (const auto wanted = source.transport().take_parameters()) {
        const SimulationParameters own = parameters_;
        parameters_ = *wanted;
        parameters_.steps_per_frame = own.steps_per_frame;
        parameters_.time_per_second = own.time_per_second;
        parameters_.key_frame_memory = own.key_frame_memory;
        watch_.begin(choices());
    }
    const long jumps = source.transport().state().jumps;
    if (std::exchange(jumps_, jumps) == jumps) return;
    split_.begin_anew();
    annotations_.restart();
}

double& Session::pace() {
    SnapshotSeries* const series = loaded_.particle_source().series();
    return series ? series->pace : parameters_.time_per_second;
}

RunHistory& Session::run_history() {
    if (RunHistory* const line = loaded_.particle_source().checkpoints().run_history()) return *line;
    throw UsageError("only a simulation has other futures");
}

void Session::change_pace(double factor) {
    constexpr Range valid{0.01, 100};
    pace() = std::clamp(pace() * factor, valid.least, valid.most);
}

void Session::tell_milestone() {
    const std::vector<SceneMilestone>& milestones = loaded_.initial().milestones;
    const double before = std::exchange(told_until_, loaded_.particle_source().transport().time());
    if (const auto passed = milestone_between(milestones, before, told_until_))
        notices_.tell(words_of(milestones[*passed]));
}

// A run that was edited begins again as it was before, once the step under way has ended.
void Session::restart(const std::function<void()>& then) {
    ParticleSource& source = free_particle_source();
    const auto begin_again = [this, then] {
        if (lost_device_) lost_device_->plays_on = true;
        split_.begin_anew();
        annotations_.restart();
        trace_.event("reset", {{"time", loaded_.particle_source().frames().status().time}});
        then();
    };
    if (start_)
        return edits_.push_back({"reset", [this](const SceneSnapshot&) { return *start_; },
                                 [this, begin_again] {
                                     loaded_.particle_source().transport().play(true);
                                     begin_again();
                                 }});
    source.transport().restart();
    begin_again();
}

void Session::reset() {
    restart([this] { move_camera([this] { camera_.begin(loaded_.initial(), options_.scene.camera); }); });
}

}  // namespace milkomeda
