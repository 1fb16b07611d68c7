// The state of the mouse tools in the output of --trace: galaxy edits, measurements and the picture to match.
#include <nlohmann/json.hpp>

#include "app/shell/state_rows.hpp"
#include "app/tools/history.hpp"
#include "app/tools/play_tools.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json of(const Aim& aim) {
    Json path;  // null until the path is predicted
    if (aim.path)
        path = {{"about", aim.about},
                {"bound", aim.path->bound},
                {"nearest", aim.path->nearest},
                {"points", aim.path->points.size()}};
    return {{"galaxy", aim.galaxy},    {"place", array(aim.place)}, {"velocity", array(aim.velocity)},
            {"spin", array(aim.spin)}, {"mass", aim.mass},          {"path", path},
            {"radius", aim.radius},    {"stands", aim.is_placed}};
}

// Returns the state of the mouse tools, and the names of the next undo and redo entries.
Json play(const PlayTools& tools, const History& history, const LoadedScene& loaded) {
    Json aim, pull;  // `aim`: the galaxy that a tool adds or holds, or null; `pull`: the external mass, or null
    if (tools.aim()) aim = of(*tools.aim());
    if (const auto& body = tools.external_mass()) pull = {{"place", array(body->position)}, {"mass", body->mass}};
    return {{"tool", name_of(tools.tool())},
            {"kind", tools.kinds()[tools.choice.kind].title},
            {"ready", tools.own_mass() > 0},
            {"aim", aim},
            {"pull", pull},
            {"galaxies", galaxies(loaded.initial().particles)},
            {"changes", loaded.initial().course.changes.size()},
            {"changes_done", loaded.initial().course.done},
            {"undo", history.next_undo()},
            {"redo", history.next_redo()}};
}

Json of(const MeasureTool& tool) {
    Json points = Json::array(), content, origins = Json::array();  // `content` is null without a measured region
    for (const glm::vec3& point : tool.points()) points.push_back(array(point));
    if (const auto& region = tool.region()) {
        const RegionContent& found = region->content;
        for (std::size_t i = 0; i < found.origins.size(); ++i)
            origins.push_back({{"name", region->origins[i]}, {"bodies", found.origins[i].bodies}});
        content = {{"bodies", found.bodies},
                   {"mass", found.mass},
                   {"median_velocity", found.median_velocity},
                   {"velocity_dispersion", found.velocity_dispersion},
                   {"origins", origins}};
        if (region->slit) content["slit"] = {{"positions", region->slit->middles}, {"means", region->slit->means}};
    }
    return {{"tool", name_of(tool.kind())},
            {"points", points},
            {"lines", tool.lines()},
            {"aperture", content},
            {"kept", {{"bodies", tool.kept.ids().size()}, {"marks", tool.kept.places().size()}}}};
}

Json search_state(const MatchSearch& search) {
    Json models = Json::array();
    for (const FoundModel& model : search.state().models)
        models.push_back({{"score", model.family.value},
                          {"kept", model.is_kept},
                          {"has_image", !model.image.empty()},
                          {"rigid_galaxies", name_of(model.encounter.rigid_galaxies)},
                          {"spam", spam_line(model.encounter)}});
    return {{"runs", search.is_running()},
            {"has_state", search.has_state()},
            {"encounters", search.state().encounters},
            {"models", models},
            {"fault", search.state().fault}};
}

Json confirm_state(const ConfirmStatus& status) {
    Json result;
    if (status.result)
        result = {
            {"is_confirmed", status.result->is_confirmed}, {"corrections", status.result->corrections},
            {"place_error", status.result->place_error},   {"scored", status.result->live && status.result->restricted},
            {"scene", status.result->scene.string()},      {"report", status.result->report.string()}};
    return {{"runs", status.progress.has_value()},
            {"progress", status.progress.value_or("")},
            {"bodies", status.bodies},
            {"corrections", status.corrections},
            {"fault", status.fault},
            {"result", result}};
}

// Returns the state of the picture to match; null without a picture. Handles are in screen coordinates.
Json of(const MatchTool& tool) {
    const MatchPicture* const picture = tool.picture();
    if (!picture) return {{"tool", tool.is_on()}, {"picture", nullptr}};
    const PictureMarks& marks = picture->marks();
    Json galaxies = Json::array(), circles = Json::array(), handles = Json::object();
    for (const ObservedGalaxy& galaxy : marks.pair.galaxies)
        galaxies.push_back({{"nucleus", {galaxy.nucleus.x, galaxy.nucleus.y}},
                            {"axes", {galaxy.semi_major, galaxy.semi_minor}},
                            {"position_angle", galaxy.position_angle},
                            {"velocity", galaxy.velocity}});
    for (const MaskCircle& circle : marks.mask.circles)
        circles.push_back({circle.center.x, circle.center.y, circle.radius});
    for (const auto& [name, place] : tool.handles()) handles[name] = {place.x, place.y};
    const auto lines = [](const std::optional<MatchContours>& contours) {
        Json counts = Json::array();
        if (contours)
            for (const MatchContours::Level& level : contours->levels) counts.push_back(level.lines.size());
        return counts;
    };
    const MatchOverlay& overlay = tool.overlay;
    return {{"tool", tool.is_on()},
            {"mouse", name_of(tool.mouse)},
            {"picture", {picture->size().x, picture->size().y}},
            {"pair_file", picture->pair_file().string()},
            {"galaxies", galaxies},
            {"separation", {marks.pair.separation.x, marks.pair.separation.y}},
            {"kpc_per_pixel", tool.placement().kpc_per_pixel()},
            {"arcseconds_per_pixel", marks.pair.arcseconds_per_pixel},
            {"distance", marks.pair.distance},
            {"rotation", tool.placement().rotation()},
            {"mirrored", marks.is_mirrored},
            {"circles", circles},
            {"blend", name_of(overlay.look.style.blend)},
            {"opacity", overlay.look.style.opacity},
            {"blinks", overlay.look.blinks},
            {"shows_picture", overlay.shows_picture()},
            {"alone", overlay.holds_picture},
            {"contours", {{"picture", lines(overlay.of_picture())}, {"model", lines(overlay.of_model())}}},
            {"prepared", picture->is_prepared()},
            {"fault", picture->prepared().fault},
            {"bar", tool.scale_bar() ? tool.scale_bar()->pixels() : 0.0},
            {"search", search_state(tool.search)},
            {"confirm", confirm_state(tool.confirming)},
            {"cleaned", overlay.look.is_cleaned},
            {"chosen", tool.gallery.chosen() ? Json(*tool.gallery.chosen()) : Json()},
            {"handles", handles}};
}

constexpr StateRow tool_rows[] = {
    {"play", [](const TracedParts& parts) { return play(parts.tools.play, parts.tools.history, parts.run.loaded); }},
    {"measure", [](const TracedParts& parts) { return of(parts.tools.measure); }},
    {"match", [](const TracedParts& parts) { return of(parts.tools.match); }},
};

}  // namespace

std::span<const StateRow> tool_states() { return tool_rows; }

}  // namespace milkomeda
