// Conversion of settings to JSON and back, for files and for the output of --trace.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Sections of the look that files store under the JSON keys "light" and "density".
inline constexpr auto light_sections = {LookSection::exposure, LookSection::tone};
inline constexpr auto density_sections = {LookSection::density_limits, LookSection::contours};

nlohmann::ordered_json to_json(const SimulationParameters& parameters);

// Convert all parameters without rounding; to_json() writes fractions as rounded numbers. from_exact_json()
// throws nlohmann::json::exception, std::out_of_range or std::invalid_argument for invalid values.
nlohmann::ordered_json exact_json(const SimulationParameters& parameters);
void from_exact_json(const nlohmann::ordered_json& json, SimulationParameters& parameters);

nlohmann::ordered_json to_json(const Look& look, std::initializer_list<LookSection> sections);

// Convert the whole look, with one JSON object per group of sections.
nlohmann::ordered_json to_json(const Look& look);
void from_json(const nlohmann::ordered_json& json, Look& look);

// Reads these sections of the look. Missing keys keep their values; numbers are clamped to their valid
// ranges. Throws nlohmann::json::exception for values of a wrong type.
void from_json(const nlohmann::ordered_json& json, Look& look, std::initializer_list<LookSection> sections);

}  // namespace milkomeda
