// The state of the picture in the output of --trace: camera, look, annotations, slice and comparison.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/scene/loaded_scene.hpp"
#include "app/scene/setting_json.hpp"
#include "app/shell/state_rows.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json of(const CameraRig& rig, Stereo stereo) {
    const Camera& camera = rig.shown();
    Json viewpoints = Json::array();
    for (const auto& [key, viewpoint] : rig.saved_viewpoints()) viewpoints.push_back(key);
    return {{"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"target", array(camera.target)},
            {"position", array(position(camera))},
            {"up", array(camera.frame[1])},
            {"mode", name_of(rig.mode())},
            {"projection", name_of(camera.projection)},
            {"fov", camera.fov_radians},
            {"follow", rig.followed()},
            {"inertia", rig.settings.inertia},
            {"turns", rig.settings.turns},
            {"keeps_framed", rig.settings.keeps_framed},
            {"fly_speed", rig.settings.fly_speed},
            {"path", rig.settings.plays_path},
            {"key_frames", rig.path.keys().size()},
            {"viewpoints", viewpoints},
            {"stereo", name_of(stereo)}};
}

// Returns spheres around the galaxies that the camera keeps in view; radius_90 contains 90 % of a galaxy's shown
// bodies.
Json of(const GalaxyFraming& framing) {
    Json galaxies = Json::array();
    for (const LightSphere& sphere : framing.light())
        galaxies.push_back({{"name", sphere.galaxy}, {"center", array(sphere.center)}, {"radius_90", sphere.radius}});
    return {{"galaxies", galaxies}};
}

Json look_besides_mode(const Look& look, const LoadedScene& loaded) {
    Json shown;
    for (const ShownPart& part : shown_parts(loaded.initial().particles.components))
        shown[full_name(part.names)] = part.is_shown(loaded.initial().shown);
    const std::optional<Preset> preset = preset_of(look);
    Json json = to_json(look, {LookSection::particles});
    json.erase("point_size");  // the event "mode" already traces the point size
    json["shown"] = shown;
    json["preset"] = preset ? name_of(*preset) : "own";
    json["light"] = to_json(look, light_sections);
    json.update(to_json(look, {LookSection::color}));
    return json;
}

// Returns the numbers of bodies that the Look drawer has counted, by the names of the parts of the run.
Json bodies(const BodyCounter& counter, const LoadedScene& loaded) {
    Json counts = Json::object();
    for (const ShownPart& part : shown_parts(loaded.initial().particles.components))
        if (const auto count = counter.bodies(loaded, part)) counts[full_name(part.names)] = *count;
    return counts;
}

// Returns the newest differences between two compared runs; null without a comparison. The separation of the galaxies
// is null unless the scene has two galaxies.
Json of(const SplitView& split, const CompareStatus& status) {
    Json difference;
    if (split.on() && !split.history().times.empty()) {
        const SplitHistory& history = split.history();
        difference = {
            {"time", history.times.back()}, {"rms", history.rms.back()}, {"separation", history.separation.back()}};
    }
    Json exact_steps, second_time, separations;
    if (split.on()) exact_steps = split.second().source().frames().status().steps;
    if (split.on()) second_time = split.second().source().transport().time();
    if (!difference.is_null())
        separations = {split.history().first_separation.back(), split.history().second_separation.back()};
    return {{"on", split.on()},
            {"behind", split.is_behind()},
            {"exact_steps", exact_steps},
            {"difference", difference},
            {"points", split.on() ? split.history().times.size() : 0},
            {"card", status.is_open},
            {"limit", status.limit},
            {"second", split.on() ? split.second().title() : ""},
            {"second_time", second_time},
            {"separations", separations},
            {"energies", split.on() ? split.second_energies().times.size() : 0},
            {"panes", {array(split.panes().second), array(split.panes().first)}}};
}

Json of(const Annotations& annotations) {
    const AnnotationReport& report = annotations.report();
    Json scale, labels = Json::array();  // `scale` is null without a scale bar
    if (report.scale)
        scale = {{"kpc", report.scale->kpc},
                 {"degrees", report.scale->degrees},
                 {"pixels", report.scale->pixels},
                 {"text", report.scale->text}};
    for (const PlacedLabel& label : report.labels)
        labels.push_back({{"text", label.text}, {"x", label.place.x}, {"y", label.place.y}});
    Json perturbers = Json::array();
    for (const PlacedPerturber& perturber : report.perturbers)
        perturbers.push_back({{"name", perturber.name},
                              {"x", perturber.place.x},
                              {"y", perturber.place.y},
                              {"trail_points", perturber.trail_points}});
    return {{"shown", names_of(annotations.shown)},
            {"perturbers", perturbers},
            {"scale", scale},
            {"clock", report.clock},
            {"legend", report.legend},
            {"labels", labels},
            {"bodies", report.bodies},
            {"trail_points", report.trail_points},
            {"cells", report.cells}};
}

// Returns the state of the potential slice. The map is null until the first map is complete. Positions of handles are
// in pixels from the upper left corner of the window, like the positions of panels.
Json of(const PotentialSlice& slice) {
    if (!slice.is_on()) return {{"on", false}};
    const auto place = [](const std::optional<glm::vec2>& pixel) { return pixel ? Json{pixel->x, pixel->y} : Json(); };
    Json map;
    if (const auto& newest = slice.newest())
        map = {{"centre", array(center_of(newest->plane))},
               {"normal", array(normal_of(newest->plane))},
               {"edge", newest->plane.edge},
               {"points", newest->edge_points},
               {"time", newest->time},
               {"least", newest->least},
               {"most", newest->most},
               {"labels", newest->labels.size()}};
    return {{"on", true},
            {"centre", array(center_of(slice.choice.plane))},
            {"normal", array(normal_of(slice.choice.plane))},
            {"edge", slice.choice.plane.edge},
            {"arrows", slice.choice.arrows},
            {"handles", {{"centre", place(slice.handles().center)}, {"tip", place(slice.handles().tip)}}},
            {"map", map}};
}

// Returns the settings of the map, with the density limits and velocities of the newest picture.
Json density(Look look, const MapScale& scale) {
    look.density.low = scale.limits.low;
    look.density.high = scale.limits.high;
    Json json = to_json(look, density_sections);
    json["contours"] = look.density.contours;
    json["values"] = {scale.values.least * scale.unit(), scale.values.most * scale.unit()};
    return json;
}

Json of(const QualityController& quality) {
    Json passes = Json::object();
    for (const PassTime& pass : quality.timers().smooth())
        passes[pass.pass] = 1e-3 * std::round(1e3 * pass.milliseconds);
    return {{"passes", passes},
            {"clock", name_of(quality.timers().clock())},
            {"bodies_drawn", quality.bodies_drawn()},
            {"detail", quality.share()},
            {"pixel", quality.pixel()},
            {"dust", name_of(quality.dust())},
            {"sprite_divisor", quality.sprite_divisor()}};
}

constexpr StateRow view_rows[] = {
    {"camera", [](const TracedParts& parts) { return of(parts.view.camera, parts.view.look.stereo); }},
    {"light", [](const TracedParts& parts) { return of(parts.view.camera.framing()); }},
    {"mode",
     [](const TracedParts& parts) -> Json {
         const Look& look = parts.view.look;
         return {{"name", name_of(look.mode)}, {"point_size", look.point_size}};
     }},
    {"look", [](const TracedParts& parts) { return look_besides_mode(parts.view.look, parts.run.loaded); }},
    {"bodies", [](const TracedParts& parts) { return bodies(parts.panels.components.counter(), parts.run.loaded); }},
    {"density",
     [](const TracedParts& parts) -> Json {
         const Look& look = parts.view.look;
         const bool shows_map = rendering_of(look.mode) == Rendering::density || look.density.contours;
         return shows_map ? density(look, parts.run.loaded.hdr().map_scale()) : Json();
     }},
    {"annotations", [](const TracedParts& parts) { return of(parts.view.annotations); }},
    {"slice", [](const TracedParts& parts) { return of(parts.view.slice); }},
    {"split", [](const TracedParts& parts) { return of(parts.view.split, parts.comparing); }},
    {"draw", [](const TracedParts& parts) { return of(parts.view.quality); }},
};

}  // namespace

std::span<const StateRow> view_states() { return view_rows; }

}  // namespace milkomeda
