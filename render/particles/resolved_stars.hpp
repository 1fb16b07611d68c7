// Resolved stars: the brightest stars of each particle, drawn individually, and their share of its light.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

inline constexpr float most_stars_per_particle = 1024;

// Returns the number of resolved stars per particle for a picture with at most `budget` stars. The result is
// 0 if the budget is at most one star per particle, and grows continuously with larger budgets.
float stars_per_particle(float budget, std::size_t particles);

// Set the uniforms of shaders/particles/resolved.glsl in the active program. The first overload is for a
// picture, the second for a group. `resolved` is a factor on the default share of light, at most 1.5.
void set_resolved_stars(const ShaderProgram& program, float stars);
void set_resolved_stars(const ShaderProgram& program, Population population, float resolved);

}  // namespace milkomeda
