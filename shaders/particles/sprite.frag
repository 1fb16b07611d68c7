// Draws a particle as a sprite. Output: light for additive blending.
#version 330 core

uniform sampler2D sprite;

flat in vec4 light;

out vec4 added;  // alpha 0 leaves the alpha of the target unchanged

void main() { added = vec4(light.rgb * texture(sprite, gl_PointCoord).r + light.a, 0.0); }
