// Colors of the particles' light, as C++ values and as uniforms of shaders/particles/coloring.glsl.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/look.hpp"
#include "render/look/particle_group.hpp"
#include "render/particles/color_map.hpp"

namespace milkomeda {

struct Coloring {
    ColorBy by = ColorBy::component;
    // Quantities from `least` to `most` are mapped linearly or logarithmically to the colors of this table,
    // which have luminance 1. Quantities are in model units, temperatures in kelvin.
    ColorTable table{};
    float least = 0, most = 1;
    bool logarithmic = false;
    bool known = true;  // false if the quantity is unknown; all particles are then gray
    Stars stars{};
    bool infrared = false;  // true gives old and young stars equal brightness and draws no star clusters
};

// The functions color_of_...() return linear light of luminance 1. color_of_component() returns the color of a galaxy
// component's stars, apart from star clusters, at the distance `radius` from the galaxy's center.
glm::vec3 color_of_component(const ParticleGroup& group, float radius);
glm::vec3 color_of_galaxy(int galaxy);
glm::vec3 color_of_direction(const glm::vec3& velocity);
glm::vec3 color_of_young_stars();
glm::vec3 color_of_hii_regions();
inline constexpr glm::vec3 color_of_unknown{1};

// Returns the coloring by temperature, from 2,500 to 25,000 K.
Coloring temperature_coloring();

// Returns the light of a galaxy component's stars, apart from star clusters, relative to the component's mean
// light per mass. `vertical_rank` is a particle's rank by vertical motion in its disk, 0 to 1; a negative
// value gives the disk's mean. `rate` is the star formation rate relative to the mean of an undisturbed disk.
glm::vec3 light_of_component(const ParticleGroup& group, float radius, float vertical_rank = -1, float rate = 1);

// Brightness factors of young stars, nebulae and all other particles of a component. The factor of other
// particles is at most 1, so that the total light stays constant.
struct StarBrightness {
    float young = 1, hii = 1, other = 1;
};
StarBrightness brightness_of(const Stars& stars);

// Set the uniforms of shaders/particles/coloring.glsl in the active program: set_coloring() for a picture,
// set_group() for a group of particles.
void set_coloring(const ShaderProgram& program, const Coloring& coloring);
void set_group(const ShaderProgram& program, const Coloring& coloring, const ParticleGroup& group);

}  // namespace milkomeda
