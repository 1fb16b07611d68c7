// Conversion of settings, cameras and slices to JSON and back, for files and for the output of --trace.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "app/scene/slice_choice.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look_table.hpp"

namespace milkomeda {

// Sections of the look that files store under the JSON keys "light" and "density".
inline constexpr auto light_sections = {LookSection::exposure, LookSection::tone};
inline constexpr auto density_sections = {LookSection::density_limits, LookSection::contours};

nlohmann::ordered_json to_json(const SimulationParameters& parameters);

// Convert all parameters without loss; to_json(), in contrast, rounds fractions. from_exact_json() throws
// nlohmann::json::exception, std::out_of_range or std::invalid_argument for invalid values.
nlohmann::ordered_json exact_json(const SimulationParameters& parameters);
void from_exact_json(const nlohmann::ordered_json& json, SimulationParameters& parameters);

// Convert these sections of the look. from_json() keeps the values of missing keys and clamps numbers to their
// valid ranges. It throws nlohmann::json::exception for values of a wrong type.
nlohmann::ordered_json to_json(const Look& look, std::initializer_list<LookSection> sections);
void from_json(const nlohmann::ordered_json& json, Look& look, std::initializer_list<LookSection> sections);

// Convert the whole look, with a JSON object for each group of sections.
nlohmann::ordered_json to_json(const Look& look);
void from_json(const nlohmann::ordered_json& json, Look& look);

nlohmann::ordered_json to_json(const Camera& camera);
// Returns the camera with numbers clamped to their valid ranges; an empty optional for an impossible camera.
// Throws nlohmann::json::exception if a value is missing or has a wrong type.
std::optional<Camera> camera_from(const nlohmann::ordered_json& json);

// Convert a slice exactly. slice_from() gives missing keys their defaults, and throws nlohmann::json::exception
// for values of a wrong type.
nlohmann::ordered_json to_json(const SliceChoice& slice);
SliceChoice slice_from(const nlohmann::ordered_json& json);

}  // namespace milkomeda
