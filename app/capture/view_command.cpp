#include "app/capture/view_command.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "app/scene/scene_conversion.hpp"
#include "app/scene/scene_draft.hpp"
#include "app/scene/shown_parts.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

std::string quoted_text(const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return '"' + escaped + '"';
}

template <typename Vector>
std::string written(const Vector& v, const char* separator) {
    return exact_number(v.x) + separator + exact_number(v.y) + separator + exact_number(v.z);
}

std::string toml_of(const glm::vec3& v) { return "[" + written(v, ", ") + "]"; }

// Converts the value of a setting or scene key to TOML. If `single_precision` is true, a number is written with the few
// digits that identify a float.
struct AsToml {
    bool single_precision = false;

    std::string operator()(bool on) const { return on ? "true" : "false"; }
    std::string operator()(double number) const {
        return single_precision ? exact_number(static_cast<float>(number)) : exact_number(number);
    }
    std::string operator()(const std::string& text) const { return quoted_text(text); }
    std::string operator()(const std::array<double, 3>& v) const { return toml_of(glm::vec3{v[0], v[1], v[2]}); }
    std::string operator()(const CountOrAuto& count) const {
        return count ? std::to_string(*count) : quoted_text("auto");
    }
    std::string operator()(const Fraction& fraction) const {
        const auto at = std::ranges::find(fraction.denominators, fraction.denominator);
        return quoted_text(fraction.names()[static_cast<std::size_t>(at - fraction.denominators.begin())]);
    }
    std::string operator()(const Choice& choice) const { return quoted_text(std::string{choice.name()}); }
    std::string operator()(const Rgb& color) const { return toml_of({color[0], color[1], color[2]}); }
};

std::string toml_of(const SettingValue& value) { return std::visit(AsToml{}, value); }

// Converts a look control's value to TOML. Most numbers are floats, which need fewer digits than doubles.
std::string toml_of(const LookControl& control, const Look& look) {
    const SettingValue value = control.field.get(look);
    const double* const number = std::get_if<double>(&value);
    if (!number) return toml_of(value);
    Look same = look;
    control.field.set(same, static_cast<double>(static_cast<float>(*number)));
    return control.field.get(same) == value ? exact_number(static_cast<float>(*number)) : exact_number(*number);
}

Scene scene_of(const ViewCommand& view) {
    return scene_of_text(view.initial.source, view.initial.scene_text, view.scene.settings);
}

// Sets the key `key`, in place of an earlier value.
void set(SceneSettings& settings, const std::string& key, const std::string& value) {
    std::erase_if(settings, [&](const auto& setting) { return setting.first == key; });
    settings.emplace_back(key, value);
}

// Returns the options --set for all settings of look and parameters that differ from the scene. For a run from a state
// file it returns all settings, because the state may differ from its scene.
SceneSettings with_look_and_parameters(const ViewCommand& view, const Scene& scene) {
    SceneSettings settings = view.scene.settings;
    const bool all = view.initial.resumed != nullptr;
    const SimulationParameters as_said = presumed_parameters(scene, view.scene);
    for (const Parameter& parameter : parameter_table())
        if (const SettingValue now = parameter.field.get(view.parameters); all || now != parameter.field.get(as_said))
            set(settings, parameter.scene_key, toml_of(now));
    set(settings, "view.complete", "true");
    const Look base = with_overrides(Look{}, look_of(scene));
    for (const LookControl& control : look_table())
        if (all || control.field.get(view.look) != control.field.get(base))
            set(settings, scene_key(control), toml_of(control, view.look));
    if (view.slice != slice_of(scene))
        for (const auto& [key, value] : settings_of(view.slice))
            set(settings, key, std::visit(AsToml{.single_precision = true}, value));
    return settings;
}

std::vector<std::string> hidden_components(const SceneSetup& initial) {
    std::vector<std::string> hidden;
    for (const ShownPart& part : shown_parts(initial.particles.components))
        if (!part.is_shown(initial.shown)) hidden.push_back(full_name(part.names));
    return hidden;
}

std::string list_of(const std::vector<std::string>& names) { return "[" + join(names, quoted_text) + "]"; }

// Returns a camera with the view direction and up direction of `camera`, but with the axes frame_of(up), which the
// option up=X:Y:Z restores. The yaw changes to compensate for the changed axes.
Camera upright(const Camera& camera) {
    Camera same = camera;
    same.frame = frame_of(camera.frame[1]);
    if (same.frame == camera.frame) return same;
    const glm::vec3 out = glm::transpose(same.frame) * -forward(camera);
    same.yaw = std::atan2(out.x, out.z);
    return same;
}

std::string camera_words(const Camera& camera, bool in_sky) {
    const Camera same = in_sky ? camera : upright(camera);
    std::string words = "yaw=" + exact_number(same.yaw) + ",pitch=" + exact_number(same.pitch);
    if (in_sky) return words;
    words += ",distance=" + exact_number(same.distance) + ",target=" + written(same.target, ":");
    if (same.frame[1] != glm::vec3{0, 1, 0}) words += ",up=" + written(same.frame[1], ":");
    return words + ",fov=" + exact_number(same.fov_radians);
}

// A command line to which options with values are added.
struct Words {
    std::vector<std::string> list;

    void say(const char* option, const std::string& value) { list.insert(list.end(), {option, value}); }
};

void say_reading(Words& words, const ReadOptions& reading) {
    if (reading.units != UnitChoice::automatic) words.say("--units", std::string{name_of(reading.units)});
    if (reading.periodic != PeriodicChoice::automatic) words.say("--periodic", std::string{name_of(reading.periodic)});
    if (reading.center == CenterChoice::place)
        words.say("--center", written(reading.place, ","));
    else if (reading.center != CenterChoice::automatic)
        words.say("--center", std::string{name_of(reading.center)});
    if (!reading.columns.empty()) words.say("--columns", reading.columns);
}

void say_device(Words& words, const ViewCommand& view) {
    const DeviceOptions& device = view.device;
    if (!device.names.empty()) words.say("--device", device.names);
    if (device.interop != Interop::automatic) words.say("--interop", std::string{name_of(device.interop)});
}

// Adds the folder of assets, the annotations and the camera. `places_camera`: true to give the position of the camera.
void say_picture(Words& words, const ViewCommand& view, bool places_camera) {
    if (!view.assets_folder.empty()) words.say("--assets", view.assets_folder.string());
    words.say("--show", names_of(view.show));
    // With a camera path, the option --projection is given only for sky maps; otherwise the key frames set the
    // projection.
    const Projection projection = view.camera.projection;
    if (view.held.path)
        words.list.emplace_back("--path");
    else if (places_camera)
        words.say("--camera", camera_words(view.camera, view.held.sky));
    const bool is_map = projection == Projection::hammer || projection == Projection::dome;
    if (view.held.path ? is_map : projection != Projection::perspective)
        words.say("--projection", std::string{name_of(projection)});
    if (view.held.sky) words.list.emplace_back("--sky");
    if (!view.held.follow.empty()) words.say("--follow", view.held.follow);
}

}  // namespace

SceneSettings scene_settings_of(const ViewCommand& view) {
    const Scene scene = scene_of(view);
    SceneSettings settings = with_look_and_parameters(view, scene);
    set(settings, "view.show", list_of(view.show.any() ? split(names_of(view.show), ',') : std::vector<std::string>{}));
    if (view.initial.shown != shown_components(view.initial.particles, scene.view.hidden))
        set(settings, "view.hidden", list_of(hidden_components(view.initial)));
    const Camera& camera = view.camera;
    set(settings, "camera.position", toml_of(position(camera)));
    set(settings, "camera.target", toml_of(camera.target));
    set(settings, "camera.field_of_view_degrees", exact_number(glm::degrees(camera.fov_radians)));
    set(settings, "camera.up", toml_of(camera.frame[1]));
    set(settings, "camera.projection", quoted_text(std::string{name_of(camera.projection)}));
    set(settings, "camera.fills_picture", "false");
    return settings;
}

std::vector<std::string> command_words(const ViewCommand& view, const Assets& assets) {
    const SceneOptions& options = view.scene;
    SceneOptions said = options;
    const Scene scene = scene_of(view);
    said.settings = with_look_and_parameters(view, scene);
    if (view.initial.shown != shown_components(view.initial.particles, scene.view.hidden))
        said.settings.emplace_back("view.hidden", list_of(hidden_components(view.initial)));
    if (is_scene_name(options.source, assets) && view.initial.course.done == 0)
        said.selection.bodies = view.initial.particles.size();
    Words words{source_words(said)};
    if (!options.selection.components.empty()) words.say("--components", join(options.selection.components, {}, ","));
    if (options.seed != SceneOptions{}.seed) words.say("--seed", std::to_string(options.seed));
    say_reading(words, options.reading);
    const DeviceOptions& device = view.device;
    say_device(words, view);
    if (device.solver != DeviceOptions{}.solver) words.say("--solver", std::string{device.solver->name});
    if (!device.kernel.empty()) words.say("--kernel", device.kernel);
    say_picture(words, view, !view.keeps_framed);
    if (view.time) words.say("--at", exact_number(*view.time));
    return words.list;
}

std::vector<std::string> state_words(const ViewCommand& view, const std::string& file) {
    Words words{{file}};
    say_device(words, view);
    if (view.slice != slice_of(scene_of(view)))
        for (const auto& [key, value] : settings_of(view.slice))
            words.say("--set", key + "=" + std::visit(AsToml{.single_precision = true}, value));
    say_picture(words, view, view.held.sky);
    return words.list;
}

}  // namespace milkomeda
