// Clusters of young stars, and the nebulae that they make glow: each row of a disk has some for a span of 20 Myr now and
// then, the more often the faster stars form around it. All of it follows from the row, the time and this moment's flow,
// so that it is the same whichever way time has come here. This needs coloring.glsl, ellipsoid.glsl and resolved.glsl.

uniform float star_clock;       // spans since time 0
uniform float formation_power;  // of 2
uniform int clusters_per_particle;              // that a row's clusters are

// The light of a row's clusters relative to that of one that is usual, and what they are.
struct Clusters {
    float light;
    bool is_nebula;
    bool has_spikes;
};

Clusters clusters() {
    float usual = young_share + hii_share;
    if (color_by != COLOR_BY_COMPONENT || usual <= 0.0) return Clusters(0.0, false, false);
    float logarithm = blend < 1.0 ? mix(former_squares.w, ellipsoid_squares.w, blend) : ellipsoid_squares.w;
    // Born in the colder half of a disk.
    float often = usual * exp2(formation_power * logarithm) * (vertical_rank < 0.0 ? 1.0 : vertical_rank < 0.5 ? 2.0 : 0.0);
    float phase = star_clock + star_lots(0u, 3u).x;
    float age = fract(phase);
    uint span = uint(int(floor(phase)));
    vec3 lots = star_lots(span, 4u);
    if (lots.x >= often) return Clusters(0.0, false, false);
    // None appears at once, as stars form faster; the mean of this is 0.85.
    float light = (1.0 - smoothstep(0.7, 1.0, lots.x / often)) / 0.85;
    // They light up and fade: 1 on average over a span.
    light *= 20.0 * age * (1.0 - age) * (1.0 - age) * (1.0 - age);
    // Few are bright, many are faint: the brightest have 21 times the light of the faintest, and 1 is the mean (dN/dL falls
    // with L^-2, Whitmore et al. 1999, AJ 118, 1551).
    light *= 0.32846 / (lots.z + 0.05);
    bool is_nebula = lots.y * usual < hii_share;
    return Clusters(light, is_nebula, !is_nebula && star_lots(span, 5u).x < 0.25);
}

// A row's clusters lie together, in its body's ellipsoid, of which this is a place.
vec3 knot_place(uint knot) { return knot == 0u ? vec3(0.0) : 0.3 * star_place(knot + 64u); }

// Of the light, for so many clusters_per_particle: the n-th brightest has 1/n of the brightest's.
float knot_share(int knot) {
    float all = log(float(clusters_per_particle)) + 0.5772 + 0.5 / float(clusters_per_particle);
    return 1.0 / (all * float(knot + 1));
}

// Standard deviation, units of length. Nebulae are the larger the brighter they are (Stromgren 1939, ApJ 89, 526).
float knot_sigma(Clusters row, float share) {
    return row.is_nebula ? 0.012 * group_radius * pow(row.light * share, 0.33) : 0.002 * group_radius;
}
