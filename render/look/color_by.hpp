// The ways to colour particles in the mode stars: a row for each. A new one needs its row and its colour in
// shaders/particles/coloring.glsl; ParticleAttributes finds what has to be computed of particles.
#pragma once

#include <array>
#include <string_view>

#include "data/base/names.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

enum class ColorBy { component, galaxy, speed, direction, temperature, density, radius, acceleration, mass };

enum class NumberScale { none, linear, logarithmic };

// The numbers of a particle that colours may stand for, in model units.
struct ParticleNumbers {
    float mass, speed;
    float radius;        // distance from the center of its galaxy at the start
    float acceleration;  // NaN while unknown
    float density;       // of the particles around it
};

struct ColorByRow {
    std::string_view name;
    std::string_view legend;  // its title: quantity and unit
    // These are for colours by a number, which go through a table of colours.
    NumberScale scale = NumberScale::none;
    double unit_per_model_unit = 1;            // the legend's unit
    float ParticleNumbers::*number = nullptr;  // the twin of number() in shaders/particles/coloring.glsl
    bool needs_accelerations = false;
    // Controls that change it.
    bool shows_young_stars = false, shows_hii_regions = false;
};

inline constexpr std::array<ColorByRow, 9> color_bys{{
    // Warm bulges, blue disks with young stars, faint halos; a tint for each galaxy.
    {.name = "component", .legend = "component", .shows_young_stars = true, .shows_hii_regions = true},
    {.name = "galaxy", .legend = "galaxy"},
    {.name = "speed",
     .legend = "speed, km/s",
     .scale = NumberScale::linear,
     .unit_per_model_unit = km_s_per_velocity,
     .number = &ParticleNumbers::speed},
    {.name = "direction", .legend = "direction of motion"},  // as in 2008
    // Each star is drawn as a black body: cool in bulges and hot among young stars. The shader draws its
    // number.
    {.name = "temperature",
     .legend = "temperature, K",
     .scale = NumberScale::logarithmic,
     .shows_young_stars = true},
    {.name = "density",
     .legend = "density around, M☉ pc⁻³",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = solar_masses_per_mass / (pc_per_length * pc_per_length * pc_per_length),
     .number = &ParticleNumbers::density},
    {.name = "radius",
     .legend = "radius at the start, kpc",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = kpc_per_length,
     .number = &ParticleNumbers::radius},
    {.name = "acceleration",
     .legend = "acceleration, km/s per Myr",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = km_s_per_velocity / myr_per_time,
     .number = &ParticleNumbers::acceleration,
     .needs_accelerations = true},
    {.name = "mass",
     .legend = "mass, M☉",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = solar_masses_per_mass,
     .number = &ParticleNumbers::mass},
}};
template <>
inline constexpr std::array names<ColorBy> = names_in(color_bys);
// Rows are in the order of the values, and as many.
static_assert(name_of(ColorBy::mass) == "mass" && names<ColorBy>.back() == "mass");

constexpr const ColorByRow& row_of(ColorBy by) {
    return color_bys[static_cast<std::size_t>(by)];
}
// Whether a number of each particle goes through a table of colours.
constexpr bool is_number(ColorBy by) {
    return row_of(by).scale != NumberScale::none;
}
// Whether the person chooses that table; temperatures have the colours of black bodies.
constexpr bool uses_color_map(ColorBy by) {
    return row_of(by).number != nullptr;
}

}  // namespace milkomeda
