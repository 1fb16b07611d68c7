// Adds the splats of particles, star clusters or resolved stars to the levels of a SplatPyramid. Each
// work-item processes one splat.
#version 430 core
#extension GL_NV_shader_atomic_float : require
#define SCATTERED

#include "shaders/particles/star.glsl"
#include "shaders/scatter/scatter.glsl"

void main() {
    int number = splat_number();
    Splat splat = no_splat();
    if (number < count * instances) {
        read_row(first + number / instances, number % instances);
        splat = find_splat();
    }
    scatter(splat);
}
