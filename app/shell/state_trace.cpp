#include "app/shell/state_trace.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/diagnostics/merger.hpp"
#include "app/diagnostics/timing.hpp"
#include "app/io/notices.hpp"
#include "app/panels/tour.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/scene/setting_json.hpp"
#include "app/shell/profile_trace.hpp"
#include "app/tools/history.hpp"
#include "app/tools/mixed_tools.hpp"
#include "app/tools/play_tools.hpp"
#include "app/tools/potential_slice.hpp"
#include "app/ui/frame_clock.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/window.hpp"
#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/particles/structure.hpp"
#include "data/scene/milestones.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json array(const glm::vec<3, Number>& v) {
    return {v.x, v.y, v.z};
}

Json array(const Area& area) { return {area.least.x, area.least.y, area.size.x, area.size.y}; }

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

Json scene(const LoadedScene& loaded) {
    const SceneSetup& initial = loaded.initial();
    Json orbit;  // null if the scene has no orbit
    if (initial.orbit)
        orbit = {{"eccentricity", initial.orbit->eccentricity},
                 {"pericentre", initial.orbit->pericenter},
                 {"separation", initial.orbit->separation}};
    return {{"source", initial.source},
            {"bodies", initial.particles.size()},
            {"total_mass", total_mass(initial.particles)},
            {"title", initial.title},
            {"orbit", orbit}};
}

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

// Returns the durations of one iteration of a mixed box in milliseconds.
Json of(const MixedTimes& times) {
    return {{"total", 1e3 * times.total},
            {"device", 1e3 * times.device},
            {"host", 1e3 * times.host},
            {"wait", 1e3 * times.wait},
            {"map", 1e3 * times.map}};
}

Json of(const LiveBox& box, const MixedTools& tools) {
    const MixedSimulation& simulation = box.simulation();
    const MixedStatus status = simulation.status();
    Json large = Json::array();
    for (const LargeParticle& row : simulation.large().rows())
        if (row.is_used()) large.push_back({row.position.x, row.position.y, row.position.z, row.radius, row.fixed});
    return {{"tool", name_of(tools.tool())},
            {"holds", tools.holds()},
            {"gravity", array(simulation.gravity())},
            {"schedule", name_of(simulation.schedule())},
            {"memory", name_of(box.box().memory)},
            {"small", status.small},
            {"full_cells", status.full_cells},
            {"iteration_ms", of(box.times())},
            {"large", large}};
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

Json kernel(const LoadedScene& loaded, const KernelTuning& kernels) {
    const KernelChoice running = loaded.particle_source().solver().kernel;
    Json rates = Json::object();
    for (const KernelVariant& variant : direct_variants())
        if (const double rate = kernels.pairs_per_second(variant); rate > 0) rates[variant.name] = rate * 1e-9;
    return {{"name", running.variant ? running.variant->name : ""},
            {"kernel", running.variant ? to_string(running) : ""},
            {"origin", name_of(kernels.origin())},
            {"searching", kernels.searching()},
            {"waits", kernels.search_waits()},
            {"gpairs_per_s", rates}};
}

Json solver(const ParticleSource& source) {
    const SimulationStatus status = source.frames().status();
    Json errors;
    if (const auto found = source.force_errors())
        errors = {{"p50", found->relative.p50},
                  {"p90", found->relative.p90},
                  {"p99", found->relative.p99},
                  {"most", found->relative.most}};
    return {
        {"name", source.solver().type->name}, {"runs", status.solver}, {"force_errors", errors}, {"gas", status.gas}};
}

Json of(const ErrorDistribution& errors) {
    return {{"p50", errors.p50},
            {"p90", errors.p90},
            {"p99", errors.p99},
            {"most", errors.most},
            {"counts", errors.histogram.counts}};
}

// Returns the histograms of the force errors. The lower edge of the bin with the index i is
// 10^(least_decade + i / per_decade).
Json of(const ForceErrors& errors) {
    return {{"bodies", errors.bodies},
            {"cost", errors.cost},
            {"rms_acceleration", errors.rms_acceleration},
            {"relative", of(errors.relative)},
            {"to_rms", of(errors.to_rms)},
            {"least_decade", ErrorHistogram::least_decade},
            {"per_decade", ErrorHistogram::per_decade}};
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

Json device(const std::optional<LostDevice>& lost, double time) {
    Json choices = Json::array();
    if (!lost) return {{"lost", false}, {"reason", ""}, {"goes_on_from", nullptr}, {"choices", choices}};
    for (const Device& choice : lost->choices) choices.push_back(choice.name);
    return {{"lost", true}, {"reason", lost->reason}, {"goes_on_from", time}, {"choices", choices}};
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

Json of(const SnapshotSeries& series, bool playing) {
    Json follows;  // null unless a program is writing the series
    if (const auto progress = series.progress()) {
        follows = {{"snapshots", progress->snapshots}, {"newest", progress->newest}, {"share", nullptr}};
        if (progress->share) follows["share"] = *progress->share;
    }
    return {{"file", series.file(series.index()).string()},
            {"time", series.time()},
            {"index", series.index()},
            {"count", series.count()},
            {"playing", playing},
            {"interpolated", series.interpolated()},
            {"note", series.note()},
            {"follows", follows}};
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

// Returns the title of the present milestone, and the model time to which the run is computing. Both values may be
// missing and are then null.
Json milestones(const LoadedScene& loaded) {
    const ParticleSource& source = loaded.particle_source();
    const std::vector<SceneMilestone>& all = loaded.initial().milestones;
    Json present, goal;
    if (const auto index = milestone_at(all, source.transport().time())) present = all[*index].title;
    if (source.transport().state().goal) goal = *source.transport().state().goal;
    return {{"count", all.size()}, {"present", present}, {"heading_for", goal}};
}

// Returns the measured Kennicutt-Schmidt relation, or null without gas. A galaxy without star formation has no mean.
Json of(const std::optional<SchmidtMeasurement>& schmidt) {
    if (!schmidt || schmidt->galaxies.empty()) return {};
    Json galaxies = Json::array();
    for (const GalaxySchmidtPoints& galaxy : schmidt->galaxies) {
        Json row = {{"names", galaxy.galaxies}, {"squares", galaxy.squares.size()}, {"mean", nullptr}};
        if (galaxy.mean) row["mean"] = {{"gas", galaxy.mean->gas}, {"rate", galaxy.mean->rate}, {"kpc", galaxy.radius}};
        galaxies.push_back(row);
    }
    return {{"time", schmidt->time}, {"galaxies", galaxies}};
}

// Returns the newest row of diagnostics, or null before the first row. Numbers that are not finite become null.
Json of(const LiveDiagnostics& diagnostics) {
    const auto known = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
    const DiagnosticsSeries& series = diagnostics.series();
    Json row, radii = Json::object(), markers = Json::array(), merged;  // `merged` is null without a merger
    if (const auto time = merger_time(series.rows())) merged = *time;
    for (const SeriesMarker& marker : series.markers())
        markers.push_back({{"time", marker.time}, {"text", marker.text}});
    Json other_branch;  // null without another branch
    if (const auto other = diagnostics.other())
        other_branch = {{"name", other->name}, {"rows", other->measurements->series.rows().size()}};
    if (!series.rows().empty()) {
        const Diagnostics& found = series.rows().back().found;
        for (std::size_t c = 0; c < series.components().size(); ++c)
            radii[full_name(series.components()[c])] = {known(found.radii[c].r10), known(found.radii[c].r50),
                                                        known(found.radii[c].r90)};
        row = {{"time", found.time},
               {"steps", found.steps},
               {"kinetic", known(found.energies.kinetic)},
               {"potential", known(found.energies.potential)},
               {"total", known(found.total_energy())},
               {"energy_error", known(series.rows().back().energy_error)},
               {"momentum", array(found.momentum)},
               {"angular_momentum", array(found.angular_momentum)},
               {"virial_ratio", known(found.virial_ratio())},
               {"separation", known(found.separation)},
               {"unbound", known(found.unbound)},
               {"star_formation", known(found.star_formation)},
               {"gas_mass", known(found.gas.mass)},
               {"stars_formed", known(found.gas.stars)},
               {"sfr_msun_per_yr", known(found.gas.rate)},
               {"internal", known(found.gas.internal_energy)},
               {"substeps", known(found.gas.substeps)},
               {"radii", radii}};
    }
    return {{"rows", series.rows().size()},
            {"newest", row},
            {"oldest_time", series.rows().empty() ? Json() : Json(series.rows().front().found.time)},
            {"kennicutt_schmidt", of(diagnostics.measurements().schmidt)},
            {"markers", markers},
            {"other_branch", other_branch},
            {"merged", merged},
            {"share", diagnostics.share},
            {"cost_share", diagnostics.cost().share()},
            {"cost_seconds", diagnostics.cost().seconds},
            {"profile_seconds", diagnostics.profile_seconds()},
            {"step_seconds", diagnostics.cost().step_seconds},
            {"bound", diagnostics.bound},
            {"alarmed", diagnostics.has_alarmed()}};
}

// Returns the stored history of the run, or null for a run without history.
Json run_history(const RunHistory* history, long steps) {
    if (!history) return {};
    Json passed = Json::array(), futures = Json::array(), keys = Json::array();
    for (const double time : passages(history->separations())) passed.push_back(time);
    for (const auto& branch : history->branches())
        futures.push_back(
            {{"begin", branch->begin.steps},
             {"end", branch->end.steps},
             {"present", branch == history->present()},
             {"changes", history->log_of(*branch).settings(branch->begin.steps, branch->end.steps).size()}});
    for (const DeviceSnapshot* const key : history->keys()) keys.push_back(key->steps);
    const RunHistory::Memory memory = history->memory();
    return {{"start", history->start().steps},
            {"end", history->end().steps},
            {"has_future", history->has_future(steps)},
            {"keys", keys},
            {"interval", memory.interval},
            {"budget", memory.budget},
            {"bytes", memory.bytes},
            {"bytes_on_device", memory.bytes_on_device},
            {"futures", futures},
            {"overwrites", history->overwrites},
            {"passages", passed}};
}

Json transport(const LoadedScene& loaded, const SimulationStatus& status) {
    const ParticleSource& source = loaded.particle_source();
    Json goal, exact_from;
    if (source.transport().state().goal) goal = *source.transport().state().goal;
    if (const auto from = source.transport().state().undo_limit) exact_from = *from;
    return {{"playing", source.transport().playing()},
            {"time", status.time},
            {"steps", status.steps},
            {"backwards", source.transport().state().backward},
            {"loops", source.transport().state().looping},
            {"heading_for", goal},
            {"exact_from", exact_from},
            {"shown", loaded.moment().time},
            {"first", source.transport().state().first_time},
            {"last", source.transport().state().last_time},
            {"time_line", run_history(source.checkpoints().run_history(), status.steps)}};
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

}  // namespace

void trace_frame(Screen& screen, const ActiveRun& run, const ViewState& view, const EditTools& tools,
                 const TracedInterface& interface) {
    Trace& trace = screen.trace;
    const Panels& panels = interface.panels;
    const LoadedScene& loaded = run.loaded;
    if (!trace.enabled()) return;
    const ParticleSource& source = loaded.particle_source();
    const SimulationStatus status = source.frames().status();
    trace.state("tier", {{"tier", name_of(status.tier)}, {"reason", status.tier_reason}, {"device", status.device}});
    trace.state("device", device(run.lost_device, status.time));
    trace.state("scene", scene(loaded));
    trace.state("draft", draft(panels.scene_panel()));
    trace.state("screen", window_state(screen.window, panels, screen.ui));
    trace.state("camera", of(view.camera, view.look.stereo));
    trace.state("light", of(view.camera.framing()));
    trace.state("parameters", to_json(run.parameters));
    trace.state("mode", {{"name", name_of(view.look.mode)}, {"point_size", view.look.point_size}});
    trace.state("look", look_besides_mode(view.look, loaded));
    trace.state("bodies", bodies(panels.components.counter(), loaded));
    trace.state("transport", transport(loaded, status));
    if (const SnapshotSeries* const series = source.series())
        trace.state("playback", of(*series, source.transport().playing()));
    if (const LiveBox* const box = source.box()) trace.state("mixed", of(*box, tools.mixed));
    if (rendering_of(view.look.mode) == Rendering::density || view.look.density.contours)
        trace.state("density", density(view.look, loaded.hdr().map_scale()));
    trace.state("annotations", of(view.annotations));
    trace.state("play", play(tools.play, tools.history, loaded));
    trace.state("measure", of(tools.measure));
    trace.state("match", of(tools.match));
    trace.state("slice", of(view.slice));
    trace.state("kernel", kernel(loaded, run.kernels));
    trace.state("solver", solver(loaded.particle_source()));
    if (const auto errors = source.force_errors()) trace.state("errors", of(*errors));
    trace.state("split", of(view.split, interface.comparing));
    trace.state("draw", of(view.quality));
    trace.state("diagnostics", of(run.diagnostics));
    trace.state("profile_plot", profile_plot_state(run.diagnostics, panels.diagnostics()));
    trace.state("timing", to_json(screen.timing));
    trace.state("files", of(panels.files()));
    trace.state("columns", of(panels.columns()));
    trace.state("gallery", of(panels.gallery()));
    trace.state("tour", of(interface.tour));
    trace.state("lesson", of(interface.lesson));
    trace.state("export", of(interface.exporting));
    trace.state("milestones", milestones(loaded));
    trace.state("controls", controls(interface.commands));
    trace.state("notices", of(screen.notices));
    const StatusLine& line = panels.status_line();
    trace.state("status", {{"line", line.text()}, {"why", line.cause().why}, {"more", line.cause().more}});
    const Widgets& widgets = panels.widgets();
    trace.state("widgets", {{"places", widgets.places()}, {"cut_off", widgets.cut_off()}});
    trace.event("frame", {{"number", screen.clock.number()},
                          {"frame_ms", 1e3 * screen.clock.seconds()},
                          {"fps", screen.clock.frames_per_second()},
                          {"time", status.time},
                          {"pace", source.transport().state().pace_reached}});
}

}  // namespace milkomeda
