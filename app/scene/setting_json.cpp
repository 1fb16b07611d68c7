#include "app/scene/setting_json.hpp"

#include <algorithm>
#include <cmath>
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
    const auto found = std::ranges::find(now.names, json.value(setting.key, std::string{now.name()}));
    if (found == now.names.end()) return now;
    return {static_cast<std::size_t>(found - now.names.begin()), now.names};
}
Rgb read(const Json& json, const Setting& setting, const Rgb& now) {
    Rgb color = json.value(setting.key, now);
    for (float& channel : color) channel = std::clamp(channel, 0.0f, 1.0f);
    return color;
}
template <typename Physics>  // types of simulation parameters, which these files do not contain
Physics read(const Json&, const Setting&, const Physics& now) {
    return now;
}

// Removes both limits of the density unless they form a valid range.
Json without_senseless_limits(Json json, const Look& look) {
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

namespace {

int whole_in(const Json& json, const Setting& setting) {
    constexpr double most = 1e9;
    const double number = json.get<double>();
    if (!(std::abs(number) <= most)) throw std::out_of_range(setting.key);
    return static_cast<int>(number);
}

}  // namespace

void from_exact_json(const Json& json, SimulationParameters& parameters) {
    for (const Parameter& parameter : parameter_table()) {
        const SettingValue now = parameter.field.get(parameters);
        const Json& said = json.at(parameter.setting.key);
        if (const auto* const choice = std::get_if<Choice>(&now)) {
            const auto found = std::ranges::find(choice->names, said.get<std::string>());
            if (found == choice->names.end()) throw std::out_of_range(parameter.setting.key);
            parameter.field.set(parameters,
                                Choice{static_cast<std::size_t>(found - choice->names.begin()), choice->names});
        } else if (const auto* const fraction = std::get_if<Fraction>(&now)) {
            parameter.field.set(parameters, Fraction{whole_in(said, parameter.setting), fraction->denominators});
        } else if (std::holds_alternative<CountOrAuto>(now)) {
            parameter.field.set(parameters,
                                said.is_number() ? CountOrAuto{whole_in(said, parameter.setting)} : CountOrAuto{});
        } else {
            parameter.field.set(parameters, said.get<double>());
        }
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

namespace {

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

}  // namespace

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
        const Json sensible = section == LookSection::density_limits ? without_senseless_limits(json, look) : json;
        for (const LookControl& control : look_table()) {
            if (control.section != section) continue;
            const auto read_value = [&](const auto& now) -> SettingValue {
                return read(sensible, control.setting, now);
            };
            control.field.set(look, std::visit(read_value, control.field.get(look)));
        }
    }
}

}  // namespace milkomeda
