// Input columns of a particle in a web page (docs/page.md): the position is interpolated between quantized moments, and
// the attributes between their coarser moments. Vertex shaders must call unpack_row() first.
in vec3 moment_0, moment_1, moment_2, moment_3;  // quantized positions at successive moments; the time is between 1 and 2
// mass, initial radius, vertical rank, fourth number of the velocity (data/particles/young_stars.hpp)
in vec4 constants;
// Attributes before and after the shown time, as numbers up to `most_sizes` and `most_tilts`. sizes: logarithm of the
// smoothing length, and xx, yy and yz of the shape. tilts: xz and xy of the shape, and the star formation rate.
in vec4 sizes_before, sizes_after, tilts_before, tilts_after;

uniform vec3 grid_origin;
uniform float grid_step;
uniform float moment_share;     // shown time as a share of the interval between moment_1 and moment_2
uniform float moment_interval;  // model time between two moments
uniform float attribute_share;  // shown time as a share of the interval between two moments of the attributes
uniform vec4 most_sizes, most_tilts;
uniform vec2 lengths;           // smallest logarithm (base 2) of the smoothing length, and range of the logarithm
uniform float shown_time;       // model time

vec4 position;
vec4 moving;
vec4 attributes[1];
float vertical_rank;
vec4 ellipsoid_squares, former_squares;
vec3 ellipsoid_tilts, former_tilts;
float former_length;

int row_number() { return gl_VertexID; }
int instance() { return gl_InstanceID; }

// Interpolates by a cubic Hermite polynomial, whose derivatives at the moments are central differences.
void unpack_row() {
    vec3 start = 0.5 * (moment_2 - moment_0), end = 0.5 * (moment_3 - moment_1), way = moment_2 - moment_1;
    vec3 square = 3.0 * way - 2.0 * start - end, cube = start + end - 2.0 * way;
    float s = moment_share;
    position = vec4(grid_origin + grid_step * (moment_1 + s * (start + s * (square + s * cube))), constants.x);
    bool is_born = constants.w < 0.0 && constants.w + LATEST_BIRTH <= shown_time;
    moving = vec4(grid_step / moment_interval * (start + s * (2.0 * square + 3.0 * s * cube)),
                  is_born ? constants.w : 0.0);
    vertical_rank = constants.z;
    // The trace of a shape is 1; all its numbers are 0 if the shape is unknown. Numbers that can be negative are stored
    // as 0.5 + x / 2.
    vec4 sizes = mix(sizes_before, sizes_after, attribute_share) / most_sizes;
    vec4 tilts = mix(tilts_before, tilts_after, attribute_share) / most_tilts;
    attributes[0] = vec4(exp2(lengths.x + lengths.y * sizes.x), constants.y, 0.0, 0.0);
    bool is_known = sizes.y + sizes.z > 0.0;
    ellipsoid_squares = vec4(sizes.yz, is_known ? 1.0 - sizes.y - sizes.z : 0.0, 2.0 * tilts.z - 1.0);
    ellipsoid_tilts = 2.0 * vec3(sizes.w, tilts.xy) - 1.0;
    former_squares = ellipsoid_squares;
    former_tilts = ellipsoid_tilts;
    former_length = attributes[0].x;
}
