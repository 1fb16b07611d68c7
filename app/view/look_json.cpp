#include "app/view/look_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "data/base/units.hpp"

namespace milkomeda {

using Json = nlohmann::ordered_json;

Json light_json(const ToneMapping& light) {
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

Json density_json(const DensityLook& density) {
    return {{"automatic", density.automatic_limits},
            {"low", density.low * solar_masses_per_pc2},
            {"high", density.high * solar_masses_per_pc2},
            {"contour_step", density.contour_step}};
}

void read_light(const Json& json, ToneMapping& light) {
    const auto read = [&json](const char* key, float& value, float least, float most) {
        value = std::clamp(json.value(key, value), least, most);
    };
    light.automatic_exposure = json.value("automatic_exposure", light.automatic_exposure);
    light.infrared = json.value("infrared", light.infrared);
    light.curve =
        value_named<ToneCurve>(json.value("curve", std::string{name_of(light.curve)})).value_or(light.curve);
    read("middle", light.middle, 1e-10f, 1e10f);
    read("exposure_stops", light.exposure_stops, -8, 8);
    read("range_stops", light.range_stops, 1, 14);
    read("faint_gain", light.faint_gain, 0.1f, 50);
    read("bloom", light.bloom, 0, 1);
    read("bloom_width", light.bloom_width, 0, 1);
    read("saturation", light.saturation, 0, 2);
    read("streaks", light.streaks, 0, 1);
}

void read_density(const Json& json, DensityLook& density) {
    density.automatic_limits = json.value("automatic", density.automatic_limits);
    density.contour_step = std::clamp(json.value("contour_step", density.contour_step), 0.1f, 2.0f);
    const double low = json.value("low", density.low * solar_masses_per_pc2);
    const double high = json.value("high", density.high * solar_masses_per_pc2);
    if (!(low >= 1e-6 && low * 1.001 <= high && high <= 1e9)) return;  // as --density-limits takes them
    density.low = static_cast<float>(low / solar_masses_per_pc2);
    density.high = static_cast<float>(high / solar_masses_per_pc2);
}

Json colors_json(const Look& look) {
    return {{"color_by", name_of(look.color_by)},
            {"color_map", name_of(look.color_map)},
            {"young_share", look.stars.young_share},
            {"h2_share", look.stars.hii_share},
            {"halo_light", look.stars.halo_light}};
}

void read_colors(const Json& json, Look& look) {
    const auto read = [&json](const char* key, float& value, float most) {
        value = std::clamp(json.value(key, value), 0.0f, most);
    };
    look.color_by = value_named<ColorBy>(json.value("color_by", std::string{name_of(look.color_by)}))
                        .value_or(look.color_by);
    look.color_map = value_named<ColorMap>(json.value("color_map", std::string{name_of(look.color_map)}))
                         .value_or(look.color_map);
    read("young_share", look.stars.young_share, largest_star_share);
    read("h2_share", look.stars.hii_share, largest_star_share);
    read("halo_light", look.stars.halo_light, largest_halo_light);
}

}  // namespace milkomeda
