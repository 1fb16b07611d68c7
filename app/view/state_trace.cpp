#include "app/view/state_trace.hpp"

#include <cmath>

#include "app/view/look_json.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json array(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

Json of(const CameraRig& rig, Stereo stereo) {
    const Camera& camera = rig.shown();
    Json viewpoints = Json::array();
    for (const auto& [key, viewpoint] : rig.kept_viewpoints()) viewpoints.push_back(key);
    return {{"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"target", array(camera.target)},
            {"position", array(position(camera))},
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

Json of(const SimulationParameters& parameters) {
    return {
        {"dt", parameters.timestep},
        {"softening", parameters.softening},
        {"damping", parameters.damping},
        {"gravity", parameters.gravity},
        {"fraction", 1.0 / parameters.fraction_denominator},
        {"fraction_mode", name_of(parameters.fraction_mode)},
        {"integrator", name_of(parameters.integrator)},
        {"steps_per_frame", parameters.steps_per_frame ? Json(*parameters.steps_per_frame) : Json("auto")},
        {"time_per_second", parameters.time_per_second}};
}

Json of(const Look& look) {
    return {{"name", name_of(look.mode)}, {"point_size", look.point_size}};
}

Json look_besides_mode(const Look& look, const LoadedScene& loaded) {
    Json shown;
    for (std::size_t c = 0; c < loaded.initial().particles.components.size(); ++c)
        shown[full_name(loaded.initial().particles.components[c])] = bool{loaded.initial().shown[c]};
    const std::optional<Preset> preset = preset_of(look);
    return {{"sprite_color", array(look.sprite_color)},
            {"brightness", look.brightness},
            {"shown", shown},
            {"preset", preset ? name_of(*preset) : "own"},
            {"light", light_json(look.tone_mapping)},
            {"color_by", name_of(look.color_by)},
            {"color_map", name_of(look.color_map)},
            {"young_share", look.stars.young_share},
            {"h2_share", look.stars.hii_share},
            {"halo_light", look.stars.halo_light}};
}

Json scene(const LoadedScene& loaded) {
    const InitialState& initial = loaded.initial();
    Json orbit;  // null without one
    if (initial.orbit)
        orbit = {{"eccentricity", initial.orbit->eccentricity},
                 {"pericentre", initial.orbit->pericentre},
                 {"separation", initial.orbit->separation}};
    return {{"source", initial.source},
            {"bodies", initial.particles.size()},
            {"total_mass", total_mass(initial.particles)},
            {"title", initial.title},
            {"orbit", orbit}};
}

// What the Scene panel would load, and the orbit that it shows.
Json draft(const ScenePanel& panel) {
    Json orbit;  // null where none is on the screen
    if (const auto& shown = panel.shown_orbit())
        orbit = {{"eccentricity", shown->eccentricity},
                 {"pericentre", shown->pericentre},
                 {"time_to_pericentre", time_to_pericentre(*shown)}};
    return {{"command", command_line(panel.draft().options())},
            {"trouble", panel.draft().trouble()},
            {"orbit", orbit}};
}

Json screen(const Window& window, const Panels& panels, const Ui& ui) {
    const glm::ivec2 pixels = window.framebuffer_size(), place = window.place();
    return {{"width", pixels.x},
            {"height", pixels.y},
            {"full_screen", window.full_screen()},
            {"panels", panels.shown},
            {"help", panels.help},
            {"place", {place.x, place.y}},
            {"monitors", window.monitors()},
            {"ui_scale", ui.scale()}};
}

Json kernel(const LoadedScene& loaded, const KernelTuning& kernels) {
    const KernelChoice running = loaded.motion().kernel();
    Json rates = Json::object();
    for (const KernelVariant& variant : direct_variants())
        if (const double rate = kernels.pairs_per_second(variant); rate > 0)
            rates[variant.name] = rate * 1e-9;
    return {{"name", running.variant ? running.variant->name : ""},
            {"kernel", running.variant ? to_string(running) : ""},
            {"origin", name_of(kernels.origin())},
            {"searching", kernels.searching()},
            {"gpairs_per_s", rates}};
}

Json of(const Annotations& annotations) {
    const Annotations::Report& report = annotations.report();
    Json scale, labels = Json::array();  // scale: null where there is none
    if (report.scale)
        scale = {{"kpc", report.scale->kpc},
                 {"degrees", report.scale->degrees},
                 {"pixels", report.scale->pixels},
                 {"text", report.scale->text}};
    for (const PlacedLabel& label : report.labels)
        labels.push_back({{"text", label.text}, {"x", label.place.x}, {"y", label.place.y}});
    return {{"shown", names_of(annotations.shown)},
            {"scale", scale},
            {"clock", report.clock},
            {"legend", report.legend},
            {"labels", labels},
            {"bodies", report.bodies},
            {"trail_points", report.trail_points}};
}

// With the limits of the newest picture.
Json of(DensityLook density, const DensityLimits& limits) {
    density.low = limits.low;
    density.high = limits.high;
    Json json = density_json(density);
    json["contours"] = density.contours;
    return json;
}

Json of(const DrawCost& cost) {
    Json passes = Json::object();
    for (const PassTime& pass : cost.timers().smooth())
        passes[pass.pass] = 1e-3 * std::round(1e3 * pass.milliseconds);
    return {{"passes", passes},
            {"clock", name_of(cost.timers().clock())},
            {"bodies_drawn", cost.bodies_drawn()},
            {"detail", cost.share()},
            {"pixel", cost.pixel()}};
}

Json of(const RecordedMotion& recorded) {
    return {{"file", recorded.file(recorded.index()).string()},
            {"time", recorded.time()},
            {"index", recorded.index()},
            {"count", recorded.count()},
            {"playing", recorded.playing()},
            {"interpolated", recorded.interpolated()},
            {"note", recorded.note()}};
}

}  // namespace

void trace_frame(Trace& trace, const TracedState& state) {
    if (!trace.enabled()) return;
    const Motion& motion = state.loaded.motion();
    const SimulationStatus status = motion.status();
    trace.state("tier",
                {{"tier", name_of(status.tier)}, {"reason", status.tier_reason}, {"device", status.device}});
    trace.state("scene", scene(state.loaded));
    trace.state("draft", draft(state.panels.scene_panel()));
    trace.state("screen", screen(state.window, state.panels, state.ui));
    trace.state("camera", of(state.camera, state.look.stereo));
    trace.state("parameters", of(state.parameters));
    trace.state("mode", of(state.look));
    trace.state("look", look_besides_mode(state.look, state.loaded));
    trace.state("transport", {{"playing", motion.playing()}, {"time", status.time}, {"steps", status.steps}});
    if (const RecordedMotion* const recorded = motion.recorded()) trace.state("playback", of(*recorded));
    if (state.look.mode == DrawMode::density || state.look.density.contours)
        trace.state("density", of(state.look.density, state.loaded.hdr().density_limits()));
    trace.state("annotations", of(state.annotations));
    trace.state("kernel", kernel(state.loaded, state.kernels));
    trace.state("draw", of(state.cost));
    trace.state("widgets", {{"places", state.panels.widgets().places()}});
    trace.event("frame", {{"number", state.clock.number()},
                          {"frame_ms", 1e3 * state.clock.seconds()},
                          {"fps", state.clock.frames_per_second()},
                          {"time", status.time},
                          {"pace", motion.pace_reached()}});
}

}  // namespace milkomeda
