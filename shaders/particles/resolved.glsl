// Resolved stars: which share of a particle's light is drawn as single stars.
// render/particles/resolved_stars.cpp sets the uniforms. Needs shaders/particles/coloring.glsl.

// Uniforms of the population that is drawn.
// resolved_scale: scale of the light in the brightest stars; resolved_knee: rank from which stars grow
// fainter
uniform float resolved_scale;
uniform float resolved_knee;
uniform float most_stars;       // largest number of stars per particle
uniform float star_spread;      // standard deviation of the logarithm of the stars' temperatures
// colors of black bodies, in even steps of the logarithm of temperature
uniform vec3 star_colors[COLOR_TABLE_SIZE];

// Share of a particle's light that its brightest `stars` stars have. Resolved stars and the smooth remainder
// always add up to all light.
float light_of_brightest(float stars) {
    return resolved_scale * log(1.0 + stars / resolved_knee);
}

// Number of visible stars for a splat whose half axes have the product `area` in pixels^2: one star per unit
// of area, since more would merge into a glow.
float resolved_stars(float area) {
    return min(max(area - 1.0, 0.0), most_stars);
}

// Light lost because only the share `drawn` of a splat's area is drawn; it goes to the stars, if there are
// enough. If the camera is inside the splat, the light is dropped: a few stars would outshine the sky.
float light_too_wide(float stars, float drawn) {
    float heirs = smoothstep(4.0, 32.0, stars) * smoothstep(0.004, 0.03, drawn);
    return heirs * (1.0 - drawn) * (1.0 - light_of_brightest(stars));
}

// Three random numbers between 0 and 1 that are fixed for a star of a row (pcg3d: Jarzynski & Olano 2020,
// JCGT 9, 20).
vec3 star_random(uint star, uint which) {
    uvec3 v = uvec3(uint(row_number() + hash_offset), star, which) * 1664525u + 1013904223u;
    v += v.yzx * v.zxy;
    v ^= v >> 16u;
    v += v.yzx * v.zxy;
    return (vec3(v >> 8u) + 0.5) / 16777216.0;
}

// Random position with normal components, truncated where the splat ends (Box & Muller 1958).
vec3 star_place(uint star) {
    vec3 a = star_random(star, 0u), b = star_random(star, 1u);
    const float rest = 0.0183156;  // exp(-GAUSSIAN_EDGE_EXPONENT)
    vec2 radius = sqrt(-2.0 * log(mix(vec2(rest), vec2(1.0), vec2(a.x, a.z))));
    return vec3(radius.x * vec2(cos(6.2831853 * a.y), sin(6.2831853 * a.y)), radius.y * cos(6.2831853 * b.x));
}

// Cholesky factor of the ellipsoid's matrix: maps a sphere to the ellipsoid and changes smoothly with it.
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

// Factor from a particle's light to that of one of its stars, which is hotter or cooler than the mean.
vec3 star_tint(uint star, float radius) {
    if (color_by != COLOR_BY_COMPONENT) return vec3(1.0);
    float kelvin = mix(outer_kelvin, inner_kelvin, innerness(radius));
    vec3 random = star_random(star, 2u);
    float normal = sqrt(-2.0 * log(random.x)) * cos(6.2831853 * random.y);
    return black_body(kelvin * exp(star_spread * normal)) / black_body(kelvin);
}
