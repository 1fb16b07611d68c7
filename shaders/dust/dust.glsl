// What is left of light on its way through the dust in front of it.
uniform sampler2D dust;   // of each pixel: optical depth in V of all its dust, times 1, mean depth, and mean depth^2
uniform vec2 dust_corner; // of the view, in pixels of the target
uniform vec2 dust_scale;  // 1 / the view's size
uniform vec3 extinction;  // of red, green and blue, relative to V

// The share of a normal distribution that lies below x, within 0.02, and all of it from 1.9 on.
float share_below(float x) {
    float t = clamp(0.5 + x / 3.8, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Of light from `depth` at `place`, from 0 to 1 across the view. Dust along a line of sight is taken to be spread
// around its mean depth as its variance says: it may be one thin layer, or a whole disk seen edge-on.
vec3 transmission(vec2 place, float depth) {
    vec3 moments = texture(dust, place).rgb;
    if (moments.r < 1e-4) return vec3(1.0);
    vec2 mean = moments.gb / moments.r;
    float variance = max(mean.y - mean.x * mean.x, 1e-9);
    float in_front = moments.r * share_below((depth - mean.x) * inversesqrt(variance));
    return exp(-in_front * extinction);
}

vec2 dust_place(vec2 pixel) { return (pixel - dust_corner) * dust_scale; }
