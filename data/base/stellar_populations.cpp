#include "data/base/stellar_populations.hpp"

#include <algorithm>
#include <cmath>

#include "data/base/stellar_light.hpp"

namespace milkomeda {
namespace {

// AB magnitudes in u, g, r, i and z minus the V magnitude.
using Colors = std::array<double, 5>;

struct Population {
    std::string_view component;
    double v_light, age;  // age in Myr
    Colors colors;
};

// The colors of the disk and of gas are those of a constant star formation rate over 10 Gyr and 500 Myr. The halo has
// the metallicity Z = 0.0004, all other populations Z = 0.02.
constexpr Population populations[]{{"disk", disk_v_light, disk_age, {0.92, 0.12, -0.19, -0.36, -0.56}},
                                   {"bulge", bulge_v_light, bulge_age, {2.26, 0.46, -0.37, -0.72, -1.06}},
                                   {"halo", halo_v_light, halo_age, {1.42, 0.29, -0.27, -0.51, -0.61}}};
constexpr Population other{"", other_v_light, other_age, {2.05, 0.41, -0.34, -0.65, -0.95}};
constexpr Colors gas_colors{0.33, -0.09, -0.05, -0.07, -0.14};

// Colors of a population whose stars have formed at one time.
struct AgedColors {
    double age;  // in Myr
    Colors colors;
};
constexpr AgedColors aged_colors[]{
    {5, {-0.20, -0.26, 0.09, 0.34, 0.52}},      {10, {0.00, -0.08, -0.10, -0.27, -0.50}},
    {20, {0.04, -0.11, -0.08, -0.21, -0.42}},   {30, {0.17, -0.10, -0.07, -0.17, -0.32}},
    {50, {0.33, -0.08, -0.07, -0.10, -0.17}},   {100, {0.54, -0.07, -0.06, -0.06, -0.10}},
    {200, {0.82, -0.05, -0.07, -0.07, -0.12}},  {300, {1.11, 0.01, -0.11, -0.16, -0.23}},
    {500, {1.35, 0.07, -0.13, -0.22, -0.31}},   {1000, {1.61, 0.22, -0.22, -0.39, -0.53}},
    {2000, {1.81, 0.34, -0.30, -0.55, -0.79}},  {3000, {1.97, 0.39, -0.33, -0.62, -0.91}},
    {5000, {2.05, 0.41, -0.34, -0.65, -0.95}},  {10000, {2.26, 0.46, -0.37, -0.72, -1.06}},
    {13000, {2.33, 0.47, -0.38, -0.73, -1.09}},
};

double color_in(const Colors& colors, Band band) {
    return band == Band::V ? 0 : colors[static_cast<std::size_t>(band)];
}

double light_of_color(double v_light, double color) { return v_light * std::pow(10, -0.4 * color); }

const Population& population_of(std::string_view component) {
    const auto found = std::ranges::find(populations, component, &Population::component);
    return found == std::end(populations) ? other : *found;
}

// Interpolates the color in the logarithm of the age. Ages beyond the table have the color of its ends.
double color_at_age(double age, Band band) {
    const auto after = std::ranges::upper_bound(aged_colors, age, {}, &AgedColors::age);
    if (after == std::begin(aged_colors)) return color_in(after->colors, band);
    const AgedColors& before = *(after - 1);
    if (after == std::end(aged_colors)) return color_in(before.colors, band);
    const double share = std::log(age / before.age) / std::log(after->age / before.age);
    return std::lerp(color_in(before.colors, band), color_in(after->colors, band), share);
}

}  // namespace

double component_light(std::string_view component, Band band) {
    const Population& population = population_of(component);
    return light_of_color(population.v_light, color_in(population.colors, band));
}

double gas_light(Band band) { return light_of_color(gas_v_light, color_in(gas_colors, band)); }

double young_star_light(double age, Band band) {
    const double v_light = young_star_v_light(age);
    return band == Band::V || v_light == 0 ? v_light : light_of_color(v_light, color_at_age(age, band));
}

YoungStarColors young_star_colors(Band band) {
    static_assert(std::size(aged_colors) == YoungStarColors::ages);
    YoungStarColors found;
    for (std::size_t i = 0; i < YoungStarColors::ages; ++i) {
        found.log_ages[i] = static_cast<float>(std::log(aged_colors[i].age));
        found.magnitudes[i] = static_cast<float>(color_in(aged_colors[i].colors, band));
    }
    return found;
}

double component_age(std::string_view component) { return population_of(component).age; }

}  // namespace milkomeda
