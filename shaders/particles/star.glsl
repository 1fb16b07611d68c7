// Computes the splat of a particle: light and mass per pixel, in linear light. Preprocessor definitions
// select what instance i draws: a star cluster of the particle (CLUSTERS), one of its brightest stars
// (STARS), or its diffraction spikes (SPIKES). Input: row.glsl.
#include "shaders/camera/projection.glsl"
#include "shaders/particles/row.glsl"
#include "shaders/particles/visibility.glsl"
#include "shaders/particles/color_table.glsl"
#include "shaders/particles/ellipsoid.glsl"
#include "shaders/particles/coloring.glsl"
#include "shaders/particles/map_sums.glsl"
#include "shaders/particles/splat.glsl"
#include "shaders/particles/resolved.glsl"
#include "shaders/particles/clusters.glsl"
#ifdef DUST
#include "shaders/dust/depth.glsl"
#include "shaders/dust/dust.glsl"
#endif

uniform float time_offset;
uniform float reference_distance;
uniform float light_per_mass;
uniform float stands_for;  // number of particles that each drawn particle represents
// MAP_COLORS_... constant of the map (render/look/look.hpp); of the surface density in all other pictures. In maps of
// values, the channels of a splat are its mass times x, its mass times x^2, its mass times x^3 and its mass. x is the
// velocity along the line of sight, or the age in Myr.
uniform int map_colors;
uniform bool collects_fourth;  // true: the first channel is the mass times x^4
uniform float age_of_stars;  // mean age in Myr of the stars of this component at the start; negative for gas
uniform float myr_per_time;  // Myr per unit of model time
uniform float model_time;

uniform float spike_share;  // share of the particles that have diffraction spikes
uniform float streaks;  // share of a star's light in its diffraction spikes, for stars with spikes
uniform float spike_size;   // length of a spike, pixels

// Parameters of the splat's standard deviation.
uniform float sigma_per_smoothing_length;
// standard deviation in model units for particles with unknown smoothing length
uniform float unknown_sigma;
uniform float sigma_factor;       // factor of the standard deviation: point size of the look
uniform float largest_sigma;      // largest standard deviation of a drawn splat, pixels
uniform float narrowest_cluster;  // smallest standard deviation of a drawn star cluster, pixels

// Splats are drawn if the square of their shorter half axis, in picture pixels^2, is in the range drawn_squares. Each
// pixel of the target is `pixel_width` picture pixels wide.
uniform vec2 drawn_squares;
uniform float pixel_width;
uniform float enlarging;   // variance that enlarging the target adds to a splat, in target pixels^2
uniform vec2 inner_share;  // share of the target's width and height that the view occupies

Splat find_splat() {
    Splat splat = no_splat();
    if (is_hidden(moving.w)) return splat;
    vec3 world = position.xyz + velocity * time_offset;
    Projected seen = project(world);
    splat.clip = seen.clip;

    // If only a share of the particles is drawn, their mean separation is larger, so splats are wider.
    float own_sigma = smoothing_length() > 0.0 ? sigma_per_smoothing_length * blended_length(smoothing_length()) : unknown_sigma;
    float world_sigma = own_sigma * sigma_factor * pow(stands_for, 1.0 / 3.0);
    mat3 squares = world_sigma * world_sigma * ellipsoid();
    vec3 outline = ellipse(squares, moves_at(world, seen));
    vec2 axes = max(axes_squared(outline), vec2(1e-12));

    // Light falls with the square of the distance. The absolute value is needed because a particle behind the
    // camera can have stars and clusters in front of the camera.
    float nearness = reference_distance / abs(seen.distance);
    float strength = nearness * nearness;
#if defined(CLUSTERS) || defined(SPIKES)
    Clusters young = clusters();
#endif
    // If clusters are shown, only clusters have diffraction spikes.
    bool with_clusters = color_by == COLOR_BY_COMPONENT && young_share > 0.0;
    bool has_spikes = !with_clusters && kind_of_stars() < spike_share;
    float share = 1.0;  // share of the particle's light that this splat shows
    float area = sqrt(axes.x * axes.y);
    // A splat wider than largest_sigma is drawn smaller with equal surface brightness, so the splat loses light. The
    // resolved stars of the particle gain the lost light.
    float shrunk = min(largest_sigma * largest_sigma / axes.x, 1.0);

#if defined(SPIKES)
    // Each of the four arms becomes fainter by a factor of e per eighth of the square's width, down to exp(-4).
    // Subtracting exp(-4) makes the arms end at zero; `whole` is the integral of an arm's profile in units of this
    // eighth.
    float whole = 1.0 - 5.0 * exp(-4.0);
    share = streaks;
    if (with_clusters) has_spikes = young.has_spikes;
    strength /= 4.0 * spike_size / 8.0 * whole;
    splat.width = spike_size;
    if (!has_spikes) return no_splat();
#elif defined(CLUSTERS)
    if (young.light <= 0.0) return no_splat();
    Cluster cluster = cluster_of(young, instance());
    share = cluster.share;
    if (young.has_spikes && instance() == 0) share *= 1.0 - streaks;
    world += root(squares) * cluster.place;
    seen = project(world);
    splat.clip = seen.clip;
    float whole_size = cluster_sigma(young, cluster) * sigma_factor * seen.pixels_per_unit;
    // A cluster near the camera is not shown as a disc. If a cluster would exceed largest_angle, the cluster becomes
    // brighter instead of larger, up to a factor of four. The distance from which the brightness is computed is at
    // least the standard deviation of the particle's splat.
    const float largest_angle = 0.003, most_brighter = 4.0;
    float wide = min(whole_size, min(largest_angle * pixels_at_unit_distance, largest_sigma));
    nearness = min(nearness, reference_distance / world_sigma);
    strength = nearness * nearness * min(1.0, most_brighter * wide * wide / max(whole_size * whole_size, 1e-12));
    vec2 round_axes = vec2(max(wide * wide, max(narrowest_cluster * narrowest_cluster, 1e-12)));
    strength *= shape_gaussian(splat, vec3(round_axes.x, 0.0, round_axes.x), round_axes, round_axes);
#elif defined(STARS)
    float star = float(instance()), stars = resolved_stars(area);
    if (stars <= star) return no_splat();
    // The first maximum prevents negative shares by rounding, and the second maximum prevents 0 / 0.
    share = max(light_of_brightest(min(star + 1.0, stars)) - light_of_brightest(star), 0.0);
    share *= 1.0 + light_too_wide(stars, shrunk) / max(light_of_brightest(stars), 1e-9);
    // If the camera is inside the splat, stars appear no nearer than the splat's standard deviation.
    nearness = min(nearness, reference_distance / world_sigma);
    strength = nearness * nearness;
    world += root(squares) * star_place(uint(instance()));
    seen = project(world);
    splat.clip = seen.clip;
    // Bright stars are round discs, as in photographs: a Gaussian that is wider for brighter stars. All other stars are
    // as small as possible.
    float brightness = instance() == 0 ? brightest_star() : 0.0;
    if (brightness > 1.0) {
        float star_sigma = max(smallest_sigma, 0.0125 * largest_sigma) * (1.0 + 0.15 * log2(brightness));
        vec2 round_axes = vec2(star_sigma * star_sigma);
        strength *= shape_gaussian(splat, vec3(round_axes.x, 0.0, round_axes.x), round_axes, round_axes);
    } else {
        shape_small(splat);
    }
#else
    share = 1.0 - light_of_brightest(resolved_stars(area));
    strength *= shrunk;
    vec2 drawn = shrunk * axes;
    if (drawn.y < drawn_squares.x || drawn.y >= drawn_squares.y) return no_splat();
    drawn = drawn / (pixel_width * pixel_width) - enlarging;
    splat.clip.xy *= inner_share;
    strength *= shape_gaussian(splat, outline, axes, drawn);
#endif

    float mass = strength * position.w * stands_for;
    vec3 light = light_color();
#if defined(CLUSTERS)
    light = young.light * (young.is_nebula ? hii_light : young_light);
#elif defined(SPIKES)
    if (with_clusters) light = young.light * cluster_of(young, 0).share * young_light;
#endif
    light *= share * light_per_mass;
#if defined(STARS)
    vec3 tinted = light * star_tint(uint(instance()), initial_radius());
    const vec3 luminous = vec3(0.2126, 0.7152, 0.0722);
    // The maximum prevents 0 / 0 if the light of a tiny fraction of a star is rounded to 0.
    light = tinted * (dot(light, luminous) / max(dot(tinted, luminous), 1e-30));
#endif
#if !defined(SPIKES)
    if (has_spikes) light *= 1.0 - streaks;
#endif
#if defined(SPIKES) || defined(STARS) || defined(CLUSTERS)
    splat.light = vec4(mass * (light_for_eye * light), 0.0);
#else
    splat.light = mass * vec4(light_for_eye * light, 1.0);
    float age = is_young_star() ? myr_per_time * (model_time - birth_time()) : age_of_stars;
    if (map_colors == MAP_COLORS_BRIGHTNESS) {
        splat.light.rgb = mass * (light_for_eye * vec3(light_in_band(age)));
    } else if (map_colors == MAP_COLORS_STAR_FORMATION) {
        splat.light.rgb = vec3(mass * rate_of_gas());
    } else if (map_colors != MAP_COLORS_SURFACE_DENSITY) {
        bool of_ages = map_colors == MAP_COLORS_AGE;
        float x = of_ages ? age : receding_speed(world, velocity);
        if (of_ages && x < 0.0) return no_splat();
        splat.light.rgb = mass * vec3(collects_fourth ? x * x * x * x : x, x * x, x * x * x);
    }
#endif
#if defined(DUST_IN_PIXELS)
    splat.depth = depth_of(world);
#elif defined(DUST)
    splat.light.rgb *= transmission(0.5 + 0.5 * seen.clip.xy / seen.clip.w, depth_of(world));
#endif
    return splat;
}
