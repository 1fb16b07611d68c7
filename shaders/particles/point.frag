// Draws a particle as a uniform square, the cheapest form. Output: light to add.
#version 330 core

flat in vec4 light;

out vec4 added;  // alpha 0 leaves the picture's alpha unchanged

void main() { added = vec4(light.rgb + light.a, 0.0); }
