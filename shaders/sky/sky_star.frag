// Draws a pixel of a foreground star as a telescope shows it: a point spread function, with four spikes if
// the star is bright. Output: light for additive blending.
#version 330 core

flat in vec3 sky_light;
flat in float edge;
flat in vec2 axis;
flat in vec4 shape;

out vec4 added;

void main() {
    vec2 from_center = (gl_PointCoord - 0.5) * edge;
    vec2 sigmas = from_center * shape.x;
    float seen = exp(-0.5 * dot(sigmas, sigmas));
    // Wide wings of the point spread function, caused by atmosphere and optics (Moffat 1969), and spikes.
    float wing = 0.006 / (1.0 + 0.08 * dot(sigmas, sigmas));
    if (shape.y > 0.0) {
        vec2 along = abs(from_center) / shape.y;
        vec2 fall = max(1.0 - along, 0.0);
        vec2 thin = exp(-0.9 * abs(sigmas.yx));
        seen += 0.05 * dot(fall * fall * fall, thin);
    }
    float inside = smoothstep(0.5, 0.3, length(gl_PointCoord - 0.5));
    added = vec4(sky_light * (seen + wing * inside), 0.0);
}
