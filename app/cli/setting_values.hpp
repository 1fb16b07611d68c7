// Parses the values of settings from text. Functions throw std::invalid_argument with the reason for invalid text.
#pragma once

#include <string>

#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Parse the value of a setting, whose type is the type of `like`. A number of a look must lie within its range. The
// range of a parameter is not checked; validate() checks it.
SettingValue parse_setting(const Parameter& parameter, const SettingValue& like, const std::string& text);
SettingValue parse_setting(const LookControl& control, const SettingValue& like, const std::string& text);

}  // namespace milkomeda
