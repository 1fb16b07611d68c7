#include "app/scene/scene_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/options.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/scene/encounter_source.hpp"
#include "app/scene/landmarks.hpp"
#include "app/scene/orbit_camera.hpp"
#include "app/scene/scene_conversion.hpp"
#include "app/scene/scene_draft.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "app/scene/shown_parts.hpp"
#include "app/scene/sky_observer.hpp"
#include "app/scene/state_file.hpp"
#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/formats/snapshot_files.hpp"
#include "data/formats/user_data.hpp"
#include "data/particles/row_order.hpp"
#include "data/particles/young_stars.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/text.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

// Throws UsageError if a camera option needs a star, a body or key frames that the scene does not have.
void require_possible(const CameraOverrides& overrides, const SceneSetup& initial) {
    if (overrides.sky && !find_sky_observer(initial.particles))
        throw UsageError(fmt::format("--sky: no galaxy of {} has a disk with a star to look from", initial.source));
    if (!overrides.follow.empty()) find_followed(initial.particles, overrides.follow);
    if (overrides.path && initial.key_frames.empty())
        throw UsageError(fmt::format("--path: {} has no key frames, [[camera.keyframe]]", initial.source));
}

std::vector<glm::vec3> shown_rows(const ParticleSet& particles, const std::vector<ShownBodies>& shown) {
    std::vector<glm::vec3> rows;
    for (std::size_t c = 0; c < particles.components.size(); ++c) {
        const Component& component = particles.components[c];
        for (std::size_t i = component.first; i < component.first + component.count; ++i)
            if (shown[c].shows(is_young_star(particles.velocities[i])))
                rows.emplace_back(particles.positions[i].x, particles.positions[i].y, particles.positions[i].z);
    }
    return rows;
}

void apply(const CameraOverrides& overrides, Camera& camera) {
    if (overrides.position == camera.target)
        throw std::invalid_argument("--camera: the camera is at the point that it looks at; choose another position");
    if (overrides.position) camera = look_at(*overrides.position, camera.target, camera.fov_radians);
    if (overrides.up) camera.frame = frame_of(*overrides.up);
    camera.fov_radians = overrides.fov.value_or(camera.fov_radians);
    camera.yaw = overrides.yaw.value_or(camera.yaw);
    if (overrides.pitch) camera.pitch = std::clamp(*overrides.pitch, -steepest_pitch, steepest_pitch);
    camera.distance = overrides.distance.value_or(camera.distance);
    camera.target = overrides.target.value_or(camera.target);
    camera.projection = overrides.projection.value_or(camera.projection);
}

bool has_two_galaxies(const ParticleSet& particles) {
    return particles.components.size() > 1 && !particles.components.front().galaxy.empty();
}

// Throws if the start time or a requested time is so large that adding a timestep would not change it.
void require_times(const SceneSetup& initial, const SceneOptions& options) {
    const double timestep = initial.parameters.timestep;
    try {
        require_resolved(initial.particles.time, timestep);
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(fmt::format("{}: cannot be simulated: {}", initial.source, error.what()));
    }
    for (const auto& asked : {options.times.at, options.times.from, options.times.until})
        if (asked) require_resolved(*asked, timestep);
}

void require_fit(std::size_t bodies, const BodiesLimit& limit) {
    if (bodies > limit.bodies)
        throw std::runtime_error(fmt::format("{} bodies do not fit into {}; set --bodies to at most {}", bodies,
                                             limit.reason, limit.bodies));
}

// Returns `parameters` with the values of the command line. Throws std::invalid_argument for invalid values.
SimulationParameters checked(const SimulationParameters& parameters, const SceneOptions& options) {
    const SimulationParameters with_options = with_overrides(parameters, options.parameters);
    validate(with_options);
    return with_options;
}

// Returns the number of bodies to load, and whether to load gas. A galaxy from a file has a fixed number of bodies,
// while a generated galaxy can have any number.
BodyBudget budget_of(const SceneOptions& options, const Scene& scene, const BodyCountPolicy& policy,
                     const SimulationParameters& parameters) {
    if (options.selection.bodies) return {*options.selection.bodies};
    const bool generated = std::ranges::any_of(scene.galaxies, [](const SceneGalaxy& galaxy) { return !galaxy.file; });
    if (!policy || !generated) return {scene.bodies};
    return policy(parameters, has_gas(scene) && parameters.gas.model != GasModel::off);
}

// Generates the scene, with a progress bar if the number of bodies is large.
ParticleSet generate_visibly(const Scene& scene, std::size_t bodies, std::uint64_t seed) {
    constexpr std::size_t many = 1'000'000;
    if (bodies < many) return generate(scene, bodies, seed);
    Progress progress{"generating", "bodies", static_cast<double>(bodies)};
    return generate(scene, bodies, seed, [&](std::size_t done) { progress.update(static_cast<double>(done)); });
}

// Returns true if the scene's milestones apply, because the options change neither galaxies nor their components.
bool has_milestones(const SceneOptions& options) {
    return options.selection == Selection{.bodies = options.selection.bodies} &&
           std::ranges::none_of(options.settings, sets_galaxies);
}

// Checks the scripted edits of galaxies, and applies those that are due at the start.
void begin_course(SceneSetup& initial, const Assets& assets, const BodiesLimit& limit) {
    if (initial.course.changes.empty()) return;
    const std::vector<GalaxyKind> kinds = galaxy_kinds(assets);
    require_models(initial.course.changes, kinds);
    // Later edits are also checked now, not after hours of simulation.
    for (const SceneChange& change : initial.course.changes)
        if (change.bodies > limit.bodies)
            throw std::invalid_argument(fmt::format("{}: change.bodies is {}, but at most {} bodies fit into {}",
                                                    change.origin, change.bodies, limit.bodies, limit.reason));
    const SimulationParameters& parameters = initial.parameters;
    SceneSnapshot state;
    state.particles = std::move(initial.particles);
    state.origins = origins_of(state.particles);
    state.shown.assign(state.particles.components.size(), all_bodies);
    state.course = std::move(initial.course);
    while (state.course.is_due(state.particles.time, parameters.timestep))
        state = with_next_change(state, kinds, parameters.gravity, limit.bodies);
    initial.particles = std::move(state.particles);
    initial.course = std::move(state.course);
}

// Returns a box with the requested number of small particles. The camera is moved so that the box looks as large
// as the box of the scene file.
SceneSetup initial_state_of_box(const SceneOptions& options, Scene& scene, const BodiesLimit& limit) {
    MixedBox box = *scene.mixed;
    if (options.selection.bodies) box = with_numbers(box, *options.selection.bodies, box.dynamic + box.fixed);
    require_fit(box.small, limit);
    for (double& place : scene.camera.position)
        place *= (box.most.x - box.least.x) / (scene.mixed->most.x - scene.mixed->least.x);
    SceneSetup initial;
    initial.particles = place_box(scene, box, options.seed);
    scene.simulation.timestep = box.step_seconds();
    scene.simulation.time_per_second = 1;  // at 60 pictures per second, each picture shows the next step
    initial.parameters = checked(scene.simulation, options);
    take_settings(scene, initial);
    initial.famous_time = scene.picture_time;
    initial.mixed = box;
    return initial;
}

SceneSetup initial_state_of_scene(const SceneOptions& options, Scene& scene, const BodyCountPolicy& body_count,
                                  const BodiesLimit& limit) {
    SceneSetup initial;
    initial.parameters = checked(presumed_parameters(scene, options), options);
    // The galaxies start in equilibrium with the parameters of this run.
    scene.simulation.softening = initial.parameters.softening;
    scene.simulation.gas = initial.parameters.gas;
    const auto [bodies, with_gas] = budget_of(options, scene, body_count, initial.parameters);
    require_fit(bodies, limit);
    if (!with_gas && !scene.origins.contains("with_gas")) {
        leave_out_gas(scene);
        initial.notes.emplace_back(
            "the gas is left out, because this device is too slow for it at this pace; to keep "
            "it: --set with_gas=true");
        log_info(initial.notes.back());
    }
    Selection selection = options.selection;
    selection.bodies.reset();  // the generator, and not the selection, applies the number of bodies
    initial.particles = select(generate_visibly(scene, bodies, options.seed), selection);
    take_settings(scene, initial);
    if (!initial.look.note.empty()) log_info(initial.look.note);
    initial.orbit = scene.orbit;
    if (has_milestones(options))
        initial.famous_time = scene.picture_time;
    else
        initial.milestones.clear();
    initial.course.changes = scene.changes;
    return initial;
}

// Logs the units of a file, and notes of its reader about units and assumptions.
void log_notes(const ParticleFile& content) {
    if (content.units != model_units_text) log_info("units: " + content.units);
    for (const std::string& note : content.notes) log_info(note);
}

// Returns a line that says which internal energies of gas a new run does not take from `particles`. Empty if the run
// takes the energies of all gas, or if neither the source nor the run has energies.
std::string unused_energies(const ParticleSet& particles, const GasParameters& parameters) {
    const GasModel model = parameters.model;
    std::size_t known = 0;
    for (const GasValues& gas : particles.gas) known += gas.energy >= 0;
    const std::size_t all = gas_count(particles.components);
    if (model == GasModel::isothermal && known > 0)
        return "the internal energies of the gas are not used, because the equation of state is isothermal (--gas "
               "adiabatic uses them)";
    if (model == GasModel::off && known > 0)
        return "the internal energies of the gas are not used, because the gas moves like stars (--gas adiabatic uses "
               "them)";
    if (model == GasModel::adiabatic && known < all)
        return fmt::format(
            "{} particles of gas have no internal energies; they start with the temperature {:g} K "
            "(--gas-temperature)",
            all - known, parameters.temperature);
    return "";
}

// Stores in `has_ids` whether the file contains ids, if `has_ids` is not null.
SceneSetup initial_state_of_file(const SceneOptions& options, const Assets& assets, const Scene& scene,
                                 const BodiesLimit& limit, bool* has_ids = nullptr) {
    SceneSetup initial;
    ParticleFile content =
        options.content ? *options.content : read_visibly(particle_file(options.source, assets), options.reading);
    log_notes(content);
    initial.notes = content.notes;
    initial.parameters = checked(presumed_parameters(scene, options), options);
    initial.available = content.particles.size();
    if (has_ids) *has_ids = content.has_ids;
    require_fit(options.selection.bodies.value_or(initial.available), limit);
    initial.particles = select(std::move(content.particles), options.selection);
    initial.title = fs::path{options.source}.filename();
    return initial;
}

SceneSetup initial_state_of_series(const SceneOptions& options, const Assets& assets, const Scene& scene,
                                   const BodiesLimit& limit) {
    const bool is_followed = options.followed && options.followed->watch->pattern() == options.source;
    auto snapshots = is_followed ? std::make_shared<Snapshots>(*options.followed, options.reading, options.selection)
                                 : std::make_shared<Snapshots>(options.source, options.reading, options.selection);
    SceneOptions first = options;
    first.reading = snapshots->reading();
    first.source = snapshots->files().front().path.string();
    SceneSetup initial = initial_state_of_file(first, assets, scene, limit, &snapshots->first_has_ids);
    initial.title = fs::path{options.source}.filename();
    initial.particles.time = snapshots->times().front();
    initial.snapshots = std::move(snapshots);
    if (!initial.snapshots->gaps().empty()) log_warning(initial.snapshots->gaps());
    return initial;
}

// Returns the camera of the observer of an encounter, which has both galaxies in view at the present.
Camera encounter_camera(const EncounterParameters& encounter) {
    constexpr double length = encounter_kpc / kpc_per_length, margin = 1.2;
    const glm::dvec2 separation{encounter.position};
    const double reach =
        glm::length(separation) / 2 + margin * std::max(encounter.galaxies[0].radius, encounter.galaxies[1].radius);
    Camera camera;
    camera.target = glm::vec3{length * separation.x / 2, length * separation.y / 2, 0};
    const double half_height = length * encounter.half_width.value_or(reach);
    camera.distance = std::clamp(static_cast<float>(half_height / std::tan(camera.fov_radians / 2)), nearest_distance,
                                 farthest_distance);
    camera.projection = Projection::orthographic;
    return camera;
}

// Returns the moments of a restricted encounter.
SceneSetup initial_state_of_encounter(const SceneOptions& options, const Assets& assets, const Scene& scene,
                                      const BodiesLimit& limit) {
    std::string note;
    const EncounterParameters encounter = load_encounter(options.source, assets, &note);
    const std::size_t bodies = options.selection.bodies.value_or(usual_encounter_bodies);
    require_fit(bodies, limit);
    Selection selection = options.selection;
    selection.bodies.reset();  // the disks have this number of particles
    std::vector<ParticleSet> moments = encounter_moments(encounter, bodies);
    SceneSetup initial;
    initial.parameters = checked(presumed_parameters(scene, options), options);
    initial.available = bodies;
    initial.particles = select(moments.front(), selection);
    initial.title = encounter.name;
    initial.camera = encounter_camera(encounter);
    if (!note.empty()) {
        log_info(note);
        initial.notes.push_back(note);
    }
    initial.snapshots = std::make_shared<Snapshots>(std::move(moments), encounter.name, selection);
    return initial;
}

// Returns the saved run of a state file. Returns an empty optional if options select or change bodies, because a
// new run then starts from the bodies of the file.
std::optional<SavedState> saved_run(const SceneOptions& options, const Assets& assets) {
    if (options.content || is_encounter(options.source) || is_scene_name(options.source, assets) ||
        is_series(options.source))
        return {};
    const fs::path file = particle_file(options.source, assets);
    std::error_code ignored;
    if (fs::is_directory(file, ignored) || !looks_like_state(head_of(file))) return {};
    SavedState state = read_saved_state(file);
    if (!state.run) return {};
    if (options.selection.is_all()) return state;
    log_info(fmt::format("{}: a new run starts with the bodies of this file, because options select or change bodies",
                         options.source));
    return {};
}

SceneSetup initial_state_of_source(const SceneOptions& options, const Assets& assets, const BodyCountPolicy& body_count,
                                   const BodiesLimit& limit) {
    const bool encounter = !options.content && is_encounter(options.source);
    const bool generated = !options.content && !encounter && is_scene_name(options.source, assets);
    const bool series = !options.content && !encounter && !generated && is_series(options.source);
    // A particle file gets the parameters and the view of the default scene, because most files contain the Milky
    // Way and Andromeda.
    const std::string name = generated ? options.source : default_scene;
    Scene scene = load_scene(name, assets, options.settings);

    SceneSetup initial = scene.mixed ? initial_state_of_box(options, scene, limit)
                         : encounter ? initial_state_of_encounter(options, assets, scene, limit)
                         : generated ? initial_state_of_scene(options, scene, body_count, limit)
                         : series    ? initial_state_of_series(options, assets, scene, limit)
                                     : initial_state_of_file(options, assets, scene, limit);
    initial.source = options.source;
    if (const std::string line = unused_energies(initial.particles, initial.parameters.gas);
        !line.empty() && !initial.snapshots && (!generated || !initial.particles.gas.empty())) {
        initial.notes.push_back(line);
        log_info(options.source + ": " + line);
    }
    initial.scene_text = scene_text(name, assets);
    initial.scene_settings = options.settings;
    if (!scene.with_gas && !scene.origins.contains("with_gas"))
        initial.scene_settings.emplace_back("with_gas", "false");
    initial.until =
        initial.snapshots ? initial.snapshots->times().back() : std::max(scene.until, initial.particles.time);
    if (!initial.snapshots) require_times(initial, options);
    if (!initial.mixed) shuffle_components(initial.particles);  // the first rows become a fair sample
    begin_course(initial, assets, limit);
    initial.shown = shown_components(initial.particles, scene.view.hidden);
    if (!encounter) initial.camera = camera_of(scene);
    if (!encounter && !generated && !has_two_galaxies(initial.particles))
        initial.camera = framed(initial.camera, shown_rows(initial.particles, initial.shown));
    initial.framing.is_kept = scene.camera.fills_picture.value_or(true);
    if (encounter) {
        initial.framing = {.is_kept = false, .rolls = false};
        initial.famous_time = 0;  // the present
        return initial;
    }
    initial.framing.rolls = scene.camera.fills_picture.value_or(false) || !generated;
    if (generated || has_two_galaxies(initial.particles)) initial.key_frames = key_frames_of(scene);
    return initial;
}

}  // namespace

std::vector<ShownBodies> shown_components(const ParticleSet& particles, const std::vector<std::string>& hidden) {
    std::vector<ShownBodies> shown(particles.components.size());
    for (const ShownPart& part : shown_parts(particles.components)) {
        const bool is_named = std::ranges::any_of(hidden, [&](const std::string& name) {
            return is_typed_name(name, part.names.name) || is_typed_name(name, full_name(part.names));
        });
        part.show(!part.names.perturber && !is_named, shown);
    }
    if (std::ranges::none_of(shown, &ShownBodies::any)) shown.assign(shown.size(), all_bodies);
    return shown;
}

SimulationParameters presumed_parameters(const Scene& scene, const SceneOptions& options) {
    return with_parameters_of(scene, with_overrides(scene.simulation, options.presumed));
}

void take_settings(const Scene& scene, SceneSetup& initial) {
    initial.title = scene.title;
    initial.look = look_of(scene);
    initial.show = annotations_of(scene);
    initial.slice = slice_of(scene);
    initial.milestones = scene.milestones;
}

std::shared_ptr<const ParticleSet> particles_of(const std::shared_ptr<const SceneSetup>& initial) {
    return {initial, &initial->particles};
}

fs::path particle_file(const std::string& source, const Assets& assets) {
    if (const auto known = find_user_data(source)) return *known;
    if (fs::exists(source) || source.find_first_of("/.") != std::string::npos) return source;
    const std::vector<std::string> scenes = scene_names(assets);
    std::vector<std::string> known = scenes;
    for (const CommandText& command : command_texts()) known.push_back(command.name);
    throw UsageError(
        fmt::format("no scene or file named '{}'; scenes: {}{}", source, join(scenes), did_you_mean(source, known)));
}

ParticleFile read_visibly(const fs::path& file, const ReadOptions& options) {
    constexpr std::uintmax_t large = 256 << 20;
    const std::vector<fs::path> files = snapshot_files(file).read;
    std::uintmax_t bytes = 0;
    std::error_code ignored;
    for (const fs::path& part : files) bytes += fs::file_size(part, ignored);
    if (files.size() < 2 || bytes < large) return read_particle_file(file, options);
    Progress progress{"reading", "files", static_cast<double>(files.size())};
    return read_particle_file(file, options, [&](std::size_t done) { progress.update(static_cast<double>(done)); });
}

void require_source(const std::string& source, const Assets& assets) {
    if (is_encounter(source))
        load_encounter(source, assets);
    else if (!is_scene_name(source, assets) && !is_series(source))
        format_of_file(snapshot_files(particle_file(source, assets)).read.front());
}

void log_lost_components(const ParticleOutput& output, const SceneSetup& initial, const CompleteGasColumns& gas) {
    const std::string line = lost_components(format_for_writing(output.file, output.format), initial.particles, gas);
    if (!line.empty()) log_info(line);
}

void place_camera(const SceneOptions& options, SceneSetup& initial) {
    const CameraOverrides& asked = options.camera;
    const bool placed =
        std::ranges::any_of(options.settings, [](const auto& setting) { return setting.first.starts_with("camera."); });
    if (placed || asked.position || asked.yaw || asked.pitch || asked.distance || asked.target || asked.up ||
        asked.sky || asked.path || !asked.follow.empty())
        initial.framing.is_kept = false;
    else if (initial.framing.is_kept && std::ranges::any_of(options.settings, sets_galaxies))
        initial.camera = on_orbital_axis(initial.camera, initial.particles);
    apply(options.camera, initial.camera);
    if (options.camera.projection)
        for (KeyFrame& key : initial.key_frames) key.camera.projection = *options.camera.projection;
    require_possible(options.camera, initial);
}

SceneSetup load_scene_setup(const SceneOptions& options, const Assets& assets, const BodyCountPolicy& body_count,
                            const BodiesLimit& limit) try {
    SceneSetup initial;
    if (std::optional<SavedState> saved = saved_run(options, assets)) {
        require_fit(saved->particles.size(), limit);
        initial = initial_state_of_state(options, std::move(*saved));
        initial.source = options.source;
        require_times(initial, options);
    } else {
        initial = initial_state_of_source(options, assets, body_count, limit);
    }
    place_camera(options, initial);
    for (const std::string& line : warnings(initial.parameters)) log_warning(line);
    if (initial.origins.empty()) initial.origins = origins_of(initial.particles);
    return initial;
} catch (const std::invalid_argument& error) {  // an option with an impossible value
    throw UsageError(error.what());
}

}  // namespace milkomeda
