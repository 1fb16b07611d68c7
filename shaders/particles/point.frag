// A particle as a square of even light: the cheapest there is.
#version 330 core

flat in vec4 light;

out vec4 added;  // alpha stays as it is

void main() { added = vec4(light.rgb + light.a, 0.0); }
