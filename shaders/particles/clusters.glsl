// Star clusters: young stars and the nebulae (H II regions) that they ionize. In each span of 20 Myr, a disk
// particle (row) has clusters with a probability that grows with the local star formation rate. Clusters
// depend only on the row, the time, and the current density and compression. They are therefore equal whether
// a time is reached by forward or backward steps. Needs coloring.glsl, ellipsoid.glsl and resolved.glsl.

uniform float star_clock;       // model time in spans of 20 Myr
// The probability of clusters is proportional to rate^s, where `rate` is the local star formation rate and s is the
// look's setting `formation`. With m = max_log2_formation_rate, ellipsoid_squares.w holds w = log2(rate) / m and
// formation_power is s m, so rate^s = 2^(formation_power w).
uniform float formation_power;
uniform int clusters_per_particle;              // number of clusters that each disk particle can have

// Common properties of a particle's clusters: their total light relative to the mean, whether they are nebulae (H II
// regions), and whether the brightest cluster has diffraction spikes.
struct Clusters {
    float light;
    bool is_nebula;
    bool has_spikes;
};

Clusters clusters() {
    float mean_share = young_share + hii_share;
    if (color_by != COLOR_BY_COMPONENT || mean_share <= 0.0) return Clusters(0.0, false, false);
    float logarithm = blend < 1.0 ? mix(former_squares.w, ellipsoid_squares.w, blend) : ellipsoid_squares.w;
    // Clusters form only in the half of the disk's particles that has the smaller vertical motion.
    float born = vertical_rank < 0.0 ? 1.0 : vertical_rank < 0.5 ? 2.0 : 0.0;
    float probability = mean_share * exp2(formation_power * logarithm) * born;
    float phase = star_clock + star_random(0u, 3u).x;
    float age = fract(phase);
    uint span = uint(int(floor(phase)));
    vec3 random = star_random(span, 4u);
    if (random.x >= probability) return Clusters(0.0, false, false);
    // Fades clusters in as the formation rate grows, so that no cluster appears abruptly. The mean of the fading factor
    // is 0.85; dividing by 0.85 conserves the mean light.
    float light = (1.0 - smoothstep(0.7, 1.0, random.x / probability)) / 0.85;
    // Light curve of a cluster over its span of 20 Myr, with mean 1: a fast rise and a slow decay.
    light *= 20.0 * age * (1.0 - age) * (1.0 - age) * (1.0 - age);
    // Luminosity function dN/dL ~ L^-2 (Whitmore et al. 1999, AJ 118, 1551) with mean 1. The brightest
    // clusters have 21 times the light of the faintest.
    light *= 0.32846 / (random.z + 0.05);
    bool is_nebula = random.y * mean_share < hii_share;
    return Clusters(light, is_nebula, !is_nebula && star_random(span, 5u).x < 0.25);
}

// Returns the position of a cluster relative to its particle, in units of the particle's ellipsoid.
vec3 cluster_place(uint cluster) { return cluster == 0u ? vec3(0.0) : 0.3 * star_place(cluster + 64u); }

// Returns a cluster's share of the particle's total cluster light. The n-th brightest cluster has 1/n of the
// brightest cluster's light.
float cluster_share(int cluster) {
    float all = log(float(clusters_per_particle)) + 0.5772 + 0.5 / float(clusters_per_particle);
    return 1.0 / (all * float(cluster + 1));
}

// Returns the standard deviation of a cluster's Gaussian in model units. Brighter nebulae are larger
// (Stromgren 1939, ApJ 89, 526).
float cluster_sigma(Clusters row, float share) {
    return row.is_nebula ? 0.012 * group_radius * pow(row.light * share, 0.33) : 0.002 * group_radius;
}
