// Light that was collected in wider pixels and smoothed, as much of it as falls on one pixel.
#version 330 core

uniform sampler2D light;
uniform vec2 corner;   // of the viewport, in pixels of the target
uniform vec2 scale;    // of a wide pixel, that one is
uniform float margin;  // wide pixels beyond each side of the viewport

out vec4 added;

void main() {
    vec2 place = (gl_FragCoord.xy - corner) * scale + margin;
    added = scale.x * scale.y * texture(light, 2.0 * place / vec2(textureSize(light, 0)));
}
