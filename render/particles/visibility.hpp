// Visibility of bodies, as uniforms of shaders/particles/visibility.glsl.
#pragma once

#include "render/gl/shader_program.hpp"
#include "render/look/particle_group.hpp"

namespace milkomeda {

// Sets the bodies of a group that the active program draws.
inline void set_visibility(const ShaderProgram& program, const ShownBodies& shown) {
    program.set("hides_young_stars", !shown.young_stars);
    program.set("hides_others", !shown.others);
}

}  // namespace milkomeda
