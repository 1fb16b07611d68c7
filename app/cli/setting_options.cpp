#include "app/cli/setting_values.hpp"
#include "app/cli/shared_options.hpp"

namespace milkomeda {
namespace {

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
                     const SettingValue value = parse_setting(row, initial, text);
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
