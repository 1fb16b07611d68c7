// Adds the splats of dust clouds to the levels of a SplatPyramid. Each work-item processes one cloud.
#version 430 core
#extension GL_NV_shader_atomic_float : require
#define SCATTERED

#include "shaders/dust/cloud.glsl"
#include "shaders/scatter/scatter.glsl"

// indices of the particles that carry dust
layout(std430, binding = LISTED_ROWS_BINDING) readonly buffer Rows { uint rows[]; };

void main() {
    int number = splat_number();
    Splat splat = no_splat();
    if (number < count * instances) {
        read_row(int(rows[first + number / instances]), number % instances);
        splat = find_cloud();
    }
    scatter(splat);
}
