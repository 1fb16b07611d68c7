// Input columns of a particle. In vertex shaders, the columns are vertex attributes. Compute shaders (SCATTERED) call
// read_row(), which reads the columns from buffers. Web pages (PAGE) call unpack_row().
#ifdef PAGE
#include "shaders/page/row.glsl"
#elif defined(SCATTERED)
layout(std430, binding = POSITION_LOCATION) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITY_LOCATION) readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = ATTRIBUTES_BINDING) readonly buffer Attributes { vec4 all_attributes[]; };
layout(std430, binding = VERTICAL_RANK_LOCATION) readonly buffer VerticalRanks { float all_vertical_ranks[]; };
layout(std430, binding = ELLIPSOID_LOCATION) readonly buffer Ellipsoids { uvec4 ellipsoids[]; };
layout(std430, binding = FORMER_LENGTH_BINDING) readonly buffer FormerAttributes { vec4 former_attributes[]; };
layout(std430, binding = FORMER_ELLIPSOID_BINDING) readonly buffer FormerEllipsoids { uvec4 former_ellipsoids[]; };

// If a buffer is missing, read_row() returns the default value of a disabled vertex attribute.
uniform bool has_attributes;
uniform bool has_vertical_rank;
uniform bool has_ellipsoids;
uniform bool has_former;

vec4 position;  // w: mass
vec4 moving;    // velocity; w: see data/particles/young_stars.hpp
vec4 attributes[ATTRIBUTE_VECTORS];  // members of AttributeRow (render/look/color_by.hpp)
float vertical_rank;
vec4 ellipsoid_squares, former_squares;
vec3 ellipsoid_tilts, former_tilts;
float former_length;
int current_row, current_instance;

int row_number() { return current_row; }
int instance() { return current_instance; }

void read_ellipsoid(uvec4 shorts, out vec4 squares, out vec3 tilts) {
    squares = vec4(unpackSnorm2x16(shorts.x), unpackSnorm2x16(shorts.y));
    tilts = vec3(unpackSnorm2x16(shorts.z), unpackSnorm2x16(shorts.w).x);
}

void read_row(int number, int which) {
    current_row = number;
    current_instance = which;
    position = positions[number];
    moving = velocities[number];
    for (int i = 0; i < ATTRIBUTE_VECTORS; ++i)
        attributes[i] = has_attributes ? all_attributes[ATTRIBUTE_VECTORS * number + i] : vec4(0.0, 0.0, 0.0, 1.0);
    vertical_rank = has_vertical_rank ? all_vertical_ranks[number] : -1.0;
    read_ellipsoid(has_ellipsoids ? ellipsoids[number] : uvec4(0u), ellipsoid_squares, ellipsoid_tilts);
    read_ellipsoid(has_former ? former_ellipsoids[number] : uvec4(0u), former_squares, former_tilts);
    former_length = has_former ? former_attributes[ATTRIBUTE_VECTORS * number].x : 0.0;
}
#else
layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec4 moving;    // velocity; w: see data/particles/young_stars.hpp
layout(location = ATTRIBUTES_LOCATION) in vec4 attributes[ATTRIBUTE_VECTORS];  // members of AttributeRow
// Rank of the particle by its initial vertical motion in its disk, 0 to 1 (also used as a rank by age). Negative for
// particles outside disks.
layout(location = VERTICAL_RANK_LOCATION) in float vertical_rank;
// xx, yy, zz of the shape tensor of the surrounding mass (sum 1); w: log2(formation rate) / max_log2_formation_rate
layout(location = ELLIPSOID_LOCATION) in vec4 ellipsoid_squares;
// yz, xz and xy of the shape tensor; all 0 if unknown
layout(location = ELLIPSOID_TILTS_LOCATION) in vec3 ellipsoid_tilts;
// coloring.glsl and cloud.glsl read ellipsoid_squares.w. The former_ attributes hold the values before the last update.
layout(location = FORMER_ELLIPSOID_LOCATION) in vec4 former_squares;
layout(location = FORMER_ELLIPSOID_TILTS_LOCATION) in vec3 former_tilts;
layout(location = FORMER_LENGTH_LOCATION) in float former_length;

int row_number() { return gl_VertexID; }
int instance() { return gl_InstanceID; }
#endif

#define velocity moving.xyz

// Returns true for a star that has formed from gas.
bool is_young_star() { return moving.w < 0.0; }
float birth_time() { return moving.w + LATEST_BIRTH; }

// Returns a random number between 0 and 1 that depends only on `bits` (hash: Wellons 2018).
float random_number(uint bits) {
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    bits ^= bits >> 16;
    return (float(bits >> 8) + 0.5) / 16777216.0;
}

float smoothing_length() { return attributes[0].x; }  // model units; 0 if unknown
float initial_radius() { return attributes[0].y; }    // distance from the galaxy's center in the initial state
