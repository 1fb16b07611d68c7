// The quantity of a map (MapColors in render/look/look.hpp) from the sums that a pixel has collected: light or moments of
// the velocity in red, green and blue, mass in alpha. Values are in model units.
uniform int colors;        // MAP_COLORS_... constant
uniform float area_scale;  // factor from sums per pixel to sums per area

bool shows_motion() { return colors == MAP_COLORS_VELOCITY || colors == MAP_COLORS_DISPERSION; }

// Returns the luminance per area in maps of the brightness, and the surface density in all other maps.
float density_of(vec4 sums) {
    return area_scale * (colors == MAP_COLORS_BRIGHTNESS ? dot(sums.rgb, vec3(0.2126, 0.7152, 0.0722)) : sums.a);
}

// Returns the mean velocity or the velocity dispersion along the line of sight.
float motion_of(vec4 sums) {
    float mean = sums.r / max(sums.a, 1e-30);
    return colors == MAP_COLORS_VELOCITY ? mean : sqrt(max(sums.g / max(sums.a, 1e-30) - mean * mean, 0.0));
}
