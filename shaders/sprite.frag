// A particle as a picture of light.
#version 330 core

uniform sampler2D sprite;

flat in vec3 light;
flat in float dither;

out vec4 added;  // alpha stays as it is

void main() { added = vec4(light * texture(sprite, gl_PointCoord).r + dither, 0.0); }
