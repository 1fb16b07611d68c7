// Draws a pixel of a far galaxy: an elliptical Sersic (1963) profile that fades to zero at 3.2 half-light
// radii. Output: light for additive blending.
#version 330 core

flat in vec3 sky_light;
flat in float edge;
flat in vec2 axis;
flat in vec4 shape;

out vec4 added;

void main() {
    vec2 from_center = (gl_PointCoord - 0.5) * vec2(edge, -edge);
    vec2 turned = vec2(dot(from_center, axis), dot(from_center, vec2(-axis.y, axis.x)));
    turned.y /= max(shape.y, 0.7 * shape.x);  // the minor half axis is at least 0.7 pixels
    float radius = length(turned) * shape.x;
    // coefficient for which radius 1 encloses half the light (Capaccioli 1989)
    float b = 2.0 * shape.z - 0.33;
    float profile = exp(-b * (pow(max(radius, 0.1), 1.0 / shape.z) - 1.0));
    added = vec4(sky_light * profile * smoothstep(3.2, 2.2, radius), 0.0);
}
