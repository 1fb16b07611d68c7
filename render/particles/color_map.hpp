// Colour maps: from a number between 0 and 1 to a colour, dark to bright in even steps.
#pragma once

#include <array>
#include <glm/glm.hpp>

#include "render/gl/shader_facts.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// The Rec. 709 luminance of linear light.
constexpr float luminance(const glm::vec3& light) {
    return 0.2126f * light.r + 0.7152f * light.g + 0.0722f * light.b;
}

// IEC 61966-2-1, both ways; components from 0 to 1.
glm::vec3 linear_from_srgb(const glm::vec3& color);
glm::vec3 srgb_from_linear(const glm::vec3& light);

// Colours in linear light at equal steps from 0 to 1; between them light is mixed. What shaders are given:
// the uniform color_table of shaders/particles/color_table.glsl.
struct ColorTable {
    static constexpr std::size_t size = color_table_size;
    std::array<glm::vec3, size> light{};

    // The twin of table_color() there. What is below 0 or above 1 has the colour of the end.
    glm::vec3 at(float x) const;
};

// The map as its authors publish it: for pictures of a quantity, such as a density.
ColorTable table_of(ColorMap map);

// Its hues at luminance 1: for particles, whose brightness adds up to something else. What would be purer
// than a display can show brightly is mixed with white.
ColorTable equal_light_table_of(ColorMap map);

// A colour at luminance 1, no component of it above most_pure.
inline constexpr float most_pure = 4;
glm::vec3 at_equal_light(const glm::vec3& light);

}  // namespace milkomeda
