// The colour of each particle's light: plain values for shaders/particles/coloring.glsl.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/particles/color_map.hpp"
#include "render/particles/particle_group.hpp"

namespace milkomeda {

struct Coloring {
    ColorBy by = ColorBy::component;
    // Numbers from least to most are coloured by this table of light of luminance 1, in even steps of the
    // number or of its logarithm. Numbers are in model units, temperatures in kelvin.
    ColorTable table{};
    float least = 0, most = 1;
    bool logarithmic = false;
    bool known = true;  // else all particles are grey
    Stars stars{};
    bool infrared = false;  // old stars count as much as young ones, and no clusters stand out
};

// All of these are linear light of luminance 1.
glm::vec3 color_of_number(const Coloring& coloring, float number);
glm::vec3 color_of_component(const ParticleGroup& group, float radius);  // all but clusters, at this radius
glm::vec3 color_of_galaxy(int galaxy);
glm::vec3 color_of_direction(const glm::vec3& velocity);
glm::vec3 color_of_young_stars();
glm::vec3 color_of_hii_regions();
inline constexpr glm::vec3 color_of_unknown{1};

// Numbers from 2 500 to 25 000 K.
Coloring temperature_coloring();

// The light of a component's stars besides clusters, relative to what it gives for its mass on average.
// `vertical_rank` is the rank of a row by its motion up and down through its disk; below 0 the mean of all.
glm::vec3 light_of_component(const ParticleGroup& group, float radius, float vertical_rank = -1);

// Young stars and nebulae are so many times as bright as a component's mean particle; the others are fainter
// in turn, so that its light stays the same.
struct StarBrightness {
    float young = 1, hii = 1, other = 1;
};
StarBrightness brightness_of(const Stars& stars);

// The uniforms of shaders/particles/coloring.glsl, for the program in use: of a picture, and of a group in
// it.
void set_coloring(const ShaderProgram& program, const Coloring& coloring);
void set_group(const ShaderProgram& program, const Coloring& coloring, const ParticleGroup& group);

}  // namespace milkomeda
