// Draws a particle as a sprite. Output: light to add.
#version 330 core

uniform sampler2D sprite;

flat in vec4 light;

out vec4 added;  // alpha 0 leaves the picture's alpha unchanged

void main() { added = vec4(light.rgb * texture(sprite, gl_PointCoord).r + light.a, 0.0); }
