// The session loads its bodies from sources, and saves files.
#include "app/playback/snapshot_series.hpp"
#include "app/viewport/scene_file.hpp"
#include "app/cli/shell_words.hpp"
#include "app/shell/session.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/system/memory.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/series/series_numbers.hpp"

namespace milkomeda {

// Opens all files of a series when one of them is dropped, and shows that one.
void Session::open_dropped(const std::filesystem::path& file) {
    const SceneOptions options = with_source(options_.scene, series_of(file).value_or(file).string());
    announce("loading " + options.source + " ...", [this, options, file] {
        replace_now(options);
        if (SnapshotSeries* const series = loaded_.particle_source().series()) series->go_to_file(file);
    });
}

void Session::remember(const std::string& source) {
    const std::vector<std::string> scenes = scene_names(assets_);
    const bool ships = std::ranges::find(scenes, source) != scenes.end();
    recent_.add(ships ? source : lasting_name(source));
}

std::vector<Control> Session::recent_controls() {
    std::vector<Control> entries;
    for (const std::string& source : recent_.list()) {
        const bool is_file = source.find('/') != source.npos, there = !is_file || is_file_there(source);
        const std::string title = is_file ? std::filesystem::path{source}.filename().string() : source;
        const auto open = [this, source] { replace(with_source(options_.scene, source)); };
        entries.push_back({Menu::file,
                           std::string{title}.append("###").append(source),
                           there ? "" : "is not there",
                           is_file ? source : "",
                           {},
                           there ? std::function<void()>{open} : nullptr});
    }
    entries.push_back({Menu::file, "clear", "", "forgets these", {}, [this] { recent_.clear(); }});
    return entries;
}

CheckpointRequest Session::held(std::shared_ptr<const Checkpoint> state) {
    const SceneSetup& initial = loaded_.initial();
    const SolverSlot* const slot = loaded_.particle_source().solver_slot();
    return {loaded_.held_initial(),
            std::move(state),
            initial.course,
            initial.shown,
            parameters_,
            slot ? saved_solver(device_context_, slot->choice()) : SavedSolver{},
            CheckpointRequest::View{look_, camera_.camera()}};
}

// How a state file goes on, and that there is a run to go on with.
void Session::tell_of_former_run() try {
    if (const std::string& how = loaded_.initial().resumed_how; !how.empty())
        return notices_.add(loaded_.initial().title + " " + how);
    if (!auto_save_.former() || loaded_.initial().resumed) return;
    const auto time = format_of_file(*auto_save_.former()).read_time(*auto_save_.former(), {});
    notices_.add("the last run was kept at " + format_time(time.value_or(0)) + ": Ctrl+R goes on with it");
    trace_.event("former_run", {{"file", auto_save_.former()->string()}, {"time", time.value_or(0)}});
} catch (const FileError& error) {
    log_warning(error.what());
}

void Session::resume_former_run() {
    if (!auto_save_.former()) throw UsageError("no run was kept by an earlier start");
    replace(with_source(options_.scene, auto_save_.former()->string()));
}

void Session::save_as(const std::filesystem::path& file) {
    save_name_ = file.string();
    save();
}

void Session::save() try {
    state_writer_.request(save_name_);
    ParticleSource& source = loaded_.particle_source();
    if (!source.transport().playing() && !source.frames().is_between_steps()) source.transport().step();
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

// The view that is shown, to be had again.
ViewCommand Session::present_view() const {
    CameraOverrides held;
    held.sky = camera_.mode() == CameraMode::sky;
    held.follow = camera_.followed();
    held.path = camera_.settings.plays_path;
    return {options_.scene, options_.device, options_.program.assets, loaded_.initial(),
            parameters_,    look_,           annotations_.shown,      camera_.shown(),
            held,           {},              slice_.shown()};
}

void Session::copy_command() try {
    ViewCommand view = present_view();
    if (const double now = loaded_.particle_source().transport().time();
        now > loaded_.initial().particles.time)
        view.time = now;
    std::vector<std::string> words = command_words(view, assets_);
    const glm::ivec2 size = window_.size_to_open();
    words.insert(words.end(), {"--size", std::to_string(size.x) + "x" + std::to_string(size.y)});
    words.insert(words.begin(), "milkomeda");
    const std::string line = shell_line(words);
    window_.copy(line);
    const std::size_t scenes_own =
        scene_of_text(options_.scene.source, loaded_.initial().scene_text).changes.size();
    notices_.add("the command line of this view is in the clipboard" +
                 std::string{loaded_.initial().course.changes.size() > scenes_own || start_
                                 ? "; what was done to galaxies is not in it: save the scene, load it, and "
                                   "copy again"
                                 : ""});
    trace_.event("command_copied", {{"command", line}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

// Writes the scene as it is shown, with the camera's path and with what was done to the galaxies.
void Session::save_scene(const std::string& file) try {
    const std::vector<SceneChange>& changes = loaded_.initial().course.changes;
    const bool has_path = !camera_.path.empty();
    SceneOptions saved = options_.scene;
    saved.source = milkomeda::save_scene(file, options_.scene.source, assets_, camera_.path, changes,
                                         scene_settings_of(present_view()))
                       .string();
    saved.settings.clear();
    notices_.add("saved " + saved.source + "; " + command_line(saved) + " plays it" +
                 (has_path ? ", with --path as its camera goes" : ""));
    trace_.event(
        "path_saved",
        {{"file", saved.source}, {"key_frames", camera_.path.keys().size()}, {"changes", changes.size()}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

void Session::write_diagnostics(DiagnosticsPanel::Export what) try {
    const std::string file = panels_.diagnostics().write(what, diagnostics_);
    notices_.add("saved " + file);
    trace_.event("diagnostics_saved", {{"file", file}});
} catch (const std::exception& error) {
    notices_.add(in_words(error));
}

// Loads another source, or other bodies of the same, for which all that was tuned stays. When that fails, the
// session goes on with what it has.
void Session::replace(const SceneOptions& options) {
    announce("loading " + options.source + " ...", [this, options] { replace_now(options); });
}

std::optional<LoadedScene> Session::try_load(const SceneOptions& options) try {
    return load(options);
} catch (const std::exception& error) {
    panels_.loaded(options_.scene, notices_);
    notices_.add(in_words(error));
    return std::nullopt;
}

void Session::replace_now(const SceneOptions& options) try {
    split_.begin_anew();
    std::optional<LoadedScene> loaded = try_load(options);
    if (!loaded) return;
    const bool same_source = options.source == options_.scene.source;
    const bool was_playing = loaded_.particle_source().transport().playing();
    const double time = loaded_.particle_source().transport().time();
    const std::vector<bool> shown = loaded_.shown();
    const CameraRig camera = camera_;
    loaded_ = std::move(*loaded);
    loaded.reset();
    expect_first_pictures();
    free_orphans();
    release_unused_memory();
    options_.scene = options;
    if (!same_source) parameters_ = loaded_.initial().parameters;
    panels_.loaded(options_.scene, notices_);
    annotations_.forget();
    forget_history();
    reset();
    if (same_source) {
        camera_ = camera;
        camera_.reload(loaded_.initial());
        if (shown.size() == loaded_.shown().size()) loaded_.shown() = shown;
        loaded_.particle_source().transport().resume(time, was_playing);
    } else {
        const Style& style =
            scene_style_.begin(scene_style_.own({look_, annotations_.shown}), loaded_.initial());
        look_ = style.look;
        annotations_.shown = style.annotations;
        begin_slice();
        if (options_.scene.source != auto_save_.former()) remember(options_.scene.source);
        keep_settings();
    }
    auto_save_.begin(loaded_.particle_source());
    if (loaded_.initial().resumed) return tell_of_former_run();
    notices_.add("loaded " + options.source + ", " + std::to_string(loaded_.initial().particles.size()) +
                 " bodies");
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    notices_.add(in_words(error));
}

void Session::reload_when_edited() try {
    if (options_.program.assets.empty() || clock_.number() % 30 != 0) return;
    const auto change = assets_.last_change();
    if (change == assets_change_) return;
    assets_change_ = change;
    loaded_.reload(assets_);
    slice_.reload();
    if (split_.on()) split_.reload(assets_);
    notices_.add("kernels and shaders reloaded");
} catch (const BuildError& error) {
    notices_.add(error);
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;  // that is no mistake of an editor's
    notices_.add(in_words(error));
}

}  // namespace milkomeda
