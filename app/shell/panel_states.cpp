// The state of the window and its panels in the output of --trace.
#include <nlohmann/json.hpp>

#include "app/io/notices.hpp"
#include "app/panels/tour.hpp"
#include "app/shell/profile_trace.hpp"
#include "app/shell/state_rows.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/window.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Returns the command line of the source that the Scenes card would load, and the orbit that the card shows.
Json draft(const ScenePanel& panel) {
    Json orbit;  // null without an orbit in the panel
    if (const auto& shown = panel.shown_orbit())
        orbit = {{"eccentricity", shown->eccentricity},
                 {"pericentre", shown->pericenter},
                 {"time_to_pericentre", time_to_pericenter(*shown)}};
    return {{"command", command_line(panel.draft().options())},
            {"trouble", panel.draft().trouble()},
            {"waits_for_load", panel.waits_for_load()},
            {"orbit", orbit}};
}

Json window_state(const Window& window, const Panels& panels, const Ui& ui) {
    const glm::ivec2 pixels = window.framebuffer_size(), place = window.place();
    return {{"width", pixels.x},
            {"height", pixels.y},
            {"full_screen", window.full_screen()},
            {"panels", panels.shown},
            {"help", panels.help},
            {"place", {place.x, place.y}},
            {"monitors", window.monitors()},
            {"ui_scale", ui.scale()},
            {"keys", panels.have_keys() ? "panels" : "picture"},
            {"bar", panels.shown && panels.presence.opacity() > 0},
            {"free", array(panels.free_area())}};
}

Json of(const Notices& notices) {
    Json kinds = Json::array();
    for (const Notice& notice : notices.visible()) kinds.push_back(name_of(notice.kind));
    return {{"lines", notices.lines()}, {"kinds", kinds}};
}

Json of(const FileDialog& dialog) {
    if (!dialog.is_open()) return {{"purpose", ""}};
    Json names = Json::array();
    for (const FolderEntry& entry : dialog.listing().entries) names.push_back(entry.name);
    return {{"purpose", name_of(dialog.purpose())},
            {"folder", dialog.folder().string()},
            {"names", names},
            {"typed", dialog.typed()},
            {"trouble", dialog.trouble()}};
}

Json of(const ColumnDialog& dialog) {
    if (!dialog.is_open()) return {{"file", ""}};
    const ColumnAssignment& assignment = *dialog.assignment();
    return {{"file", assignment.file().string()},
            {"reason", assignment.reason()},
            {"text", assignment.text()},
            {"fault", assignment.fault()},
            {"remark", assignment.remark()}};
}

Json of(const Gallery& gallery) {
    if (!gallery.is_open()) return {{"open", false}};
    Json cards = Json::array();
    for (const SceneCard& card : gallery.cards())
        cards.push_back({{"source", card.source},
                         {"title", card.title},
                         {"trouble", card.trouble},
                         {"has_picture", gallery.thumbnails().find(card) != nullptr},
                         {"words", gallery.thumbnails().words(card)}});
    return {{"open", true}, {"chosen", gallery.chosen()}, {"pairs", gallery.shows_pairs()}, {"cards", cards}};
}

// Returns the state of the card for exports. The progress is null unless an export runs.
Json of(const ExportStatus& status) {
    Json progress, expected;
    if (status.progress) progress = {{"done", status.progress->done}, {"frames", status.progress->frames}};
    if (status.expected_seconds) expected = *status.expected_seconds;
    return {{"open", status.is_open},      {"preview", status.preview.has_value()},
            {"note", status.preview_note}, {"expected_seconds", expected},
            {"command", status.command},   {"fault", status.fault},
            {"progress", progress},        {"result", status.result}};
}

Json of(const Tour& tour) {
    if (!tour.runs()) return {{"runs", false}};
    return {{"runs", true}, {"control", tour.stop().control}, {"words", tour.stop().words}};
}

Json of(const std::optional<LessonProgress>& progress) {
    if (!progress) return {{"file", ""}};
    Json checks = Json::array();
    for (std::size_t i = 0; i < progress->present().checks.size(); ++i) checks.push_back(progress->is_done(i));
    return {{"file", progress->lesson().file},
            {"step", progress->step()},
            {"checks", checks},
            {"hints", progress->hints()},
            {"done", progress->done()}};
}

Json controls(std::span<const UserCommand> commands) {
    Json rows = Json::array();
    for (const UserCommand& command : commands)
        rows.push_back({{"menu", name_of(command.menu)},
                        {"title", command.title},
                        {"keys", command.keys},
                        {"acts", command.act != nullptr},
                        {"lists", command.list != nullptr}});
    return {{"rows", rows}};
}

constexpr StateRow panel_rows[] = {
    {"draft", [](const TracedParts& parts) { return draft(parts.panels.scene_panel()); }},
    {"screen",
     [](const TracedParts& parts) { return window_state(parts.screen.window, parts.panels, parts.screen.ui); }},
    {"profile_plot",
     [](const TracedParts& parts) { return profile_plot_state(parts.run.diagnostics, parts.panels.diagnostics()); }},
    {"timing", [](const TracedParts& parts) { return to_json(parts.screen.timing); }},
    {"files", [](const TracedParts& parts) { return of(parts.panels.files()); }},
    {"columns", [](const TracedParts& parts) { return of(parts.panels.columns()); }},
    {"gallery", [](const TracedParts& parts) { return of(parts.panels.gallery()); }},
    {"tour", [](const TracedParts& parts) { return of(parts.tour); }},
    {"lesson", [](const TracedParts& parts) { return of(parts.lesson); }},
    {"export", [](const TracedParts& parts) { return of(parts.exporting); }},
    {"controls", [](const TracedParts& parts) { return controls(parts.commands); }},
    {"notices", [](const TracedParts& parts) { return of(parts.screen.notices); }},
    {"status",
     [](const TracedParts& parts) -> Json {
         const StatusLine& line = parts.panels.status_line();
         return {{"line", line.text()}, {"why", line.cause().why}, {"more", line.cause().more}};
     }},
    {"widgets",
     [](const TracedParts& parts) -> Json {
         const Widgets& widgets = parts.panels.widgets();
         return {{"places", widgets.places()}, {"cut_off", widgets.cut_off()}};
     }},
};

}  // namespace

std::span<const StateRow> panel_states() { return panel_rows; }

}  // namespace milkomeda
