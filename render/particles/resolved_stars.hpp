// Resolved stars: the brightest stars of each particle, drawn individually, and the share of the particle's light that
// these stars emit.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

inline constexpr float most_stars_per_particle = 1024;

// Returns the number of resolved stars per particle for a picture with at most `budget` stars. The result is
// 0 if the budget is at most one star per particle, and grows continuously with larger budgets.
float stars_per_particle(float budget, std::size_t particles);

// Set the uniforms of shaders/particles/resolved.glsl in the active program. Call the first overload once per picture;
// `stars` is the number of resolved stars per particle. Call the second overload once per group of particles;
// `resolved` is a factor of at most 1.5 on the default share of light in resolved stars.
void set_resolved_stars(const ShaderProgram& program, float stars);
void set_resolved_stars(const ShaderProgram& program, Population population, float resolved);

}  // namespace milkomeda
