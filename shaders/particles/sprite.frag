// Draws a particle as a sprite. Output: light, and in alpha the share of the light behind the sprite that the sprite
// covers. Many overlapping sprites approach the color of a sprite at the brightness `brightest`, below white.
#version 330 core

uniform sampler2D sprite;

flat in vec4 light;

out vec4 added;

const float brightest = 0.9;

void main() {
    vec3 shown = light.rgb * texture(sprite, gl_PointCoord).r;
    added = vec4(shown + light.a, max(max(shown.r, shown.g), shown.b) / brightest);
}
