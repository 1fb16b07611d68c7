#include "app/scene/scene_conversion.hpp"

#include <numbers>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

glm::vec3 vec3(const std::array<double, 3>& v) {
    return {v[0], v[1], v[2]};
}

float radians(double degrees) {
    return static_cast<float>(degrees * std::numbers::pi / 180);
}

template <Named Enum>
std::optional<Enum> named(const Scene& scene, const char* key, const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    if (const auto value = value_named<Enum>(*name)) return value;
    throw std::invalid_argument(scene.origins.at(key) + ": " + key + " takes one of " + join(names<Enum>));
}

}  // namespace

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

SimulationParameters parameters_of(const Scene& scene, const Overrides<SimulationParameters>& overrides) {
    const SimulationParameters parameters = with_overrides(scene.simulation, overrides);
    validate(parameters);
    return parameters;
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
    std::optional<std::string> preset = view.preset;
    if (preset) preset = present_name_of_preset(*preset, overrides);
    if (!overrides.note.empty()) overrides.note = scene.origins.at("view.preset") + ": " + overrides.note;
    overrides.preset = named<Preset>(scene, "view.preset", preset);
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

}  // namespace milkomeda
