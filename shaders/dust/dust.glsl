// Extinction: the share of light that passes through the dust in front of it.
uniform sampler2D dust;   // per pixel: optical depth in V, multiplied by 1, mean depth and mean squared depth
uniform vec2 dust_corner; // lower left corner of the view, pixels
uniform vec2 dust_scale;  // 1 / size of the view in pixels
uniform vec3 extinction;  // extinction of red, green and blue, relative to V

// Cumulative normal distribution, within 0.02; exactly 1 from x = 1.9 on.
float share_below(float x) {
    float t = clamp(0.5 + x / 3.8, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Transmission of light from `depth` at `place` (0 to 1 across the view). The dust along the line of sight is
// assumed to be normally distributed in depth: a thin layer or a whole disk seen edge-on.
vec3 transmission(vec2 place, float depth) {
    vec3 moments = texture(dust, place).rgb;
    if (moments.r < 1e-4) return vec3(1.0);
    vec2 mean = moments.gb / moments.r;
    float variance = max(mean.y - mean.x * mean.x, 1e-9);
    float in_front = moments.r * share_below((depth - mean.x) * inversesqrt(variance));
    return exp(-in_front * extinction);
}

vec2 dust_place(vec2 pixel) { return (pixel - dust_corner) * dust_scale; }
