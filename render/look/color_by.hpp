// Table of the quantities by which draw mode stars can color particles, one row per quantity. A new attribute of the
// particles needs an enumerator and a table row here, its computation in app/scene/particle_attributes.cpp, and either
// an enumerator of MeasuredQuantity or a member of AttributeRow. Only few attributes deserve a member: all members are
// always computed, and take memory of the GPU.
#pragma once

#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <string_view>

#include "data/base/measured_quantity.hpp"
#include "data/base/names.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

enum class ColorBy {
    component,
    galaxy,
    speed,
    direction,
    temperature,
    density,
    radius,
    acceleration,
    mass,
    gas_temperature,
    compression
};

enum class NumberScale { none, linear, logarithmic };

// Attributes of a particle in model units. The vertex buffer holds one AttributeRow per particle, which
// shaders/particles/row.glsl reads as vectors of four floats.
struct alignas(16) AttributeRow {
    float smoothing_length = 0;  // 0 if unknown
    float radius = 0;            // distance from the center of the particle's galaxy in the initial state
    float measured = std::numeric_limits<float>::quiet_NaN();  // ColorByRow::measured; NaN if unknown
    float density = 0;                                         // mass density around the particle
};

// Numeric quantities of a particle that can determine its color, in model units.
struct ParticleNumbers : AttributeRow {
    float mass, speed;
};

struct ColorByRow {
    std::string_view name;
    std::string_view legend;  // title of the legend: quantity with unit
    // The next four members apply only to quantities that a color table maps to colors.
    NumberScale scale = NumberScale::none;
    double unit_per_model_unit = 1;  // factor from model units to the legend's unit
    // the quantity as a member of ParticleNumbers; number() in shaders/particles/coloring.glsl computes this quantity
    float ParticleNumbers::*number = nullptr;
    // the quantity that ParticleNumbers::measured must hold while colors show this row
    MeasuredQuantity measured = MeasuredQuantity::none;
    // True if Stars::young_share or Stars::hii_share affects the colors of this quantity.
    bool shows_young_stars = false, shows_hii_regions = false;
};

inline constexpr std::array<ColorByRow, 11> color_bys{{
    // Colors of the stars in each galaxy component: warm bulges, blue disks with young stars, faint halos. The disks of
    // galaxies with odd and with even index differ slightly in color.
    {.name = "component", .legend = "component", .shows_young_stars = true, .shows_hii_regions = true},
    {.name = "galaxy", .legend = "galaxy"},
    {.name = "speed",
     .legend = "speed, km/s",
     .scale = NumberScale::linear,
     .unit_per_model_unit = km_s_per_velocity,
     .number = &ParticleNumbers::speed},
    {.name = "direction", .legend = "direction of motion"},  // colors as in the original 2008 program
    // Each particle has the color of a black body: cool in bulges, hot for young stars. The shader chooses
    // the temperature of each particle at random.
    {.name = "temperature", .legend = "temperature, K", .scale = NumberScale::logarithmic, .shows_young_stars = true},
    {.name = "density",
     .legend = "surrounding density, M☉ pc⁻³",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = solar_masses_per_mass / (pc_per_length * pc_per_length * pc_per_length),
     .number = &ParticleNumbers::density},
    {.name = "radius",
     .legend = "initial radius, kpc",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = kpc_per_length,
     .number = &ParticleNumbers::radius},
    {.name = "acceleration",
     .legend = "acceleration, km/s per Myr",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = km_s_per_velocity / myr_per_time,
     .number = &ParticleNumbers::measured,
     .measured = MeasuredQuantity::acceleration},
    {.name = "mass",
     .legend = "mass, M☉",
     .scale = NumberScale::logarithmic,
     .unit_per_model_unit = solar_masses_per_mass,
     .number = &ParticleNumbers::mass},
    {.name = "gas-temperature",
     .legend = "temperature of the gas, K",
     .scale = NumberScale::logarithmic,
     .number = &ParticleNumbers::measured,
     .measured = MeasuredQuantity::gas_temperature},
    {.name = "compression",
     .legend = "speed of compression, km/s",
     .scale = NumberScale::linear,
     .unit_per_model_unit = km_s_per_velocity,
     .number = &ParticleNumbers::measured,
     .measured = MeasuredQuantity::compression},
}};
template <>
inline constexpr std::array names<ColorBy> = names_in(color_bys);
// The table must be complete and in the order of the enumerators.
static_assert(name_of(ColorBy::compression) == "compression" && names<ColorBy>.back() == "compression");

constexpr const ColorByRow& row_of(ColorBy by) { return color_bys[static_cast<std::size_t>(by)]; }
// Returns true if a color table maps a numeric property of each particle to its color.
constexpr bool is_number(ColorBy by) { return row_of(by).scale != NumberScale::none; }
// Returns the index of the quantity `by` among the floats of AttributeRow, or -1 if the quantity is not an attribute.
constexpr int shown_attribute(ColorBy by) {
    if (row_of(by).number == nullptr) return -1;
    // The value of each float in this row is the index of the float, so the member `number` has its own index as value.
    std::array<float, sizeof(AttributeRow) / sizeof(float)> indices{};
    std::iota(indices.begin(), indices.end(), 0.0f);
    return static_cast<int>(ParticleNumbers{std::bit_cast<AttributeRow>(indices), -1, -1}.*row_of(by).number);
}
// Returns true if the user can choose the color table. Temperatures always have the colors of black bodies.
constexpr bool uses_color_map(ColorBy by) { return row_of(by).number != nullptr; }

}  // namespace milkomeda
