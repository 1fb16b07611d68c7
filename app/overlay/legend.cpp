#include "app/overlay/legend.hpp"

#include <algorithm>
#include <cmath>

#include "app/overlay/ticks.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Lengths in heights of the font.
constexpr float bar_width = 16, bar_height = 0.8f, tick_height = 0.35f, line_height = 1.25f, swatch = 0.8f;

struct Unit {
    const char* title;
    double per_model_unit;
};

Unit unit_of(ColorBy by) {
    constexpr double pc_per_length = 1000 * kpc_per_length;
    switch (by) {
        case ColorBy::speed:
            return {"speed, km/s", km_s_per_velocity};
        case ColorBy::temperature:
            return {"temperature, K", 1};
        case ColorBy::density:
            return {"density around, Msun/pc^3",
                    solar_masses_per_mass / (pc_per_length * pc_per_length * pc_per_length)};
        case ColorBy::radius:
            return {"radius at the start, kpc", kpc_per_length};
        case ColorBy::acceleration:
            return {"acceleration, km/s per Myr", km_s_per_velocity / myr_per_time};
        case ColorBy::mass:
            return {"mass, Msun", solar_masses_per_mass};
        default:
            return {"", 1};
    }
}

// As bright as the display has it.
glm::vec3 vivid(const glm::vec3& light) {
    return srgb_from_linear(light / std::max({light.r, light.g, light.b, 1e-6f}));
}

Legend component_legend(const LoadedScene& loaded) {
    Legend legend{.title = "component"};
    const std::vector<Component>& components = loaded.initial().particles.components;
    bool disk = false;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (!loaded.initial().shown[c]) continue;
        const ParticleGroup& group = loaded.groups()[c];
        disk |= group.population == Population::disk;
        legend.entries.push_back({full_name(components[c]), vivid(color_of_component(group, group.radius))});
    }
    const Stars& stars = loaded.coloring().stars;
    if (disk && stars.young_share > 0)
        legend.entries.push_back({"young stars", vivid(color_of_young_stars())});
    if (disk && stars.hii_share > 0)
        legend.entries.push_back({"H II regions", vivid(color_of_hii_regions())});
    return legend;
}

Legend galaxy_legend(const LoadedScene& loaded) {
    Legend legend{.title = "galaxy"};
    const std::vector<Component>& components = loaded.initial().particles.components;
    for (std::size_t c = 0; c < components.size(); ++c) {
        const std::string name = components[c].galaxy.empty() ? "all" : components[c].galaxy;
        const bool known =
            std::ranges::find(legend.entries, name, &Legend::Entry::name) != legend.entries.end();
        if (loaded.initial().shown[c] && !known)
            legend.entries.push_back({name, vivid(color_of_galaxy(loaded.groups()[c].galaxy))});
    }
    return legend;
}

std::string why_unknown(const LoadedScene& loaded) {
    if (loaded.coloring().by != ColorBy::acceleration) return "not known";
    return std::string{loaded.motion().why_no_accelerations()};
}

Legend number_legend(const LoadedScene& loaded) {
    const Coloring& coloring = loaded.coloring();
    const Unit unit = unit_of(coloring.by);
    Legend legend{.title = unit.title};
    if (!coloring.known) {
        legend.entries.push_back({why_unknown(loaded), vivid(color_of_unknown)});
        return legend;
    }
    std::ranges::transform(coloring.table.light, std::back_inserter(legend.bar), vivid);
    legend.least = unit.per_model_unit * static_cast<double>(coloring.least);
    legend.most = unit.per_model_unit * static_cast<double>(coloring.most);
    legend.logarithmic = coloring.logarithmic;
    return legend;
}

ImU32 packed(const glm::vec3& color, float opacity = 1) {
    return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, opacity});
}

// With a dark edge, so that it can be read over stars.
void write(ImDrawList& list, glm::vec2 place, const std::string& text) {
    place = glm::round(place);
    const float step = std::max(1.0f, std::round(ImGui::GetFontSize() / 16));
    for (const glm::vec2 side : {glm::vec2{-step, 0}, {step, 0}, {0, -step}, {0, step}})
        list.AddText({place.x + side.x, place.y + side.y}, packed(glm::vec3{0}, 0.6f), text.c_str());
    list.AddText({place.x, place.y}, packed(glm::vec3{0.92f}), text.c_str());
}

// Numbers that would touch the one before are left out.
void draw_bar(ImDrawList& list, const Legend& legend, const glm::vec2& place, float em) {
    const float width = bar_width * em, bottom = place.y + bar_height * em;
    const std::size_t steps = legend.bar.size() - 1;
    const auto at = [&](std::size_t i) {
        return place.x + width * static_cast<float>(i) / static_cast<float>(steps);
    };
    for (std::size_t i = 0; i < steps; ++i) {
        const ImU32 left = packed(legend.bar[i]), right = packed(legend.bar[i + 1]);
        list.AddRectFilledMultiColor({at(i), place.y}, {at(i + 1), bottom}, left, right, right, left);
    }
    float free_from = place.x - em;
    for (const Tick& tick : ticks(legend.least, legend.most, legend.logarithmic)) {
        const float x = place.x + width * static_cast<float>(tick.place);
        list.AddLine({x, bottom}, {x, bottom + tick_height * em}, packed(glm::vec3{0.92f}), em / 16);
        const float text_width = ImGui::CalcTextSize(tick.text.c_str()).x;
        const float left = std::clamp(x - text_width / 2, place.x, place.x + width - text_width);
        if (left < free_from) continue;
        write(list, {left, bottom + tick_height * em}, tick.text);
        free_from = left + text_width + 0.6f * em;
    }
}

}  // namespace

Legend legend_of(const LoadedScene& loaded) {
    switch (loaded.coloring().by) {
        case ColorBy::component:
            return component_legend(loaded);
        case ColorBy::galaxy:
            return galaxy_legend(loaded);
        case ColorBy::direction:
            return {.title = "direction of motion",
                    .entries = {{"along x", vivid(color_of_direction({1, 0, 0}))},
                                {"along y", vivid(color_of_direction({0, 1, 0}))},
                                {"along z", vivid(color_of_direction({0, 0, 1}))}}};
        default:
            return number_legend(loaded);
    }
}

Legend density_legend(ColorMap map, double least, double most) {
    Legend legend{.title = "surface density, Msun/pc^2",
                  .least = solar_masses_per_pc2 * least,
                  .most = solar_masses_per_pc2 * most,
                  .logarithmic = true};
    std::ranges::transform(table_of(map).light, std::back_inserter(legend.bar), srgb_from_linear);
    return legend;
}

glm::vec2 legend_size(const Legend& legend) {
    const float em = ImGui::GetFontSize();
    const float title = ImGui::CalcTextSize(legend.title.c_str()).x;
    if (!legend.bar.empty())
        return {std::max(title, bar_width * em), (line_height + bar_height + tick_height + 1) * em};
    float width = title;
    for (const Legend::Entry& entry : legend.entries)
        width = std::max(width, line_height * em + ImGui::CalcTextSize(entry.name.c_str()).x);
    return {width, line_height * em * static_cast<float>(1 + legend.entries.size())};
}

void draw_legend(ImDrawList& list, const Legend& legend, const glm::vec2& upper_left) {
    const float em = ImGui::GetFontSize();
    write(list, upper_left, legend.title);
    glm::vec2 place = upper_left + glm::vec2{0, line_height * em};
    if (!legend.bar.empty()) return draw_bar(list, legend, place, em);
    for (const Legend::Entry& entry : legend.entries) {
        const float top = place.y + (1 - swatch) / 2 * em;
        list.AddRectFilled({place.x, top}, {place.x + swatch * em, top + swatch * em}, packed(entry.color));
        write(list, place + glm::vec2{line_height * em, 0}, entry.name);
        place.y += line_height * em;
    }
}

}  // namespace milkomeda
