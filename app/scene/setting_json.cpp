#include "app/scene/setting_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(bool on) { return on; }
Json json_of(double number) { return number; }
Json json_of(const CountOrAuto& count) { return count ? Json(*count) : Json("auto"); }
Json json_of(const Fraction& fraction) { return 1.0 / fraction.denominator; }
Json json_of(const Choice& choice) { return choice.name(); }
Json json_of(const Rgb& color) { return color; }

Json json_of(const SettingValue& value) {
    return std::visit([](const auto& kind) { return json_of(kind); }, value);
}

// Return the setting's value in `json`, clamped to its range; `now` for a missing key or an unknown name.
bool read(const Json& json, const Setting& setting, bool now) { return json.value(setting.key, now); }
double read(const Json& json, const Setting& setting, double now) {
    return std::clamp(json.value(setting.key, now), setting.valid.least, setting.valid.most);
}
Choice read(const Json& json, const Setting& setting, const Choice& now) {
    return now.entry(json.value(setting.key, std::string{now.name()})).value_or(now);
}
Rgb read(const Json& json, const Setting& setting, const Rgb& now) {
    Rgb color = json.value(setting.key, now);
    for (float& channel : color) channel = std::clamp(channel, 0.0f, 1.0f);
    return color;
}
// Returns `now` for all other types: these are types of simulation parameters, which no look contains.
template <typename Physics>
Physics read(const Json&, const Setting&, const Physics& now) {
    return now;
}

int whole_in(const Json& json, const Setting& setting) {
    constexpr double most = 1e9;
    const double number = json.get<double>();
    if (!(std::abs(number) <= most)) throw std::out_of_range(setting.key);
    return static_cast<int>(number);
}

struct NamedSections {
    const char* name;
    std::initializer_list<LookSection> sections;
};
constexpr std::initializer_list<LookSection> particle_sections{LookSection::mode, LookSection::particles},
    color_sections{LookSection::color}, stereo_sections{LookSection::stereo};
constexpr NamedSections all_sections[] = {{"particles", particle_sections},
                                          {"light", light_sections},
                                          {"colors", color_sections},
                                          {"density", density_sections},
                                          {"stereo", stereo_sections}};

// Removes both limits of the density if they are not a valid range.
Json without_invalid_limits(Json json, const Look& look) {
    const double low = json.value("low", look.density.low * solar_masses_per_pc2);
    const double high = json.value("high", look.density.high * solar_masses_per_pc2);
    const auto& [least, most] = density_limits_range;
    if (low >= least && low * narrowest_density_limits <= high && high <= most) return json;
    json.erase("low");
    json.erase("high");
    return json;
}

}  // namespace

Json to_json(const SimulationParameters& parameters) {
    Json json;
    for (const Parameter& parameter : parameter_table())
        json[parameter.setting.key] = json_of(parameter.field.get(parameters));
    return json;
}

Json exact_json(const SimulationParameters& parameters) {
    Json json;
    for (const Parameter& parameter : parameter_table()) {
        const SettingValue value = parameter.field.get(parameters);
        const auto* const fraction = std::get_if<Fraction>(&value);
        json[parameter.setting.key] = fraction ? Json(fraction->denominator) : json_of(value);
    }
    return json;
}

void from_exact_json(const Json& json, SimulationParameters& parameters) {
    for (const Parameter& parameter : parameter_table()) {
        SettingValue value = parameter.field.get(parameters);
        const Json& stored = json.at(parameter.setting.key);
        if (auto* const choice = std::get_if<Choice>(&value)) {
            const auto named = choice->entry(stored.get<std::string>());
            if (!named) throw std::out_of_range(parameter.setting.key);
            *choice = *named;
        } else if (auto* const fraction = std::get_if<Fraction>(&value)) {
            fraction->denominator = whole_in(stored, parameter.setting);
        } else if (std::holds_alternative<CountOrAuto>(value)) {
            value = stored.is_number() ? CountOrAuto{whole_in(stored, parameter.setting)} : CountOrAuto{};
        } else {
            value = stored.get<double>();
        }
        parameter.field.set(parameters, value);
    }
    validate(parameters);
}

Json to_json(const Look& look, std::initializer_list<LookSection> sections) {
    Json json;
    for (const LookSection section : sections)
        for (const LookControl& control : look_table())
            if (control.section == section) json[control.setting.key] = json_of(control.field.get(look));
    return json;
}

Json to_json(const Look& look) {
    Json json;
    for (const auto& [name, sections] : all_sections) json[name] = to_json(look, sections);
    return json;
}

void from_json(const Json& json, Look& look) {
    for (const auto& [name, sections] : all_sections) from_json(json.value(name, Json::object()), look, sections);
}

void from_json(const Json& json, Look& look, std::initializer_list<LookSection> sections) {
    for (const LookSection section : sections) {
        const Json valid = section == LookSection::density_limits ? without_invalid_limits(json, look) : json;
        for (const LookControl& control : look_table()) {
            if (control.section != section) continue;
            const auto read_value = [&](const auto& now) -> SettingValue { return read(valid, control.setting, now); };
            control.field.set(look, std::visit(read_value, control.field.get(look)));
        }
    }
}

Json to_json(const Camera& camera) {
    const glm::quat frame = glm::quat_cast(camera.frame);
    return {{"projection", name_of(camera.projection)},
            {"yaw", camera.yaw},
            {"pitch", camera.pitch},
            {"distance", camera.distance},
            {"target", {camera.target.x, camera.target.y, camera.target.z}},
            {"fov", camera.fov_radians},
            {"frame", {frame.w, frame.x, frame.y, frame.z}}};
}

std::optional<Camera> camera_from(const Json& json) {
    Camera camera;
    const auto projection = value_named<Projection>(json.at("projection").get<std::string>());
    if (!projection) return std::nullopt;
    camera.projection = *projection;
    camera.yaw = json.at("yaw").get<float>();
    camera.pitch = std::clamp(json.at("pitch").get<float>(), -steepest_pitch, steepest_pitch);
    camera.distance = std::clamp(json.at("distance").get<float>(), nearest_distance, farthest_distance);
    const auto target = json.at("target").get<std::array<float, 3>>();
    camera.target = {target[0], target[1], target[2]};
    camera.fov_radians = std::clamp(json.at("fov").get<float>(), narrowest_fov, widest_fov);
    const auto turned = json.value("frame", std::array<float, 4>{1, 0, 0, 0});
    const glm::quat frame{turned[0], turned[1], turned[2], turned[3]};
    if (std::abs(glm::length(frame) - 1) < 1e-3f) camera.frame = glm::mat3_cast(glm::normalize(frame));
    if (!std::isfinite(camera.yaw) || !std::isfinite(glm::length(camera.target))) return std::nullopt;
    return camera;
}

Json to_json(const SliceChoice& slice) {
    const PlaneChoice& plane = slice.plane;
    return {{"anchor", {plane.anchor.x, plane.anchor.y, plane.anchor.z}},
            {"height", plane.height},
            {"tilt", plane.tilt},
            {"turn", plane.turn},
            {"edge", plane.edge},
            {"opacity", slice.opacity},
            {"arrows", slice.arrows},
            {"lines", slice.lines}};
}

SliceChoice slice_from(const Json& json) {
    SliceChoice slice;
    PlaneChoice& plane = slice.plane;
    const auto anchor = json.value("anchor", std::array<float, 3>{});
    plane.anchor = {anchor[0], anchor[1], anchor[2]};
    plane.height = json.value("height", plane.height);
    plane.tilt = json.value("tilt", plane.tilt);
    plane.turn = json.value("turn", plane.turn);
    plane.edge = json.value("edge", plane.edge);
    slice.opacity = json.value("opacity", slice.opacity);
    slice.arrows = json.value("arrows", slice.arrows);
    slice.lines = json.value("lines", slice.lines);
    return slice;
}

}  // namespace milkomeda
