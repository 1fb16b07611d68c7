#include "app/shell/source_loader.hpp"

#include <fmt/format.h>
#include <utility>

#include "app/playback/snapshot_series.hpp"
#include "compute/device/orphaned_memory.hpp"
#include "data/base/build_error.hpp"
#include "data/series/series.hpp"
#include "data/series/series_numbers.hpp"
#include "data/system/memory.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

void SourceLoader::register_commands(CommandRegistry& registry) {
    registry.add({Menu::file, 30, "Recent"}, {.list = [this] { return recent_commands(); }});
    registry.add(
        {Menu::file, 25, "Columns of the table...", "",
         "assigns the columns and units of the present text table, and opens it again"},
        {.act = [this] { change_columns(); },
         .why_disabled = [this] { return std::string{table_ ? "" : "the present source is not a text table"}; }});
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

void SourceLoader::load_at_rest(const SceneOptions& options) {
    p_.screen.work.add({.notice = fmt::format("loading {} ...", options.source),
                        .run = [this, options] { load_now(options, {}, true); }});
}

void SourceLoader::open(const std::filesystem::path& file) {
    const SceneOptions options = with_source(p_.run.options.scene, series_of(file).value_or(file).string());
    p_.screen.work.add({.notice = fmt::format("loading {} ...", options.source),
                        .run = [this, options, file] { load_now(options, file); }});
}

void SourceLoader::simulate_from(const std::filesystem::path& snapshot) {
    if (is_recording(snapshot))
        return p_.screen.notices.hint(
            "a simulation cannot start from a recording: save this moment with Ctrl+S, and open the saved file");
    SceneOptions options = with_source(p_.panels.scene_panel().draft().options(), snapshot.string());
    options.reading = p_.run.options.scene.reading;
    p_.screen.work.add({.notice = fmt::format("loading {} ...", options.source), .run = [this, options] {
                            load_now(options);
                            if (p_.run.options.scene.source == options.source) p_.control.play_on();
                        }});
}

// Opens the column dialog if the columns of a table are not recognized. Returns false otherwise.
bool SourceLoader::ask_for_columns(const SceneOptions& options, const std::filesystem::path& shown) {
    if (!has_unknown_columns(options.source, p_.run.assets, options.reading)) return false;
    asked_ = {options, shown};
    p_.panels.columns().ask({*table_of(options.source, p_.run.assets), options.reading});
    return true;
}

void SourceLoader::change_columns() try {
    asked_ = {p_.run.options.scene, {}};
    p_.panels.columns().ask({*table_, asked_.options.reading});
} catch (const FileError& error) {
    p_.screen.notices.fail(error.what());
}

void SourceLoader::open_assigned(const ColumnAssignment& assignment) {
    Table table = asked_;
    table.options.reading.columns = assignment.text();
    const std::string layout = layout_key(assignment.layout());
    if (table.options.reading.columns.empty()) memory_.keep(layout, "");
    p_.screen.work.add({.notice = fmt::format("loading {} ...", table.options.source), .run = [this, table, layout] {
                            load_now(table.options, table.shown);
                            const SceneOptions& present = p_.run.options.scene;
                            const std::string& columns = table.options.reading.columns;
                            const bool is_open =
                                present.source == table.options.source && present.reading.columns == columns;
                            if (is_open && !columns.empty() && memory_.keep(layout, columns))
                                p_.screen.notices.add("tables of this layout will open with these columns");
                        }});
}

void SourceLoader::report_reading() try {
    for (const std::string& note : p_.run.loaded.initial().notes) p_.screen.notices.tell(note);
    const SceneOptions& scene = p_.run.options.scene;
    table_ = table_of(scene.source, p_.run.assets);
    if (!table_ || scene.reading.columns.empty()) return;
    const std::string layout = layout_key(preview_of_table(*table_, scene.reading).layout);
    if (memory_.find(layout) == scene.reading.columns)
        p_.screen.notices.add(
            fmt::format("{} has the columns that you assigned to tables of this layout; to change them, use \"Columns "
                        "of the table...\" in the File menu",
                        table_->filename().string()));
} catch (const FileError& error) {
    p_.screen.notices.fail(error.what());
}

// Loads a source; see load_at_rest() for `at_rest`. Then shows the file `shown` of a series unless the path is empty.
void SourceLoader::load_now(SceneOptions options, const std::filesystem::path& shown, bool at_rest) try {
    p_.panels.columns().close();
    use_assigned_columns(options.source, p_.run.assets, memory_, options.reading);
    p_.view.split.begin_anew();
    std::optional<LoadedScene> loaded;
    try {
        loaded = p_.run.load(options);
    } catch (const std::exception& error) {
        p_.panels.scene_panel().loaded(p_.run.options.scene, p_.screen.notices);
        if (ask_for_columns(options, shown)) return;
        return p_.screen.notices.fail(in_words(error));
    }
    replace(loaded, options, at_rest);
    if (SnapshotSeries* const series = p_.run.source().series(); series && !shown.empty()) series->go_to_file(shown);
    report_reading();
    p_.persistence.auto_save.begin();
    if (p_.run.loaded.initial().resumed) return p_.persistence.report_former_run();
    p_.screen.notices.add(
        fmt::format("loaded {}, {} bodies", options.source, count_text(p_.run.loaded.initial().particles.size())));
} catch (const std::exception& error) {
    p_.screen.show_error(error);
}

// Replaces the loaded scene. If source and columns are unchanged, for example after a change of the number of bodies,
// view and model time remain, unless `at_rest` is true.
void SourceLoader::replace(std::optional<LoadedScene>& loaded, const SceneOptions& options, bool at_rest) {
    ActiveRun& run = p_.run;
    const SceneOptions& before = run.options.scene;
    const bool is_same_source =
        !at_rest && options.source == before.source && options.reading.columns == before.reading.columns;
    const bool was_playing = run.source().transport().playing();
    const double time = run.source().transport().time();
    const std::vector<ShownBodies> shown = run.loaded.shown();
    const CameraRig camera = p_.view.camera;
    run.loaded = std::move(*loaded);
    loaded.reset();
    p_.viewport.expect_first_pictures();
    free_orphans();
    release_unused_memory();
    run.options.scene = options;
    if (!is_same_source) run.parameters = run.loaded.initial().parameters;
    p_.panels.scene_panel().loaded(options, p_.screen.notices);
    p_.view.annotations.forget();
    p_.editor.forget();
    p_.control.reset();
    if (at_rest || run.starts_at_rest()) run.source().transport().play(false);
    if (!is_same_source) return begin_view();
    p_.view.camera = camera;
    p_.view.camera.reload(run.loaded.initial());
    if (shown.size() == run.loaded.shown().size()) run.loaded.shown() = shown;
    run.source().transport().resume(time, was_playing);
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
    p_.screen.notices.fail(error);
} catch (const std::exception& error) {
    p_.screen.show_error(error);
}

}  // namespace milkomeda
