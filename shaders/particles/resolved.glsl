// Resolved stars: computes the share of a particle's light that is drawn as single stars.
// render/particles/resolved_stars.cpp sets the uniforms. Needs shaders/particles/coloring.glsl.

// Parameters of the stellar population that is being drawn: the n brightest stars emit the fraction resolved_scale *
// log(1 + n / resolved_knee) of the light. The brightest resolved_knee stars have about equal brightness.
uniform float resolved_scale;
uniform float resolved_knee;
uniform float most_brighter;    // largest light of a particle's brightest star relative to the mean of all particles
uniform float most_stars;       // largest number of stars per particle
uniform float star_spread;      // standard deviation of the logarithm of star temperatures
// black-body colors at temperatures equally spaced in the logarithm
uniform vec3 star_colors[COLOR_TABLE_SIZE];

// Returns three random numbers between 0 and 1 for star `star` of the particle, equal in every frame (pcg3d:
// Jarzynski & Olano 2020, JCGT 9, 20).
vec3 star_random(uint star, uint which) {
    uvec3 v = uvec3(uint(row_number() + hash_offset), star, which) * 1664525u + 1013904223u;
    v += v.yzx * v.zxy;
    v ^= v >> 16u;
    v += v.yzx * v.zxy;
    return (vec3(v >> 8u) + 0.5) / 16777216.0;
}

// Returns the light of the particle's brightest star relative to the mean of all particles, 0.3 to 6.6. If all
// particles had equal brightest stars, a galaxy would show thousands of equal dots. The number of brightest stars above
// the luminosity L falls with 1/L, which continues the luminosity function dN/dL ~ L^-2 within each particle.
float brightest_star() { return min(0.32846 / (star_random(0u, 8u).x + 0.05), most_brighter); }

// Returns the factor by which the share of the brightest stars is reduced where star formation has ended, because
// supergiants live for only some ten million years. The share of bulges stays unchanged.
float supergiants() {
    return color_by == COLOR_BY_COMPONENT && young_share > 0.0 ? clamp(exp2(0.5 * log_formation()), 0.3, 1.0) : 1.0;
}

// Returns the share of a particle's light that its `stars` brightest stars emit. The light of the resolved stars and of
// the smooth remainder always adds up to the particle's total light.
float light_of_brightest(float stars) {
    return resolved_scale * supergiants() * (log(1.0 + stars / resolved_knee) +
                             (brightest_star() - 1.0) * log(1.0 + 1.0 / resolved_knee) * min(stars, 1.0));
}

// Returns the number of visible stars in a splat whose half axes have the product `area` in pixels^2. There is at most
// one star per pixel^2 of `area`, because denser stars would merge into a glow.
float resolved_stars(float area) {
    return min(max(area - 1.0, 0.0), most_stars);
}

// Returns the light that is lost because only the share `drawn` of a splat's area is drawn, and that the resolved stars
// gain instead. With few stars, the result is 0. If the camera is inside the splat, the lost light is dropped, because
// a few stars would outshine the sky.
float light_too_wide(float stars, float drawn) {
    float gaining_share = smoothstep(4.0, 32.0, stars) * smoothstep(0.004, 0.03, drawn);
    return gaining_share * (1.0 - drawn) * (1.0 - light_of_brightest(stars));
}

// Returns a normally distributed random position, truncated at the edge of the splat (Box & Muller 1958).
vec3 star_place(uint star) {
    vec3 a = star_random(star, 0u), b = star_random(star, 1u);
    const float rest = 0.0183156;  // exp(-GAUSSIAN_EDGE_EXPONENT)
    vec2 radius = sqrt(-2.0 * log(mix(vec2(rest), vec2(1.0), vec2(a.x, a.z))));
    return vec3(radius.x * vec2(cos(6.2831853 * a.y), sin(6.2831853 * a.y)), radius.y * cos(6.2831853 * b.x));
}

// Returns the Cholesky factor of the ellipsoid's matrix, which maps a sphere to the ellipsoid. The factor is
// a smooth function of the matrix.
mat3 root(mat3 squares) {
    float xx = sqrt(squares[0][0]);
    float xy = squares[0][1] / xx, xz = squares[0][2] / xx;
    float yy = sqrt(max(squares[1][1] - xy * xy, 1e-6));
    float yz = (squares[1][2] - xy * xz) / yy;
    float zz = sqrt(max(squares[2][2] - xz * xz - yz * yz, 1e-6));
    return mat3(xx, xy, xz, 0.0, yy, yz, 0.0, 0.0, zz);
}

vec3 black_body(float kelvin) {
    float place = clamp(log(kelvin / 2500.0) / log(10.0), 0.0, 1.0) * float(COLOR_TABLE_SIZE - 1);
    int below = min(int(place), COLOR_TABLE_SIZE - 2);
    return mix(star_colors[below], star_colors[below + 1], place - float(below));
}

// Returns the ratio of a star's light to the mean light of its particle, in red, green and blue. The ratio depends on
// the star's temperature.
vec3 star_tint(uint star, float radius) {
    if (color_by != COLOR_BY_COMPONENT) return vec3(1.0);
    float kelvin = mix(outer_kelvin, inner_kelvin, innerness(radius));
    vec3 random = star_random(star, 2u);
    float normal = sqrt(-2.0 * log(random.x)) * cos(6.2831853 * random.y);
    return black_body(kelvin * exp(star_spread * normal)) / black_body(kelvin);
}
