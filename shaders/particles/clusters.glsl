// Star clusters: young stars and the nebulae (H II regions) that they ionize. In each span of 160 Myr, a disk
// particle (row) has a complex of clusters with a probability that grows with the local star formation rate. Within a
// complex, clusters light up and fade one after another (Efremov 1995, AJ 110, 2757). Clusters depend only on the row,
// the time, and the current density, motion and compression. They are therefore equal whether a time is reached by
// forward or backward steps. Needs coloring.glsl, ellipsoid.glsl and resolved.glsl.

uniform int clusters_per_particle;  // number of clusters that each disk particle can have

const float complex_spans = 8.0;                      // lifetime of a complex: 160 Myr
const float cluster_spans = 4.0, nebula_spans = 2.0;  // lifetimes of a cluster and of a nebula: 80 and 40 Myr

// Properties of a particle's complex: its light relative to the mean of all complexes, whether its clusters are nebulae
// (H II regions), and whether the brightest cluster has diffraction spikes.
struct Clusters {
    float light;
    bool is_nebula;
    bool has_spikes;
};

Clusters clusters() {
    float mean_share = young_share + hii_share;
    if (color_by != COLOR_BY_COMPONENT || mean_share <= 0.0 || is_young_star()) return Clusters(0.0, false, false);
    // Clusters form only in the half of the disk's particles that has the smaller vertical motion.
    float born = vertical_rank < 0.0 ? 1.0 : vertical_rank < 0.5 ? 2.0 : 0.0;
    float probability = mean_share * exp2(log_formation()) * born;
    float phase = star_clock / complex_spans + star_random(0u, 3u).x;
    float age = fract(phase);
    uint span = uint(int(floor(phase)));
    vec3 random = star_random(span, 4u);
    if (random.x >= probability) return Clusters(0.0, false, false);
    // Fades clusters in as the formation rate grows, so that no cluster appears abruptly. The mean of the fading factor
    // is 0.65; dividing by 0.65 conserves the mean light.
    float light = (1.0 - smoothstep(0.3, 1.0, random.x / probability)) / 0.65;
    // Light curve of a complex, with mean 1.
    light *= 30.0 * age * age * (1.0 - age) * (1.0 - age);
    // Luminosity function dN/dL ~ L^-2 with mean 1. The brightest complexes have 21 times the light of the faintest.
    light *= 0.32846 / (random.z + 0.05);
    bool is_nebula = random.y * mean_share < hii_share;
    return Clusters(light, is_nebula, !is_nebula && star_random(span, 5u).x < 0.1);
}

// A cluster of a complex at the present time.
struct Cluster {
    float share;  // light relative to the complex; the mean of the sum of all shares is 1
    vec3 place;   // position relative to the particle, in units of the particle's ellipsoid
    float size;   // size relative to the mean size of clusters of equal light
};

Cluster cluster_of(Clusters row, int number) {
    float count = float(clusters_per_particle);
    float phase = star_clock / (row.is_nebula ? nebula_spans : cluster_spans) + star_random(uint(number), 6u).x;
    float age = fract(phase);
    uint span = uint(int(floor(phase)));
    uint which = span * 64u + uint(number);
    vec3 random = star_random(which, 7u);
    // Luminosity function dN/dL ~ L^-2 of clusters (Whitmore et al. 1999, AJ 118, 1551) and of H II regions (Kennicutt,
    // Edgar & Hodge 1989, ApJ 337, 761), with mean 1 and a range of 1 to 21. Each cluster of a complex gets its own
    // part of the range.
    float luminosity = 1.0 / (((float(number) + random.x) / count + 0.05) * 3.0445);
    // Light curve with mean 1: a fast rise and a slow decay.
    float light = 20.0 * age * (1.0 - age) * (1.0 - age) * (1.0 - age);
    // Clusters form in groups: three neighboring clusters share the place of a group within the complex.
    vec3 place = number == 0 ? vec3(0.0)
                             : 0.4 * star_place(uint(number) / 3u + 64u) + 0.08 * star_place(which + 128u);
    // Clusters and nebulae of equal light differ in size by a factor of up to 2.6.
    return Cluster(luminosity * light / count, place, exp2(1.4 * random.y - 0.7));
}

// Returns the standard deviation of a cluster's Gaussian in model units. Brighter nebulae are larger
// (Stromgren 1939, ApJ 89, 526).
float cluster_sigma(Clusters row, Cluster cluster) {
    return cluster.size *
           (row.is_nebula ? 0.012 * group_radius * pow(row.light * cluster.share, 0.33) : 0.002 * group_radius);
}
