// Extinction: computes the share of light that passes through the dust in front of a light source.

// dust per pixel: optical depth t in the V band, t times mean depth, and t times mean squared depth
uniform sampler2D dust;
uniform vec2 dust_corner; // lower left corner of the view in the target, pixels
uniform vec2 dust_scale;  // 1 / size of the view in pixels
uniform vec3 extinction;  // extinction in red, green and blue relative to the V band

// Approximates the cumulative normal distribution to within 0.02; returns exactly 1 for x >= 1.9.
float share_below(float x) {
    float t = clamp(0.5 + x / 3.8, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Returns the transmitted share of light from depth `depth` at view position `place` (0 to 1). The dust along
// a line of sight is assumed to be normally distributed in depth, like a thin layer or a disk seen edge-on.
vec3 transmission(vec2 place, float depth) {
    vec3 moments = texture(dust, place).rgb;
    if (moments.r < 1e-4) return vec3(1.0);
    vec2 mean = moments.gb / moments.r;
    float variance = max(mean.y - mean.x * mean.x, 1e-9);
    float in_front = moments.r * share_below((depth - mean.x) * inversesqrt(variance));
    return exp(-in_front * extinction);
}

vec2 dust_place(vec2 pixel) { return (pixel - dust_corner) * dust_scale; }
