// Takes away what spills over the edge of a map of the sky.
#version 330 core

uniform vec2 map_center, radii;  // of the map, in pixels of the target

out vec4 nothing;

void main() {
    if (length((gl_FragCoord.xy - map_center) / radii) < 1.0) discard;
    nothing = vec4(0.0);
}
