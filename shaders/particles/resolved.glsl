// Which of a particle's light is seen star by star. Values come from render/particles/resolved_stars.cpp. This needs
// shaders/particles/coloring.glsl.

// These are of the population that is drawn.
uniform float resolved_scale;   // of the light in the brightest stars, and from which number on they grow fainter
uniform float resolved_knee;
uniform float most_stars;       // drawn of each particle
uniform float star_spread;      // of the logarithm of their temperatures
uniform vec3 star_colors[COLOR_TABLE_SIZE];  // of black bodies, in even steps of the logarithm

// The share of a particle's light that its brightest stars have, so many of them: what is drawn as stars and what stays
// between them add up to all of it, however many that are.
float light_of_brightest(float stars) {
    return resolved_scale * log(1.0 + stars / resolved_knee);
}

// How many stars stand out where the light is spread over an ellipse of these half axes in pixels, of which this is the
// product: one for each square of such an axis, as in the sky, where more would be a glow again.
float resolved_stars(float area) {
    return min(max(area - 1.0, 0.0), most_stars);
}

// The light that is not drawn where only a share of a Gaussian's area is, as far as there are stars to have it. Where the
// camera is in the midst of them it is lost: a few would outshine the sky.
float light_too_wide(float stars, float drawn) {
    float heirs = smoothstep(4.0, 32.0, stars) * smoothstep(0.004, 0.03, drawn);
    return heirs * (1.0 - drawn) * (1.0 - light_of_brightest(stars));
}

// Three numbers from 0 to 1 that are always the same for a star of a row (Jarzynski & Olano 2020, JCGT 9, 20: pcg3d).
vec3 star_lots(uint star, uint which) {
    uvec3 v = uvec3(uint(row_number() + hash_offset), star, which) * 1664525u + 1013904223u;
    v += v.yzx * v.zxy;
    v ^= v >> 16u;
    v += v.yzx * v.zxy;
    return (vec3(v >> 8u) + 0.5) / 16777216.0;
}

// Normal numbers inside of where a particle's Gaussian ends (Box & Muller 1958).
vec3 star_place(uint star) {
    vec3 a = star_lots(star, 0u), b = star_lots(star, 1u);
    const float rest = 0.0183156;  // exp(-GAUSSIAN_EDGE_EXPONENT)
    vec2 radius = sqrt(-2.0 * log(mix(vec2(rest), vec2(1.0), vec2(a.x, a.z))));
    return vec3(radius.x * vec2(cos(6.2831853 * a.y), sin(6.2831853 * a.y)), radius.y * cos(6.2831853 * b.x));
}

// The lower triangle whose square is the ellipsoid (Cholesky): it takes a sphere to it, and changes smoothly with it.
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

// What turns a particle's light into that of one of its stars: warmer or colder than all of them together.
vec3 star_tint(uint star, float radius) {
    if (color_by != COLOR_BY_COMPONENT) return vec3(1.0);
    float kelvin = mix(outer_kelvin, inner_kelvin, innerness(radius));
    vec3 lots = star_lots(star, 2u);
    float normal = sqrt(-2.0 * log(lots.x)) * cos(6.2831853 * lots.y);
    return black_body(kelvin * exp(star_spread * normal)) / black_body(kelvin);
}
