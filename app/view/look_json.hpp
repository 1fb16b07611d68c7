// The look as JSON, as settings keep it and --trace prints it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "render/look/look.hpp"

namespace milkomeda {

nlohmann::ordered_json light_json(const ToneMapping& light);
nlohmann::ordered_json density_json(const DensityLook& density);  // solar masses per square parsec
nlohmann::ordered_json colors_json(const Look& look);

// A value that is missing stays as it is, a number is brought into the range of its slider. Throws
// nlohmann::json::exception for values of another type.
void read_light(const nlohmann::ordered_json& json, ToneMapping& light);
void read_density(const nlohmann::ordered_json& json, DensityLook& density);
void read_colors(const nlohmann::ordered_json& json, Look& look);

}  // namespace milkomeda
