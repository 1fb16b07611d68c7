// Scatters the spots of particles, or of their clusters.
#version 430 core
#extension GL_NV_shader_atomic_float : require
#define SCATTERED

#include "shaders/particles/star.glsl"
#include "shaders/scatter/scatter.glsl"

void main() {
    int number = spot_number();
    Spot spot = no_spot();
    if (number < count * instances) {
        read_row(first + number / instances, number % instances);
        spot = find_spot();
    }
    scatter(spot);
}
