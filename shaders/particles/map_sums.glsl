// Light and star formation of a particle in maps, which the sums of a pixel contain. Mirrors light_of() and rate_of_gas()
// in data/maps/sky_map.cpp. All numbers are in model units. Needs coloring.glsl and row.glsl.
uniform float band_light;      // light per mass of the component in the band; of gas, at the reference rate
uniform float reference_rate;  // rate of star formation as a share of the mass of gas per time, of a typical disk
uniform vec3 schmidt_law;      // threshold and unit of the surface density, and rate at this unit
uniform float schmidt_power;   // power of the surface density in the rate
uniform float layer_factor;    // surface density of a layer of gas in equilibrium, divided by the root of its density
// Magnitudes of young stars in the band minus V, at logarithms of ages in Myr (data/base/stellar_populations.hpp).
uniform float young_log_ages[YOUNG_STAR_AGES];
uniform float young_magnitudes[YOUNG_STAR_AGES];

// Returns the rate at which gas becomes stars, as a share of its mass per time; 0 for all other particles. Mirrors
// formation_rate() and surface_density_of_gas() in data/neighbors/star_formation.cpp.
float rate_of_gas() {
    const float neighbors = 64.0;
    float size = moving.w;
    if (!is_gas || !(size > 0.0)) return 0.0;
    float density = neighbors * position.w / (4.1887902 * size * size * size);
    float surface_density = max(density * size / 1.5, layer_factor * sqrt(density));
    if (surface_density < schmidt_law.x) return 0.0;
    return schmidt_law.z * pow(surface_density / schmidt_law.y, schmidt_power);
}

// Returns the light per mass of a star that has formed from gas. Mirrors young_star_light() in
// data/base/stellar_populations.cpp.
float young_light_in_band(float age_myr) {
    float place = log(max(age_myr, 1e-3));
    float magnitude = young_magnitudes[0];
    for (int i = 1; i < YOUNG_STAR_AGES; ++i) {
        float from = young_log_ages[i - 1], to = young_log_ages[i];
        magnitude += clamp((place - from) / (to - from), 0.0, 1.0) * (young_magnitudes[i] - young_magnitudes[i - 1]);
    }
    float light = clamp(age_myr / 500.0, 0.0, 1.0) * 3.0 * pow(max(age_myr, 300.0) / 300.0, -0.75);
    return light * pow(10.0, -0.4 * magnitude);
}

// Returns the light per mass of the particle in the band. `age_myr` counts for young stars alone.
float light_in_band(float age_myr) {
    if (is_gas && is_young_star()) return young_light_in_band(age_myr);
    return is_gas ? band_light * rate_of_gas() / reference_rate : band_light;
}
