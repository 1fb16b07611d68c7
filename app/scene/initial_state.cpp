#include "app/scene/initial_state.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <utility>

#include "app/output/log.hpp"
#include "app/output/progress.hpp"
#include "app/scene/followed.hpp"
#include "app/scene/sky_observer.hpp"
#include "data/base/text.hpp"
#include "data/formats/formats.hpp"
#include "data/formats/user_data.hpp"
#include "data/particles/shuffle.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_scene = "milky-way-andromeda";

glm::vec3 vec3(const std::array<double, 3>& v) {
    return {v[0], v[1], v[2]};
}

float radians(double degrees) {
    return static_cast<float>(degrees * std::numbers::pi / 180);
}

Camera camera_of(const Scene& scene) {
    return look_at(vec3(scene.camera.position), vec3(scene.camera.target),
                   radians(scene.camera.field_of_view_degrees));
}

std::vector<KeyFrame> key_frames_of(const Scene& scene) {
    std::vector<KeyFrame> keys;
    double field_of_view = scene.camera.field_of_view_degrees;
    for (const SceneKeyFrame& key : scene.camera.key_frames) {
        field_of_view = key.field_of_view_degrees.value_or(field_of_view);
        KeyFrame& frame = keys.emplace_back(
            KeyFrame{*key.time, look_at(vec3(*key.position), vec3(key.target), radians(field_of_view))});
        if (key.projection)
            frame.camera.projection = *value_named<Projection>(*key.projection);
        else if (keys.size() > 1)
            frame.camera.projection = keys[keys.size() - 2].camera.projection;
    }
    return keys;
}

// What the command line wants of the camera and this start does not have.
void require_possible(const CameraOverrides& wish, const InitialState& initial) {
    if (wish.sky && !find_sky_observer(initial.particles))
        throw UsageError("--sky: no galaxy of " + initial.source + " has a disk to sit in");
    if (!wish.follow.empty()) find_followed(initial.particles, wish.follow);
    if (wish.path && initial.key_frames.empty())
        throw UsageError("--path: " + initial.source + " has no key frames, [[camera.keyframe]]");
}

std::vector<glm::vec3> shown_rows(const Particles& particles, const std::vector<bool>& shown) {
    std::vector<glm::vec3> rows;
    for (std::size_t c = 0; c < particles.components.size(); ++c) {
        const Component& component = particles.components[c];
        for (std::size_t i = component.first; shown[c] && i < component.first + component.count; ++i)
            rows.emplace_back(particles.positions[i].x, particles.positions[i].y, particles.positions[i].z);
    }
    return rows;
}

void apply(const CameraOverrides& wish, Camera& camera) {
    if (wish.position == camera.target)
        throw std::invalid_argument("--camera: it stands in the point that it looks at");
    if (wish.position) camera = look_at(*wish.position, camera.target, camera.fov_radians);
    if (wish.yaw) camera.yaw = *wish.yaw;
    if (wish.pitch) camera.pitch = std::clamp(*wish.pitch, -steepest_pitch, steepest_pitch);
    if (wish.distance) camera.distance = *wish.distance;
    if (wish.target) camera.target = *wish.target;
    camera.projection = wish.projection.value_or(camera.projection);
}

SimulationParameters parameters_of(const Scene& scene, const Overrides<SimulationParameters>& overrides) {
    const SimulationParameters parameters = with_overrides(scene.simulation, overrides);
    validate(parameters);
    return parameters;
}

std::vector<bool> shown_components(const Particles& particles, const std::vector<std::string>& hidden) {
    std::vector<bool> shown;
    for (const Component& component : particles.components)
        shown.push_back(std::ranges::none_of(hidden, [&](const std::string& name) {
            return name == component.name || name == full_name(component);
        }));
    // A picture of nothing helps nobody: hidden components that are all there is are shown.
    if (std::ranges::find(shown, true) == shown.end()) shown.assign(shown.size(), true);
    return shown;
}

template <Named Enum>
std::optional<Enum> named(const Scene& scene, const char* key, const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    if (const auto value = value_named<Enum>(*name)) return value;
    throw std::invalid_argument(scene.origins.at(key) + ": " + key + " takes one of " + join(names<Enum>));
}

LookOverrides look_of(const Scene& scene) {
    const SceneView& view = scene.view;
    LookOverrides overrides;
    const auto take = [&](const auto& said, auto Look::*member) {
        if (said)
            overrides.changes.emplace_back([value = *said, member](Look& look) {
                using Member = std::remove_reference_t<decltype(look.*member)>;
                look.*member = static_cast<Member>(value);
            });
    };
    overrides.preset = named<Preset>(scene, "view.preset", view.preset);
    take(named<DrawMode>(scene, "view.mode", view.mode), &Look::mode);
    take(named<ColorBy>(scene, "view.color_by", view.color_by), &Look::color_by);
    take(named<ColorMap>(scene, "view.color_map", view.color_map), &Look::color_map);
    take(view.point_size, &Look::point_size);
    take(view.brightness, &Look::brightness);
    return overrides;
}

std::optional<AnnotationSet> annotations_of(const Scene& scene) try {
    if (!scene.view.show) return std::nullopt;
    const std::string names = join(*scene.view.show, {}, ",");
    return names.empty() ? AnnotationSet{} : annotations_from(names);
} catch (const std::invalid_argument& error) {
    throw std::invalid_argument(scene.origins.at("view.show") + ": view.show: " + error.what());
}

bool has_two_galaxies(const Particles& particles) {
    return particles.components.size() > 1 && !particles.components.front().galaxy.empty();
}

void require_fit(std::size_t bodies, const BodiesLimit& limit) {
    if (bodies > limit.bodies)
        throw std::runtime_error(std::to_string(bodies) + " bodies are more than " + limit.reason +
                                 " holds; up to " + std::to_string(limit.bodies) + " would fit (--bodies)");
}

// How many bodies a scene gets: those of files are all there are, and what is generated may be any number.
std::size_t bodies_of(const Options& options, const Scene& scene, const BodyCountPolicy& wish,
                      const SimulationParameters& parameters) {
    if (options.selection.bodies) return *options.selection.bodies;
    const bool generated =
        std::ranges::any_of(scene.galaxies, [](const SceneGalaxy& galaxy) { return !galaxy.file; });
    return wish && generated ? wish(parameters) : scene.bodies;
}

// Large numbers of bodies take a while.
Particles generate_visibly(const Scene& scene, std::size_t bodies, std::uint64_t seed) {
    constexpr std::size_t many = 1'000'000;
    if (bodies < many) return generate(scene, bodies, seed);
    Progress progress{"generating", "bodies", static_cast<double>(bodies)};
    return generate(scene, bodies, seed,
                    [&](std::size_t done) { progress.update(static_cast<double>(done)); });
}

InitialState initial_state_of_scene(const Options& options, const Scene& scene,
                                    const BodyCountPolicy& body_count, const BodiesLimit& limit) {
    InitialState initial;
    initial.parameters = parameters_of(scene, options.parameters);
    const std::size_t bodies = bodies_of(options, scene, body_count, initial.parameters);
    require_fit(bodies, limit);
    Selection selection = options.selection;
    selection.bodies.reset();  // a scene is generated with the number asked for
    initial.particles = select(generate_visibly(scene, bodies, options.seed), selection);
    initial.title = scene.title;
    initial.orbit = scene.orbit;
    initial.look = look_of(scene);
    initial.show = annotations_of(scene);
    return initial;
}

// What a person ought to know of a file before trusting what becomes of it.
void log_notes(const ParticleFile& content) {
    if (content.units != model_units_text) log_info("units: " + content.units);
    for (const std::string& note : content.notes) log_info(note);
}

InitialState initial_state_of_file(const Options& options, const Assets& assets, const Scene& scene,
                                   const BodiesLimit& limit) {
    InitialState initial;
    ParticleFile content = read_particle_file(particle_file(options.source, assets), options.reading);
    log_notes(content);
    initial.parameters = parameters_of(scene, options.parameters);
    initial.available = content.particles.size();
    require_fit(options.selection.bodies.value_or(initial.available), limit);
    initial.particles = select(std::move(content.particles), options.selection);
    initial.title = fs::path{options.source}.filename();
    return initial;
}

InitialState initial_state_of_series(const Options& options, const Assets& assets, const Scene& scene,
                                     const BodiesLimit& limit) {
    auto snapshots = std::make_unique<Snapshots>(options.source, options.reading, options.selection);
    Options first = options;
    first.source = snapshots->files().front().path.string();
    InitialState initial = initial_state_of_file(first, assets, scene, limit);
    initial.title = fs::path{options.source}.filename();
    initial.particles.time = snapshots->times().front();
    initial.snapshots = std::move(snapshots);
    if (!initial.snapshots->gaps().empty()) log_warning(initial.snapshots->gaps());
    return initial;
}

}  // namespace

bool is_scene(const std::string& source, const Assets& assets) {
    return is_scene_name(source, assets);
}

fs::path particle_file(const std::string& source, const Assets& assets) {
    if (const auto known = find_user_data(source)) return *known;
    if (fs::exists(source) || source.find_first_of("/.") != std::string::npos) return source;
    throw UsageError("no scene or file named '" + source + "'; scenes: " + join(scene_names(assets)));
}

void require_source(const std::string& source, const Assets& assets) {
    if (!is_scene(source, assets) && !is_series(source)) format_of_file(particle_file(source, assets));
}

void log_lost_components(const Options& options, const InitialState& initial) {
    const std::string line =
        lost_components(format_for_writing(options.output, options.format), initial.particles);
    if (!line.empty()) log_info(line);
}

InitialState load_initial_state(const Options& options, const Assets& assets,
                                const BodyCountPolicy& body_count, const BodiesLimit& limit) try {
    const bool generated = is_scene(options.source, assets);
    // A file takes its physics and its view from the default scene, whose data it mostly is.
    const Scene scene =
        load_scene(generated ? options.source : default_scene, assets, options.scene_settings);

    InitialState initial = generated ? initial_state_of_scene(options, scene, body_count, limit)
                           : is_series(options.source)
                               ? initial_state_of_series(options, assets, scene, limit)
                               : initial_state_of_file(options, assets, scene, limit);
    initial.source = options.source;
    initial.until =
        initial.snapshots ? initial.snapshots->times().back() : std::max(scene.until, initial.particles.time);
    shuffle_components(initial.particles);
    if (initial.snapshots) initial.snapshots->begin(initial.particles);
    initial.shown = shown_components(initial.particles, scene.view.hidden);
    initial.camera = camera_of(scene);
    if (!generated && !has_two_galaxies(initial.particles))
        initial.camera = framed(initial.camera, shown_rows(initial.particles, initial.shown));
    apply(options.camera, initial.camera);
    if (generated || has_two_galaxies(initial.particles)) initial.key_frames = key_frames_of(scene);
    if (options.camera.projection)
        for (KeyFrame& key : initial.key_frames) key.camera.projection = *options.camera.projection;
    require_possible(options.camera, initial);
    for (const std::string& line : warnings(initial.parameters)) log_warning(line);
    return initial;
} catch (const std::invalid_argument& error) {  // a wish that cannot be met
    throw UsageError(error.what());
}

}  // namespace milkomeda
