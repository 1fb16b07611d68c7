#include "app/scene/scene_conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <variant>

#include "data/simulation/parameter_table.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

const std::string slice_table = "view.slice.";

float radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180); }

template <Named Enum>
std::optional<Enum> named(const Scene& scene, const char* key, const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    if (const auto value = value_named<Enum>(*name)) return value;
    throw std::invalid_argument(fmt::format("{}: {} takes one of {}", scene.origins.at(key), key, join(names<Enum>)));
}

std::string number_in(const Range& valid) {
    return fmt::format("a number from {} to {}", short_number(valid.least), short_number(valid.most));
}

// Returns the scene's value for a control; empty if its type differs from `like` or if it is out of range.
std::optional<SettingValue> look_value(const SceneValue& said, const LookControl& control, const SettingValue& like) {
    const double* const number = std::get_if<double>(&said);
    const std::string* const text = std::get_if<std::string>(&said);
    if (std::holds_alternative<bool>(like)) {
        if (const bool* const on = std::get_if<bool>(&said)) return *on;
    } else if (std::holds_alternative<double>(like)) {
        if (number && control.setting.valid.contains(*number)) return *number;
    } else if (const auto* const choice = std::get_if<Choice>(&like)) {
        if (text) return choice->entry(*text);
    } else if (const auto* const rgb = std::get_if<std::array<double, 3>>(&said)) {
        constexpr Range channel{0, 1};
        if (std::holds_alternative<Rgb>(like) &&
            std::ranges::all_of(*rgb, [&](double c) { return channel.contains(c); }))
            return Rgb{static_cast<float>((*rgb)[0]), static_cast<float>((*rgb)[1]), static_cast<float>((*rgb)[2])};
    }
    return {};
}

std::string taken_by(const LookControl& control, const SettingValue& like) {
    if (std::holds_alternative<bool>(like)) return "true or false";
    if (const auto* const choice = std::get_if<Choice>(&like)) return "one of " + join(choice->names);
    if (std::holds_alternative<Rgb>(like)) return "[red, green, blue], each from 0 to 1";
    return number_in(control.setting.valid);
}

// Slice through the potential in a scene file. Each key view.slice.KEY turns the slice on, unless `on` is false.
struct SceneSlice {
    SliceChoice choice;
    bool on = true;
};

using SliceMember = std::variant<bool*, float*, glm::vec3*>;

struct SliceKey {
    std::string_view name;
    SliceMember (*member)(SceneSlice&);
    Range valid{};  // valid range of the value if it is a number
};

constexpr Range degrees{-360, 360};
constexpr std::array slice_keys{
    SliceKey{"on", [](SceneSlice& s) -> SliceMember { return &s.on; }},
    SliceKey{"centre", [](SceneSlice& s) -> SliceMember { return &s.choice.plane.anchor; }},
    SliceKey{"tilt", [](SceneSlice& s) -> SliceMember { return &s.choice.plane.tilt; }, degrees},
    SliceKey{"turn", [](SceneSlice& s) -> SliceMember { return &s.choice.plane.turn; }, degrees},
    SliceKey{"edge", [](SceneSlice& s) -> SliceMember { return &s.choice.plane.edge; }, {1e-3, 1e6}},
    SliceKey{"opacity", [](SceneSlice& s) -> SliceMember { return &s.choice.opacity; }, {0.05, 1}},
    SliceKey{"lines", [](SceneSlice& s) -> SliceMember { return &s.choice.lines; }},
    SliceKey{"arrows", [](SceneSlice& s) -> SliceMember { return &s.choice.arrows; }}};

// Sets the member of the key. Returns a description of the valid values if the value is invalid, else an empty text.
std::string fault_of(const SliceKey& key, SceneSlice& slice, const SceneValue& value) {
    const SliceMember member = key.member(slice);
    if (bool* const* const on = std::get_if<bool*>(&member)) {
        if (!std::holds_alternative<bool>(value)) return "true or false";
        **on = std::get<bool>(value);
    } else if (glm::vec3* const* const point = std::get_if<glm::vec3*>(&member)) {
        if (!std::holds_alternative<std::array<double, 3>>(value)) return "three numbers, [x, y, z]";
        **point = vector_of(std::get<std::array<double, 3>>(value));
    } else {
        const double* const number = std::get_if<double>(&value);
        if (!number || !key.valid.contains(*number)) return number_in(key.valid);
        *std::get<float*>(member) = static_cast<float>(*number);
    }
    return {};
}

SceneValue scene_value(bool on) { return on; }
SceneValue scene_value(float number) { return double{number}; }
SceneValue scene_value(const glm::vec3& point) { return std::array<double, 3>{point.x, point.y, point.z}; }

std::string key_of(const SliceKey& key) { return slice_table + std::string{key.name}; }

// Returns a function that sets the control of the scene key view.`name` to the value `said` in a look. Throws
// std::invalid_argument for a bad key or value.
std::function<void(Look&)> change_of(const Scene& scene, const std::string& name, const SceneValue& said) {
    const std::string key = "view." + name;
    const auto row = std::ranges::find(look_table(), key, scene_key);
    if (row == look_table().end())
        throw std::invalid_argument(
            fmt::format("{}: there is no key '{}'; there are: view.hidden, view.preset, "
                        "view.complete, view.show, {}",
                        scene.origins.at(key), key, join(look_table(), scene_key)));
    const SettingValue like = row->field.get(Look{});
    const auto value = look_value(said, *row, like);
    if (!value)
        throw std::invalid_argument(fmt::format("{}: {} takes {}", scene.origins.at(key), key, taken_by(*row, like)));
    return [row, value = *value](Look& look) { row->field.set(look, value); };
}

}  // namespace

std::string scene_key(const LookControl& control) {
    const bool of_density = control.section == LookSection::density_limits || control.section == LookSection::contours;
    return (of_density ? "view.density." : "view.") + control.setting.key;
}

Scene scene_of_settings(const std::vector<std::pair<std::string, std::string>>& settings) {
    std::vector<std::pair<std::string, std::string>> shown;
    std::ranges::copy_if(settings, std::back_inserter(shown), [](const auto& setting) {
        constexpr std::array tables{"view.", "simulation.", "gas.", "star_formation."};
        return std::ranges::any_of(tables, [&](const char* table) { return setting.first.starts_with(table); });
    });
    return scene_of_text("--set", "title = 'nothing'\n[galaxy.any.disk]\nmass = 1\n", shown);
}

Camera camera_of(const Scene& scene) {
    Camera camera = look_at(vector_of(scene.camera.position), vector_of(scene.camera.target),
                            radians(scene.camera.field_of_view_degrees), vector_of(scene.camera.up));
    if (scene.camera.projection) camera.projection = *value_named<Projection>(*scene.camera.projection);
    return camera;
}

std::vector<KeyFrame> key_frames_of(const Scene& scene) {
    std::vector<KeyFrame> keys;
    double field_of_view = scene.camera.field_of_view_degrees;
    for (const SceneKeyFrame& key : scene.camera.key_frames) {
        field_of_view = key.field_of_view_degrees.value_or(field_of_view);
        KeyFrame& frame = keys.emplace_back(
            KeyFrame{*key.time, look_at(vector_of(*key.position), vector_of(key.target), radians(field_of_view))});
        if (key.projection)
            frame.camera.projection = *value_named<Projection>(*key.projection);
        else if (keys.size() > 1)
            frame.camera.projection = keys[keys.size() - 2].camera.projection;
    }
    return keys;
}

SimulationParameters with_parameters_of(const Scene& scene, SimulationParameters parameters) {
    for (const Parameter& parameter : parameter_table())
        if (scene.origins.contains(std::string{parameter.scene_key}))
            parameter.field.set(parameters, parameter.field.get(scene.simulation));
    return parameters;
}

LookOverrides look_of(const Scene& scene) {
    const SceneView& view = scene.view;
    LookOverrides overrides;
    overrides.complete = view.complete;
    const auto take = [&](const auto& said, auto member) {
        if (said)
            overrides.changes.emplace_back([value = *said, member](Look& look) {
                using Member = std::remove_reference_t<decltype(std::invoke(member, look))>;
                std::invoke(member, look) = static_cast<Member>(value);
            });
    };
    std::optional<std::string> preset = view.preset;
    if (preset) preset = present_name_of_preset(*preset, overrides);
    if (!overrides.note.empty())
        overrides.note = fmt::format("{}: {}", scene.origins.at("view.preset"), overrides.note);
    overrides.preset = named<Preset>(scene, "view.preset", preset);
    take(named<DrawMode>(scene, "view.mode", view.mode), &Look::mode);
    take(named<ColorBy>(scene, "view.color_by", view.color_by), &Look::color_by);
    take(named<ColorMap>(scene, "view.color_map", view.color_map), &Look::color_map);
    take(view.point_size, &Look::point_size);
    take(view.brightness, &Look::brightness);
    take(view.stretch, [](Look& look) -> float& { return look.sub_particle.stretch; });
    take(view.resolved, [](Look& look) -> float& { return look.sub_particle.resolved; });
    take(view.background, &Look::background);
    take(view.dust, [](Look& look) -> float& { return look.dust.amount; });
    for (const auto& [key, value] : view.settings)
        if (!("view." + key).starts_with(slice_table)) overrides.changes.push_back(change_of(scene, key, value));
    return overrides;
}

std::optional<SliceChoice> slice_of(const Scene& scene) {
    std::optional<SceneSlice> slice;
    for (const auto& [name, value] : scene.view.settings) {
        const std::string key = "view." + name;
        if (!key.starts_with(slice_table)) continue;
        const auto found = std::ranges::find(slice_keys, key, key_of);
        if (found == slice_keys.end())
            throw std::invalid_argument(fmt::format("{}: there is no key '{}'; there are: {}", scene.origins.at(key),
                                                    key, join(slice_keys, key_of)));
        if (!slice) slice.emplace();
        if (const std::string valid = fault_of(*found, *slice, value); !valid.empty())
            throw std::invalid_argument(fmt::format("{}: {} takes {}", scene.origins.at(key), key, valid));
    }
    if (!slice || !slice->on) return {};
    return slice->choice;
}

std::vector<std::pair<std::string, SceneValue>> settings_of(const std::optional<SliceChoice>& slice) {
    if (!slice) return {{slice_table + "on", false}};
    SceneSlice in_scene{*slice};
    in_scene.choice.plane.anchor = center_of(slice->plane);  // scene files contain the center of the square
    std::vector<std::pair<std::string, SceneValue>> settings;
    for (const SliceKey& key : slice_keys)
        settings.emplace_back(
            key_of(key), std::visit([](const auto* member) { return scene_value(*member); }, key.member(in_scene)));
    return settings;
}

std::optional<AnnotationSet> annotations_of(const Scene& scene) try {
    if (!scene.view.show) return std::nullopt;
    const std::string names = join(*scene.view.show, {}, ",");
    return names.empty() ? AnnotationSet{} : annotations_from(names);
} catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: view.show: {}", scene.origins.at("view.show"), error.what()));
}

}  // namespace milkomeda
