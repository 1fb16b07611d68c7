#include "app/shell/source_loader.hpp"

#include <fmt/format.h>
#include <utility>

#include "app/playback/snapshot_series.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "data/base/build_error.hpp"
#include "data/series/series.hpp"
#include "data/series/series_numbers.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {

void SourceLoader::register_commands(CommandRegistry& registry) {
    registry.add({Menu::file, 30, "Recent"}, {.list = [this] { return recent_commands(); }});
    registry.add(
        {Menu::file, 60, "Continue the last run", "Ctrl+R", "opens the run that the window has saved automatically"},
        {.act = [this] { load(with_source(p_.run.options.scene, p_.persistence.auto_save.former()->string())); },
         .why_disabled =
             [this] {
                 return std::string{p_.persistence.auto_save.former() ? "" : "the window has not saved a run yet"};
             }});
}

std::vector<UserCommand> SourceLoader::recent_commands() {
    std::vector<UserCommand> entries;
    for (const std::string& source : p_.persistence.recent.list()) {
        const bool is_file = source.find('/') != source.npos, is_there = !is_file || is_file_there(source);
        const std::string title = is_file ? std::filesystem::path{source}.filename().string() : source;
        UserCommand entry{
            {Menu::file, 0, fmt::format("{}###{}", title, source), is_there ? "" : "not found", is_file ? source : ""},
            {}};
        if (is_there) entry.act = [this, source] { load(with_source(p_.run.options.scene, source)); };
        entries.push_back(std::move(entry));
    }
    entries.push_back({{Menu::file, 0, "Clear", "", "empties the list of recent scenes and files"},
                       {.act = [this] { p_.persistence.recent.clear(); }}});
    return entries;
}

void SourceLoader::load(const SceneOptions& options) {
    p_.screen.work.add(
        {.notice = fmt::format("loading {} ...", options.source), .run = [this, options] { load_now(options); }});
}

void SourceLoader::open(const std::filesystem::path& file) {
    const SceneOptions options = with_source(p_.run.options.scene, series_of(file).value_or(file).string());
    p_.screen.work.add({.notice = fmt::format("loading {} ...", options.source), .run = [this, options, file] {
                            load_now(options);
                            if (SnapshotSeries* const series = p_.run.source().series()) series->go_to_file(file);
                        }});
}

void SourceLoader::simulate_from(const std::filesystem::path& snapshot) {
    if (is_recording(snapshot))
        return p_.screen.notices.add(
            "a simulation cannot start from a recording: save this moment with Ctrl+S, and open the saved file");
    load(with_source(p_.panels.scene_panel().draft().options(), snapshot.string()));
}

std::optional<LoadedScene> SourceLoader::try_load(const SceneOptions& options) try {
    return p_.run.load(options);
} catch (const std::exception& error) {
    p_.panels.loaded(p_.run.options.scene, p_.screen.notices);
    p_.screen.notices.add(in_words(error));
    return std::nullopt;
}

void SourceLoader::load_now(const SceneOptions& options) try {
    p_.view.split.begin_anew();
    std::optional<LoadedScene> loaded = try_load(options);
    if (!loaded) return;
    replace(loaded, options);
    p_.persistence.auto_save.begin();
    if (p_.run.loaded.initial().resumed) return p_.persistence.report_former_run();
    p_.screen.notices.add(
        fmt::format("loaded {}, {} bodies", options.source, p_.run.loaded.initial().particles.size()));
} catch (const std::exception& error) {
    p_.screen.show_error(error);
}

// Replaces the loaded scene. If only the selection of bodies has changed, view and model time remain unchanged.
void SourceLoader::replace(std::optional<LoadedScene>& loaded, const SceneOptions& options) {
    ActiveRun& run = p_.run;
    const bool is_same_source = options.source == run.options.scene.source;
    const bool was_playing = run.source().transport().playing();
    const double time = run.source().transport().time();
    const std::vector<bool> shown = run.loaded.shown();
    const CameraRig camera = p_.view.camera;
    run.loaded = std::move(*loaded);
    loaded.reset();
    p_.viewport.expect_first_pictures();
    free_orphans();
    release_unused_memory();
    run.options.scene = options;
    if (!is_same_source) run.parameters = run.loaded.initial().parameters;
    p_.panels.loaded(options, p_.screen.notices);
    p_.view.annotations.forget();
    p_.editor.forget();
    p_.control.reset();
    if (!is_same_source) return begin_view();
    keep_view(camera, shown);
    run.source().transport().resume(time, was_playing);
}

void SourceLoader::keep_view(const CameraRig& camera, const std::vector<bool>& shown) {
    p_.view.camera = camera;
    p_.view.camera.reload(p_.run.loaded.initial());
    if (shown.size() == p_.run.loaded.shown().size()) p_.run.loaded.shown() = shown;
}

// Applies the style that the scene requests. Display settings that the scene does not mention remain unchanged.
void SourceLoader::begin_view() {
    ViewState& view = p_.view;
    const SceneSetup& initial = p_.run.loaded.initial();
    const Style& style = view.style.begin(view.style.own({view.look, view.annotations.shown}), initial);
    view.look = style.look;
    view.annotations.shown = style.annotations;
    view.begin_slice(initial);
    const std::string& source = p_.run.options.scene.source;
    if (source != p_.persistence.auto_save.former()) p_.persistence.remember_source(source);
    p_.persistence.store_settings();
}

void SourceLoader::reload_edited_assets() try {
    constexpr long frames_between_looks = 30;
    const Assets& assets = p_.run.assets;
    if (p_.run.options.program.assets.empty() || p_.screen.clock.number() % frames_between_looks != 0) return;
    const auto change = assets.last_change();
    if (change == assets_change_) return;
    assets_change_ = change;
    p_.run.loaded.reload(assets);
    p_.view.slice.reload();
    if (p_.view.split.on()) p_.view.split.reload(assets);
    p_.screen.notices.add("the kernels and shaders were reloaded");
} catch (const BuildError& error) {
    p_.screen.notices.add(error);
} catch (const std::exception& error) {
    p_.screen.show_error(error);
}

}  // namespace milkomeda
