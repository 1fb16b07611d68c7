// Draws the splat of a dust cloud as a point. Output: clip position, point size, and the splat for star.frag.
#version 330 core

#include "shaders/dust/cloud.glsl"

flat out vec4 spread;  // value of Splat::light: optical depth and depth moments
flat out vec4 shape;   // xyz: Splat::falling; w: Splat::width

void main() {
#ifdef PAGE
    unpack_row();
#endif
    Splat splat = find_cloud();
    gl_Position = splat.clip;
    gl_PointSize = splat.width;
    spread = splat.light;
    shape = vec4(splat.falling, splat.width);
}
