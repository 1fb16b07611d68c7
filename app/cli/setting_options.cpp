#include "app/cli/shared_options.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace milkomeda {
namespace {

Choice choice_named(const Choice& like, const std::string& name) {
    const auto found = std::ranges::find(like.names, name);
    if (found == like.names.end())
        throw std::invalid_argument(fmt::format("'{}' is not one of {}", name, join(like.names)));
    return {static_cast<std::size_t>(found - like.names.begin()), like.names};
}

// Parses the value of a parameter. The result has the type of `like`.
SettingValue parse(const Parameter& parameter, const SettingValue& like, const std::string& text) {
    if (std::holds_alternative<CountOrAuto>(like))
        return text == "auto" ? CountOrAuto{} : CountOrAuto{parse_number<int>(text)};
    if (const auto* const fraction = std::get_if<Fraction>(&like))
        return Fraction{parse_fraction(text), fraction->denominators};
    if (const auto* const choice = std::get_if<Choice>(&like)) return choice_named(*choice, text);
    if (parameter.takes_time) return parse_model_time(text);
    const PhysicalUnit& unit = parameter.setting.unit;
    return *unit.name == '\0' ? parse_number<double>(text) : parse_quantity(text, unit);
}

// Parses the value of a look control. The result has the type of `like`.
SettingValue parse(const LookControl& control, const SettingValue& like, const std::string& text) {
    if (const auto* const choice = std::get_if<Choice>(&like)) return choice_named(*choice, text);
    // Parses a double: a value at an end of the range, rounded to float, could lie outside of the range.
    const auto number = parse_number<double>(text);
    const Range& valid = control.setting.valid;
    if (valid.contains(number)) return number;
    throw std::invalid_argument(fmt::format("'{}' does not lie between {:g} and {:g}", text, valid.least, valid.most));
}

// Returns the option of a setting with its possible values, such as "--accuracy draft|default|fine|exact".
std::string form_of(const Setting& setting, const SettingValue& like, const char* number) {
    std::string value = number;
    if (const auto* const choice = std::get_if<Choice>(&like)) value = one_of(choice->names);
    if (const auto* const fraction = std::get_if<Fraction>(&like)) value = one_of(fraction->names());
    if (std::holds_alternative<CountOrAuto>(like)) value = "auto|NUMBER";
    return setting.option + " " + value;
}

const char* number_of(const Parameter& parameter) { return parameter.takes_time ? "TIME" : "NUMBER"; }

const char* number_of(const LookControl&) { return "NUMBER"; }

// Declares the option of a row in a table of settings. Does nothing if the row has no option.
template <typename Row, typename Owner>
void declare_row(OptionDeclarer& command, const Row& row, Overrides<Owner>& overrides) {
    if (row.setting.option.empty()) return;
    const SettingValue initial = row.field.get(Owner{});
    command.text(form_of(row.setting, initial, number_of(row)), row.setting.help,
                 [&row, &overrides, initial](const std::string& text) {
                     const SettingValue value = parse(row, initial, text);
                     overrides.emplace_back([&row, value](Owner& owner) { row.field.set(owner, value); });
                 });
}

}  // namespace

void declare(OptionDeclarer& command, ParameterGroup group, Overrides<SimulationParameters>& overrides) {
    for (const Parameter& parameter : parameter_table())
        if (parameter.group == group) declare_row(command, parameter, overrides);
}

void declare(OptionDeclarer& command, LookSection section, Overrides<Look>& overrides) {
    for (const LookControl& control : look_table())
        if (control.section == section) declare_row(command, control, overrides);
}

}  // namespace milkomeda
