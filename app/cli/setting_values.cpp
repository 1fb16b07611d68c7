#include "app/cli/setting_values.hpp"

#include <algorithm>

#include "app/cli/values.hpp"

namespace milkomeda {
namespace {

Choice choice_named(const Choice& like, const std::string& name) {
    if (const auto found = like.entry(name)) return *found;
    throw std::invalid_argument(fmt::format("'{}' is not one of {}", name, join(like.names)));
}

bool parse_switch(const std::string& text) {
    if (text != "true" && text != "false") throw std::invalid_argument(fmt::format("'{}' is not true or false", text));
    return text == "true";
}

Rgb parse_color(const std::string& text) {
    const glm::vec3 color = parse_vec3(text, ',');
    if (glm::any(glm::lessThan(color, glm::vec3{0})) || glm::any(glm::greaterThan(color, glm::vec3{1})))
        throw std::invalid_argument(fmt::format("'{}' has a number outside of 0 to 1", text));
    return {color.r, color.g, color.b};
}

}  // namespace

SettingValue parse_setting(const Parameter& parameter, const SettingValue& like, const std::string& text) {
    if (std::holds_alternative<CountOrAuto>(like))
        return text == "auto" ? CountOrAuto{} : CountOrAuto{parse_number<int>(text)};
    if (const auto* const fraction = std::get_if<Fraction>(&like))
        return Fraction{parse_fraction(text), fraction->denominators};
    if (const auto* const choice = std::get_if<Choice>(&like)) return choice_named(*choice, text);
    if (parameter.takes_time) return parse_model_time(text);
    const PhysicalUnit& unit = parameter.setting.unit;
    return *unit.name == '\0' ? parse_number<double>(text) : parse_quantity(text, unit);
}

SettingValue parse_setting(const LookControl& control, const SettingValue& like, const std::string& text) {
    if (const auto* const choice = std::get_if<Choice>(&like)) return choice_named(*choice, text);
    if (std::holds_alternative<bool>(like)) return parse_switch(text);
    if (std::holds_alternative<Rgb>(like)) return parse_color(text);
    // Parses a double: a value at an end of the range, rounded to float, could lie outside of the range.
    const auto number = parse_number<double>(text);
    const Range& valid = control.setting.valid;
    if (valid.contains(number)) return number;
    throw std::invalid_argument(fmt::format("'{}' does not lie between {:g} and {:g}", text, valid.least, valid.most));
}

}  // namespace milkomeda
