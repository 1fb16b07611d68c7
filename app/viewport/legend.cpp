#include "app/viewport/legend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/base/units.hpp"
#include "data/particles/young_stars.hpp"

namespace milkomeda {
namespace {

// Returns the sRGB color with the hue of `light` at the full brightness of the display.
glm::vec3 vivid(const glm::vec3& light) {
    return srgb_from_linear(light / std::max({light.r, light.g, light.b, 1e-6f}));
}

Legend component_legend(const LoadedScene& loaded) {
    Legend legend{.title = std::string{row_of(ColorBy::component).legend}};
    const std::vector<Component>& components = loaded.initial().particles.components;
    bool disk = false;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const ShownBodies& shown = loaded.initial().shown[c];
        if (!shown.any()) continue;
        const ParticleGroup& group = loaded.groups()[c];
        disk |= group.forms_stars() && shown.others;
        Component names = components[c];
        if (!shown.others) names.name = young_stars_name;
        legend.entries.push_back({title_of(names), vivid(color_of_component(group, group.radius))});
    }
    const Stars& stars = loaded.coloring().stars;
    if (disk && stars.young_share > 0) legend.entries.push_back({"young stars", vivid(color_of_young_stars())});
    if (disk && stars.hii_share > 0) legend.entries.push_back({"H II regions", vivid(color_of_hii_regions())});
    return legend;
}

Legend galaxy_legend(const LoadedScene& loaded) {
    Legend legend{.title = std::string{row_of(ColorBy::galaxy).legend}};
    const std::vector<Component>& components = loaded.initial().particles.components;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const std::string name = components[c].galaxy.empty() ? "all" : title_of(components[c].galaxy);
        const bool known = std::ranges::find(legend.entries, name, &Legend::Entry::name) != legend.entries.end();
        if (loaded.initial().shown[c].any() && !known)
            legend.entries.push_back({name, vivid(color_of_galaxy(loaded.groups()[c].galaxy))});
    }
    return legend;
}

Legend number_legend(const LoadedScene& loaded) {
    const Coloring& coloring = loaded.coloring();
    const ColorByRow& row = row_of(coloring.by);
    Legend legend{.title = std::string{row.legend}};
    if (!coloring.known) {
        legend.entries.push_back({why_unknown(loaded), vivid(color_of_unknown)});
        return legend;
    }
    std::ranges::transform(coloring.table.light, std::back_inserter(legend.bar), vivid);
    legend.least = row.unit_per_model_unit * static_cast<double>(coloring.least);
    legend.most = row.unit_per_model_unit * static_cast<double>(coloring.most);
    legend.logarithmic = coloring.logarithmic;
    return legend;
}

}  // namespace

Legend legend_of(const LoadedScene& loaded) {
    switch (loaded.coloring().by) {
        case ColorBy::component:
            return component_legend(loaded);
        case ColorBy::galaxy:
            return galaxy_legend(loaded);
        case ColorBy::direction:
            return {.title = std::string{row_of(ColorBy::direction).legend},
                    .entries = {{"along x", vivid(color_of_direction({1, 0, 0}))},
                                {"along y", vivid(color_of_direction({0, 1, 0}))},
                                {"along z", vivid(color_of_direction({0, 0, 1}))}}};
        default:
            return number_legend(loaded);
    }
}

std::string lack_of_gas(const LoadedScene& loaded, ColorBy by) {
    const bool lacks_gas = gas_count(loaded.initial().particles.components) == 0;
    return belongs_to_gas(row_of(by).measured) && lacks_gas ? "this quantity needs gas, and this run has no gas" : "";
}

std::string why_unknown(const LoadedScene& loaded) {
    const Coloring& coloring = loaded.coloring();
    if (coloring.known) return "";
    const SourceLimits& limits = loaded.particle_source().limits();
    const MeasuredQuantity measured = row_of(coloring.by).measured;
    std::string why = lack_of_gas(loaded, coloring.by);
    if (why.empty() && measured == MeasuredQuantity::acceleration) why = limits.accelerations;
    if (why.empty() && measured == MeasuredQuantity::gas_temperature) why = limits.gas_temperatures;
    return why.empty() ? "not known" : why;
}

Legend map_legend(const Look& look, const MapScale& scale) {
    const std::string of_gas = look.density.gas_only ? " of gas" : "";
    Legend legend;
    std::ranges::transform(table_for(scale.colors, look.color_map).light, std::back_inserter(legend.bar),
                           srgb_from_linear);
    switch (scale.colors) {
        case MapColors::surface_density:
            legend.title = fmt::format("surface density{}, M☉ pc⁻²", of_gas);
            legend.least = solar_masses_per_pc2 * scale.limits.low;
            legend.most = solar_masses_per_pc2 * scale.limits.high;
            legend.logarithmic = true;
            break;
        case MapColors::brightness:
            // Magnitudes grow toward faint light, but bars begin with the smallest number.
            legend.title = fmt::format("brightness{}, {} mag arcsec⁻²", of_gas, name_of(look.density.band));
            legend.least = v_magnitudes(scale.limits.high);
            legend.most = v_magnitudes(scale.limits.low);
            std::ranges::reverse(legend.bar);
            break;
        case MapColors::star_formation: {
            constexpr double per_area = solar_masses_per_mass / (1e6 * myr_per_time * kpc_per_length * kpc_per_length);
            legend.title = "star formation, M☉ yr⁻¹ kpc⁻²";
            legend.least = per_area * scale.limits.low;
            legend.most = per_area * scale.limits.high;
            legend.logarithmic = true;
            break;
        }
        case MapColors::velocity:
            legend.title = fmt::format("velocity{} along the line of sight, km/s", of_gas);
            break;
        case MapColors::dispersion:
            legend.title = fmt::format("velocity dispersion{}, km/s", of_gas);
            break;
        case MapColors::h3:
            legend.title = fmt::format("h3 of the velocity{} along the line of sight", of_gas);
            break;
        case MapColors::h4:
            legend.title = fmt::format("h4 of the velocity{} along the line of sight", of_gas);
            break;
        case MapColors::age:
            legend.title = "mean age of the stars, Myr";
            break;
    }
    if (!has_values(scale.colors)) return legend;
    if (look.density.contours)
        legend.title += fmt::format("; contours every {:.3g}", scale.value_step() * scale.unit());
    legend.least = scale.unit() * scale.values.least;
    legend.most = scale.unit() * scale.values.most;
    return legend;
}

}  // namespace milkomeda
