// Colors of the particles' light, as plain values and as uniforms of shaders/particles/coloring.glsl.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/particles/color_map.hpp"
#include "render/particles/particle_group.hpp"

namespace milkomeda {

struct Coloring {
    ColorBy by = ColorBy::component;
    // Quantities from `least` to `most` map linearly or logarithmically to this table, whose colors have
    // luminance 1. Quantities are in model units, temperatures in kelvin.
    ColorTable table{};
    float least = 0, most = 1;
    bool logarithmic = false;
    bool known = true;  // false draws all particles gray
    Stars stars{};
    bool infrared = false;  // old stars shine as bright as young stars, without star clusters
};

// These functions return linear light of luminance 1.
glm::vec3 color_of_number(const Coloring& coloring, float number);
// color of a component's stars without clusters, at `radius` from the galaxy's center
glm::vec3 color_of_component(const ParticleGroup& group, float radius);
glm::vec3 color_of_galaxy(int galaxy);
glm::vec3 color_of_direction(const glm::vec3& velocity);
glm::vec3 color_of_young_stars();
glm::vec3 color_of_hii_regions();
inline constexpr glm::vec3 color_of_unknown{1};

// Returns the coloring by temperature, 2,500 to 25,000 K.
Coloring temperature_coloring();

// Returns the light of a component's stars without clusters, relative to its mean light per mass.
// `vertical_rank` is the rank of a row by vertical motion in its disk, 0 to 1; below 0 gives the disk's mean.
glm::vec3 light_of_component(const ParticleGroup& group, float radius, float vertical_rank = -1);

// Brightness factors of young stars, nebulae and the other particles of a component. Other particles become
// fainter, so that the total light stays constant.
struct StarBrightness {
    float young = 1, hii = 1, other = 1;
};
StarBrightness brightness_of(const Stars& stars);

// Set the uniforms of shaders/particles/coloring.glsl in the program in use: set_coloring() those of a
// picture, set_group() those of a group.
void set_coloring(const ShaderProgram& program, const Coloring& coloring);
void set_group(const ShaderProgram& program, const Coloring& coloring, const ParticleGroup& group);

}  // namespace milkomeda
