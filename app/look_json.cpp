#include "app/look_json.hpp"

#include <algorithm>

namespace milkomeda {

using Json = nlohmann::ordered_json;

Json light_json(const Light& light) {
    return {{"automatic_exposure", light.automatic_exposure},
            {"middle", light.middle},
            {"exposure_stops", light.exposure_stops},
            {"curve", name_of(light.curve)},
            {"range_stops", light.range_stops},
            {"faint_gain", light.faint_gain},
            {"bloom", light.bloom},
            {"bloom_width", light.bloom_width},
            {"saturation", light.saturation},
            {"streaks", light.streaks},
            {"infrared", light.infrared}};
}

void read_light(const Json& json, Light& light) {
    const auto read = [&json](const char* key, float& value, float least, float most) {
        value = std::clamp(json.value(key, value), least, most);
    };
    light.automatic_exposure = json.value("automatic_exposure", light.automatic_exposure);
    light.infrared = json.value("infrared", light.infrared);
    light.curve =
        tone_curve_from(json.value("curve", std::string{name_of(light.curve)})).value_or(light.curve);
    read("middle", light.middle, 1e-10f, 1e10f);
    read("exposure_stops", light.exposure_stops, -8, 8);
    read("range_stops", light.range_stops, 1, 14);
    read("faint_gain", light.faint_gain, 0.1f, 50);
    read("bloom", light.bloom, 0, 1);
    read("bloom_width", light.bloom_width, 0, 1);
    read("saturation", light.saturation, 0, 2);
    read("streaks", light.streaks, 0, 1);
}

}  // namespace milkomeda
