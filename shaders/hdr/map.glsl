// The quantity of a map (MapColors in render/look/look.hpp) from the sums that a pixel has collected: light, or moments of
// a quantity (collects_values() there), in red, green and blue, and mass in alpha. All numbers are in model units.
uniform int colors;        // MAP_COLORS_... constant
uniform float area_scale;  // factor from sums per pixel to sums per area

bool shows_values() { return colors >= MAP_COLORS_VELOCITY; }

// Returns the luminance per area in maps of the brightness and of star formation, and the surface density in all other
// maps.
float density_of(vec4 sums) {
    bool has_light = colors == MAP_COLORS_BRIGHTNESS || colors == MAP_COLORS_STAR_FORMATION;
    return area_scale * (has_light ? dot(sums.rgb, vec3(0.2126, 0.7152, 0.0722)) : sums.a);
}

// Returns false for pixels without a value: velocities that differ only by rounding errors have no skewness.
bool has_value(vec4 sums) {
    vec3 means = sums.rgb / max(sums.a, 1e-30);
    return sums.a > 0.0 && (colors != MAP_COLORS_H3 || means.y - means.x * means.x > 1e-5 * means.y);
}

// Returns the value that the map shows, if has_value(). Mirrors value_of() in render/hdr/exposure.cpp.
float value_of(vec4 sums) {
    vec3 means = sums.rgb / max(sums.a, 1e-30);
    float mean = means.x;
    if (colors == MAP_COLORS_VELOCITY || colors == MAP_COLORS_AGE || colors == MAP_COLORS_H4) return mean;
    float variance = max(means.y - mean * mean, 0.0);
    if (colors == MAP_COLORS_DISPERSION) return sqrt(variance);
    // h3 = skewness / (4 sqrt(3)) for nearly normal distributions (van der Marel & Franx 1993, ApJ 407, 525)
    float third = means.z - 3.0 * mean * means.y + 2.0 * mean * mean * mean;
    return third / (6.9282032 * variance * sqrt(variance));
}
