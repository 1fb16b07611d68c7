// The colour of a particle's light, of luminance 1.
uniform vec3 population_color;

vec3 light_color() { return population_color; }
