// Clears the pixels outside a sky map, where sprites extend beyond the map's edge.
#version 330 core

uniform vec2 map_center, radii;  // center and half axes of the map, pixels

out vec4 nothing;

void main() {
    if (length((gl_FragCoord.xy - map_center) / radii) < 1.0) discard;
    nothing = vec4(0.0);
}
