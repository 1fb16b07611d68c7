// Computes the color of a particle's light. The luminance is 1, or 1 on average with COLOR_BY_COMPONENT.
// render/particles/coloring.cpp sets the uniforms. render/look/color_by.hpp describes each COLOR_BY_ constant. Needs
// color_table.glsl, row.glsl and ellipsoid.glsl.

uniform int color_by;     // COLOR_BY_... constant
uniform float most_pure;  // largest color component that light of luminance 1 may have
uniform float table_start;
uniform float table_step;
uniform bool logarithmic;
uniform bool known;
uniform int shown_attribute;  // index of the attribute that colors show; negative if colors show no attribute

// The following uniforms describe the galaxy component that is being drawn. young_share and hii_share are the fractions
// of its particles that show young stars and nebulae.
uniform float young_share;
uniform float hii_share;
uniform vec3 young_light;
uniform vec3 hii_light;
// Factor of the share of young stars. In disks of galaxies with gas it is below 1, because gas shines instead.
uniform float young_factor;
uniform bool is_gas;           // true for gas, which shines with the light of the stars that have just formed
uniform float star_clock;      // model time in spans of 20 Myr
uniform float birth_clock;     // spans of 20 Myr in a unit of model time
uniform float old_brightness;  // brightness factor of stars that are not young
uniform vec3 inner_old_light;
uniform vec3 outer_old_light;
uniform vec3 inner_young_light;
uniform vec3 outer_young_light;
uniform float group_radius;
uniform vec3 galaxy_light;
uniform float inner_kelvin;
uniform float outer_kelvin;
uniform float kelvin_spread;  // standard deviation of the logarithm of the star temperature
uniform float young_kelvin;
// added to row indices before hashing, so that a particle keeps its random numbers in every draw call
uniform int hash_offset;

// The look changes the local star formation rate to rate^s, where s is the look's setting `formation`. With m =
// max_log2_formation_rate, ellipsoid_squares.w holds w = log2(rate) / m and formation_power is s m, so rate^s =
// 2^(formation_power w).
uniform float formation_power;

// Returns the base-2 logarithm of rate^s, which is 0 for the mean rate of a disk.
float log_formation() {
    return formation_power * (blend < 1.0 ? mix(former_squares.w, ellipsoid_squares.w, blend) : ellipsoid_squares.w);
}

// Factor of the light of a particle that has no value, if other particles have values.
const float light_of_unknown = 0.1;

// Returns a random number between 0 and 1 for the particle and the index `which`, equal in every frame.
float star_draw(uint which) { return random_number(uint(row_number() + hash_offset) * 4u + which); }

// Returns a number between 0 and 1; the particle has young stars if the number is below young_share. Only the half of
// the disk's particles that has the smaller vertical motion has young stars.
float kind_of_stars() {
    float draw = star_draw(0u);
    return vertical_rank < 0.0 ? draw : vertical_rank < 0.5 ? 0.5 * draw : 1.0;
}

float innerness(float radius) { return exp(-radius / group_radius); }

// Returns the light of a star that has formed from gas, relative to the mean light of gas per mass. The expected rate of
// the gas around it already gives the light of stars younger than 500 Myr, so the star appears within this time. Then
// it fades with the power -0.75 of its age, from 3 solar luminosities per solar mass after 300 Myr, and reddens until it
// is as red as the oldest stars after 5 Gyr (Bruzual & Charlot 2003, MNRAS 344, 1000, fig. 1); mirrors
// young_star_v_light() in data/base/stellar_light.hpp. The age can be slightly
// below 0, because the time of the birth is rounded.
vec3 young_star_light(float age_myr) {
    const float light_of_gas = 1.5;  // solar luminosities per solar mass; gas_v_light in data/base/stellar_light.hpp
    float light = clamp(age_myr / 500.0, 0.0, 1.0) * 3.0 * pow(max(age_myr, 300.0) / 300.0, -0.75) / light_of_gas;
    float red = clamp(log(max(age_myr, 1.0) / 200.0) / log(25.0), 0.0, 1.0);
    return light * mix(outer_young_light, outer_old_light, red);
}

// Returns the light of a galaxy component apart from star clusters and nebulae.
vec3 component_light(float radius) {
    if (is_gas && is_young_star()) return young_star_light(20.0 * (star_clock - birth_clock * birth_time()));
    if (is_gas) return old_brightness * outer_young_light * exp2(log_formation());
    // Particles with small vertical motion have mostly young stars, particles with large vertical motion mostly old
    // stars. On average a third of the stars are young.
    float young = young_factor * (vertical_rank < 0.0 ? 1.0 / 3.0 : (1.0 - vertical_rank) * (1.0 - vertical_rank));
    // Arms, rings and bridges, where stars form now, have more young stars. A remnant that has stopped forming stars
    // reddens and fades. The share of young stars changes less than the present rate, because it also depends on the
    // rates of the last billion years.
    if (color_by == COLOR_BY_COMPONENT && young_share + hii_share > 0.0)
        young = min(young * clamp(exp2(0.5 * log_formation()), 0.1, 2.5), 1.0);
    float inner = innerness(radius);
    return old_brightness * mix(mix(outer_old_light, inner_old_light, inner),
                                mix(outer_young_light, inner_young_light, inner), young);
}

float temperature(float radius) {
    float kelvin = kind_of_stars() < young_share ? young_kelvin : mix(outer_kelvin, inner_kelvin, innerness(radius));
    // normally distributed random number (Box & Muller 1958)
    float normal = sqrt(-2.0 * log(star_draw(1u))) * cos(6.2831853 * star_draw(2u));
    return kelvin * exp(kelvin_spread * normal);
}

// Returns the number that the color table maps to a color: speed, temperature, an attribute, or the mass.
float number() {
    if (color_by == COLOR_BY_SPEED) return length(velocity);
    if (color_by == COLOR_BY_TEMPERATURE) return temperature(initial_radius());
    return shown_attribute < 0 ? position.w : attributes[shown_attribute / 4][shown_attribute % 4];
}

// Returns the color of a direction of motion; particles at rest are gray. Mirrors color_of_direction() in
// render/particles/coloring.cpp.
vec3 direction_light() {
    float speed = length(velocity);
    vec3 hue = speed > 0.0 ? abs(velocity) / speed : vec3(1.0);
    vec3 equal = hue / dot(hue, vec3(0.2126, 0.7152, 0.0722));
    float purest = max(max(equal.r, equal.g), equal.b);
    return purest > most_pure ? mix(vec3(1.0), equal, (most_pure - 1.0) / (purest - 1.0)) : equal;
}

// Returns the color of the particle's light. Particles without a value, such as stars if colors show a quantity of gas,
// are gray, and so dim that they do not outshine the colors.
vec3 light_color() {
    if (color_by == COLOR_BY_COMPONENT) return component_light(initial_radius());
    if (color_by == COLOR_BY_GALAXY) return galaxy_light;
    if (color_by == COLOR_BY_DIRECTION) return direction_light();
    if (!known) return vec3(1.0);
    float value = number();
    if (isnan(value)) return vec3(light_of_unknown);
    return table_color((logarithmic ? log(max(value, 1e-30)) - table_start : value - table_start) * table_step);
}
