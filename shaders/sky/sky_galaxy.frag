// Draws a pixel of a far galaxy: an elliptical Sersic profile (1963) that fades out by 3.2 half-light radii.
// Output: light to add.
#version 330 core

flat in vec3 sky_light;
flat in float edge;
flat in vec2 axis;
flat in vec4 shape;

out vec4 added;

void main() {
    vec2 from_center = (gl_PointCoord - 0.5) * vec2(edge, -edge);
    vec2 turned = vec2(dot(from_center, axis), dot(from_center, vec2(-axis.y, axis.x)));
    turned.y /= max(shape.y, 0.7 * shape.x);  // at least a pixel wide
    float radius = length(turned) * shape.x;
    float b = 2.0 * shape.z - 0.33;  // makes radius 1 enclose half the light (Capaccioli 1989)
    float profile = exp(-b * (pow(max(radius, 0.1), 1.0 / shape.z) - 1.0));
    added = vec4(sky_light * profile * smoothstep(3.2, 2.2, radius), 0.0);
}
