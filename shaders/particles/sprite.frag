// A particle as a picture of light.
#version 330 core

uniform sampler2D sprite;

flat in vec4 light;

out vec4 added;  // alpha stays as it is

void main() { added = vec4(light.rgb * texture(sprite, gl_PointCoord).r + light.a, 0.0); }
