// Draws a particle as a uniformly bright square, the cheapest shape. Output: light for additive blending.
#version 330 core

flat in vec4 light;

out vec4 added;  // alpha 0 leaves the alpha of the target unchanged

void main() { added = vec4(light.rgb + light.a, 0.0); }
