#include "app/ui/setting_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Draws the control of a setting, with an overload for each type of value. Returns true if the value changed.
bool control(Widgets& widgets, const Setting& setting, bool& on, bool initial) {
    return widgets.checkbox(setting.label, on, initial, setting.tooltip);
}

bool control(Widgets& widgets, const Setting& setting, double& number, double initial) {
    double shown = number * setting.shown_factor;
    if (!widgets.slider(setting.label, shown,
                        {setting.slider.least,
                         setting.slider.most,
                         initial * setting.shown_factor,
                         setting.format,
                         setting.scale,
                         {.unit = setting.unit}},
                        setting.tooltip))
        return false;
    number = shown / setting.shown_factor;
    return true;
}

bool control(Widgets& widgets, const Setting& setting, CountOrAuto& count, CountOrAuto initial) {
    int shown = count.value_or(0);  // the slider position 0 means automatic
    if (!widgets.slider(setting.label, shown,
                        {0,
                         static_cast<int>(setting.slider.most),
                         initial.value_or(0),
                         setting.format,
                         setting.scale,
                         {.least = "auto"}},
                        setting.tooltip))
        return false;
    count = shown == 0 ? CountOrAuto{} : CountOrAuto{shown};
    return true;
}

bool control(Widgets& widgets, const Setting& setting, Fraction& fraction, const Fraction& initial) {
    const auto index_of = [&](int k) {
        const auto found = std::ranges::find(fraction.denominators, k);
        return static_cast<std::size_t>(found - fraction.denominators.begin());
    };
    std::size_t index = index_of(fraction.denominator);
    if (!widgets.choice(setting.label, index, fraction.names(), index_of(initial.denominator), setting.tooltip))
        return false;
    fraction.denominator = fraction.denominators[index];
    return true;
}

bool control(Widgets& widgets, const Setting& setting, Choice& choice, const Choice& initial) {
    const std::vector<std::string> names{choice.names.begin(), choice.names.end()};
    return widgets.choice(setting.label, choice.index, names, initial.index, setting.tooltip);
}

bool control(Widgets& widgets, const Setting& setting, Rgb& color, const Rgb& initial) {
    glm::vec3 shown{color[0], color[1], color[2]};
    if (!widgets.color(setting.label, shown, {initial[0], initial[1], initial[2]}, setting.tooltip)) return false;
    color = {shown.r, shown.g, shown.b};
    return true;
}

template <typename Owner>
bool control(Widgets& widgets, const Setting& setting, const Field<Owner>& field, Owner& owner, const Owner& initial) {
    SettingValue value = field.get(owner);
    const SettingValue first = field.get(initial);
    const auto draw = [&](auto& now) {
        return control(widgets, setting, now, std::get<std::remove_reference_t<decltype(now)>>(first));
    };
    if (!std::visit(draw, value)) return false;
    field.set(owner, value);
    return true;
}

constexpr std::array<std::string_view, 5> main_parameters{"dt", "softening", "damping", "fraction", "time_per_second"};

ParameterRank rank_of(const Parameter& parameter) {
    if (parameter.group == ParameterGroup::gas) return ParameterRank::gas;
    return std::ranges::count(main_parameters, parameter.setting.key) > 0 ? ParameterRank::main
                                                                          : ParameterRank::advanced;
}

struct ShortText {
    const Setting& setting;

    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(double number) const {
        return short_number(static_cast<float>(number * setting.shown_factor));
    }
    std::string operator()(const CountOrAuto& count) const { return count ? std::to_string(*count) : "auto"; }
    std::string operator()(const Fraction& fraction) const {
        return fraction.denominator == 1 ? "1" : fmt::format("1/{}", fraction.denominator);
    }
    std::string operator()(const Choice& choice) const { return std::string{choice.name()}; }
    std::string operator()(const Rgb& color) const {
        std::string text;
        for (const float channel : color) text += (text.empty() ? "" : " ") + short_number(channel);
        return text;
    }
};

}  // namespace

std::string text_of(const Setting& setting, const SettingValue& value) { return std::visit(ShortText{setting}, value); }

void parameter_controls(Widgets& widgets, SimulationParameters& parameters, const SimulationParameters& initial,
                        ParameterRank rank) {
    const SimulationParameters defaults;
    for (const Parameter& parameter : parameter_table())
        if (rank_of(parameter) == rank)
            control(widgets, parameter.setting, parameter.field, parameters,
                    affects_steps(parameter.group) ? initial : defaults);
}

void step_parameter_controls(Widgets& widgets, SimulationParameters& parameters, const SimulationParameters& initial,
                             bool has_gas) {
    for (const Parameter& parameter : parameter_table())
        if (affects_steps(parameter.group) && (has_gas || parameter.group != ParameterGroup::gas))
            control(widgets, parameter.setting, parameter.field, parameters, initial);
}

const Setting& pace_setting() {
    constexpr std::string_view key = "time_per_second";
    return std::ranges::find(parameter_table(), key, [](const Parameter& row) { return row.setting.key; })->setting;
}

std::string_view look_controls(Widgets& widgets, Look& look, LookSection section) {
    const Look defaults;
    std::string_view changed;
    for (const LookControl& row : look_table()) {
        if (row.section != section || row.setting.label == std::string_view{} || !row.applies(look)) continue;
        if (control(widgets, row.setting, row.field, look, defaults)) changed = row.setting.key;
    }
    return changed;
}

}  // namespace milkomeda
