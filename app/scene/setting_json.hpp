// Conversion of settings to JSON and back, for files and for --trace.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Sections of the look that the JSON keys "light" and "density" hold.
inline constexpr auto light_sections = {LookSection::exposure, LookSection::tone};
inline constexpr auto density_sections = {LookSection::density_limits, LookSection::contours};

nlohmann::ordered_json to_json(const SimulationParameters& parameters);

// Conversion that restores all parameters exactly (to_json() writes fractions as numbers). Throws
// nlohmann::json::exception, std::out_of_range and std::invalid_argument for invalid values.
nlohmann::ordered_json exact_json(const SimulationParameters& parameters);
void from_exact_json(const nlohmann::ordered_json& json, SimulationParameters& parameters);

nlohmann::ordered_json to_json(const Look& look, std::initializer_list<LookSection> sections);

// Converts the whole look, by sections.
nlohmann::ordered_json to_json(const Look& look);
void from_json(const nlohmann::ordered_json& json, Look& look);

// Reads these sections. Missing keys keep their values, and numbers are clamped to their valid ranges. Throws
// nlohmann::json::exception for values of another type.
void from_json(const nlohmann::ordered_json& json, Look& look, std::initializer_list<LookSection> sections);

}  // namespace milkomeda
