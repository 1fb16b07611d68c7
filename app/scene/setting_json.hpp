// Settings as JSON: what files keep and --trace tells.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// What stands together under "light" and "density".
inline constexpr auto light_sections = {LookSection::exposure, LookSection::tone};
inline constexpr auto density_sections = {LookSection::density_limits, LookSection::contours};

nlohmann::ordered_json to_json(const SimulationParameters& parameters);

// All of it, to be had again: --trace tells fractions as numbers. Throws nlohmann::json::exception,
// std::out_of_range and std::invalid_argument for what makes no sense.
nlohmann::ordered_json exact_json(const SimulationParameters& parameters);
void from_exact_json(const nlohmann::ordered_json& json, SimulationParameters& parameters);

nlohmann::ordered_json to_json(const Look& look, std::initializer_list<LookSection> sections);

// The whole of it, by sections.
nlohmann::ordered_json to_json(const Look& look);
void from_json(const nlohmann::ordered_json& json, Look& look);

// What is missing keeps its value, numbers are brought into their valid range. Throws
// nlohmann::json::exception for values of another type.
void from_json(const nlohmann::ordered_json& json, Look& look, std::initializer_list<LookSection> sections);

}  // namespace milkomeda
