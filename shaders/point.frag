// A particle as a square of even light: the cheapest there is.
#version 330 core

flat in vec3 light;
flat in float dither;

out vec4 added;  // alpha stays as it is

void main() { added = vec4(light + dither, 0.0); }
