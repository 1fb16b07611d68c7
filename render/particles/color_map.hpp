// Colors in linear light: black bodies, and color maps, which map a number between 0 and 1 to a color, from dark to
// bright in equal perceptual steps.
#pragma once

#include <array>
#include <glm/glm.hpp>

#include "render/gl/shader_facts.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Returns the luminance of linear light (Rec. 709).
constexpr float luminance(const glm::vec3& light) { return 0.2126f * light.r + 0.7152f * light.g + 0.0722f * light.b; }

// sRGB transfer functions (IEC 61966-2-1) for components from 0 to 1.
glm::vec3 linear_from_srgb(const glm::vec3& color);
glm::vec3 srgb_from_linear(const glm::vec3& light);

// Returns the light of a black body in linear sRGB with luminance 1. `kelvin` is clamped to coolest_kelvin
// ... hottest_kelvin. The coolest color is outside the sRGB gamut, so its blue is set to 0.
inline constexpr float coolest_kelvin = 1667, hottest_kelvin = 25'000;
glm::vec3 black_body_light(float kelvin);

// Colors in linear light at equally spaced values from 0 to 1, interpolated linearly. Shaders receive the
// colors as the uniform color_table of shaders/particles/color_table.glsl.
struct ColorTable {
    static constexpr std::size_t size = color_table_size;
    std::array<glm::vec3, size> light{};

    // Returns the color at `x`, which is clamped to 0..1. Mirrors table_color() in shaders/particles/color_table.glsl.
    glm::vec3 at(float x) const;
};

// Returns the published colors of the map, for pictures of a quantity such as a density.
ColorTable table_of(ColorMap map);

// Returns the colors of velocities along the line of sight: blue for approaching, white, red for receding bodies, as in
// the redshift of their light.
ColorTable velocity_table();

// Returns the map's hues at luminance 1, for particles, because their brightness shows density. Colors with a
// component above most_pure are mixed with white.
ColorTable equal_light_table_of(ColorMap map);

// Returns the color with luminance 1 and all components at most most_pure, by mixing with white.
inline constexpr float most_pure = 4;
glm::vec3 at_equal_light(const glm::vec3& light);

}  // namespace milkomeda
