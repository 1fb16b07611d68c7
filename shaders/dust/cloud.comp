// Scatters the splats of clouds of dust.
#version 430 core
#extension GL_NV_shader_atomic_float : require
#define SCATTERED

#include "shaders/dust/cloud.glsl"
#include "shaders/scatter/scatter.glsl"

layout(std430, binding = LISTED_ROWS_BINDING) readonly buffer Rows { uint rows[]; };  // that carry dust

void main() {
    int number = splat_number();
    Splat splat = no_splat();
    if (number < count * instances) {
        read_row(int(rows[first + number / instances]), number % instances);
        splat = find_cloud();
    }
    scatter(splat);
}
