// The brightest stars of each particle, drawn one by one: how much of its light they have.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/particles/particle_group.hpp"

namespace milkomeda {

inline constexpr float most_stars_a_particle = 1024;

// How many stars of each of so many particles a picture has that may have `budget` in all: none where there
// is hardly one for each, and more by and by.
float stars_a_particle(float budget, std::size_t particles);

// The uniforms of shaders/particles/resolved.glsl, for the program in use: of a picture, and of a group in
// it. `resolved` is relative to the usual share of light; at most 1.5.
void set_resolved_stars(const ShaderProgram& program, float stars);
void set_resolved_stars(const ShaderProgram& program, Population population, float resolved);

}  // namespace milkomeda
