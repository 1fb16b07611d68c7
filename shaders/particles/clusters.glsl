// Star clusters: young stars and the nebulae (H II regions) that they light. At times a disk row has clusters
// for a span of 20 Myr, more often where more stars form. Clusters depend only on the row, the time and the
// current flow, so that they are the same whether the time was reached forward or backward. Needs
// coloring.glsl, ellipsoid.glsl and resolved.glsl.

uniform float star_clock;       // model time in spans of 20 Myr
uniform float formation_power;  // exponent of 2 per unit of the logarithmic star formation rate
uniform int clusters_per_particle;              // number of clusters of a row

// State of a row's clusters: light relative to a mean cluster, and their kind.
struct Clusters {
    float light;
    bool is_nebula;
    bool has_spikes;
};

Clusters clusters() {
    float usual = young_share + hii_share;
    if (color_by != COLOR_BY_COMPONENT || usual <= 0.0) return Clusters(0.0, false, false);
    float logarithm = blend < 1.0 ? mix(former_squares.w, ellipsoid_squares.w, blend) : ellipsoid_squares.w;
    // Clusters are born in the half of the disk with the smaller vertical motion.
    float born = vertical_rank < 0.0 ? 1.0 : vertical_rank < 0.5 ? 2.0 : 0.0;
    float often = usual * exp2(formation_power * logarithm) * born;
    float phase = star_clock + star_random(0u, 3u).x;
    float age = fract(phase);
    uint span = uint(int(floor(phase)));
    vec3 random = star_random(span, 4u);
    if (random.x >= often) return Clusters(0.0, false, false);
    // No cluster appears abruptly as the formation rate grows; the mean of this factor is 0.85.
    float light = (1.0 - smoothstep(0.7, 1.0, random.x / often)) / 0.85;
    // Clusters light up and fade; the mean over a span is 1.
    light *= 20.0 * age * (1.0 - age) * (1.0 - age) * (1.0 - age);
    // Luminosity function dN/dL ~ L^-2 (Whitmore et al. 1999, AJ 118, 1551): few bright and many faint
    // clusters, a ratio of 21, mean 1.
    light *= 0.32846 / (random.z + 0.05);
    bool is_nebula = random.y * usual < hii_share;
    return Clusters(light, is_nebula, !is_nebula && star_random(span, 5u).x < 0.25);
}

// Position of a row's cluster relative to the row, within its ellipsoid.
vec3 cluster_place(uint cluster) { return cluster == 0u ? vec3(0.0) : 0.3 * star_place(cluster + 64u); }

// Share of the row's cluster light: the n-th brightest cluster has 1/n of the brightest cluster's light.
float cluster_share(int cluster) {
    float all = log(float(clusters_per_particle)) + 0.5772 + 0.5 / float(clusters_per_particle);
    return 1.0 / (all * float(cluster + 1));
}

// Standard deviation of a cluster in model units. Brighter nebulae are larger (Stromgren 1939, ApJ 89, 526).
float cluster_sigma(Clusters row, float share) {
    return row.is_nebula ? 0.012 * group_radius * pow(row.light * share, 0.33) : 0.002 * group_radius;
}
