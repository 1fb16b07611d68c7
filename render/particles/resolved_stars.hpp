// Resolved stars: the brightest stars of each particle, drawn as single stars, and their share of its light.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/particles/particle_group.hpp"

namespace milkomeda {

inline constexpr float most_stars_a_particle = 1024;

// Returns the number of stars per particle for a picture with at most `budget` stars: 0 if the budget gives
// hardly a star per particle, then growing continuously.
float stars_a_particle(float budget, std::size_t particles);

// Set the uniforms of shaders/particles/resolved.glsl in the program in use, for a picture and for a group.
// `resolved` is a factor on the usual share of light, at most 1.5.
void set_resolved_stars(const ShaderProgram& program, float stars);
void set_resolved_stars(const ShaderProgram& program, Population population, float resolved);

}  // namespace milkomeda
