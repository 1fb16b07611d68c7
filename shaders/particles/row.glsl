// Input columns of a particle: vertex attributes, or values that read_row() reads from the same buffers in
// compute shaders (SCATTERED).
#ifdef SCATTERED
layout(std430, binding = POSITION_LOCATION) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITY_LOCATION) readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = ATTRIBUTES_LOCATION) readonly buffer Attributes { vec4 all_attributes[]; };
layout(std430, binding = VERTICAL_RANK_LOCATION) readonly buffer VerticalRanks { float all_vertical_ranks[]; };
layout(std430, binding = ELLIPSOID_LOCATION) readonly buffer Ellipsoids { uvec4 ellipsoids[]; };
layout(std430, binding = FORMER_LENGTH_BINDING) readonly buffer FormerAttributes { vec4 former_attributes[]; };
layout(std430, binding = FORMER_ELLIPSOID_BINDING) readonly buffer FormerEllipsoids { uvec4 former_ellipsoids[]; };

// Missing buffers give the default values of disabled vertex attributes.
uniform bool has_attributes;
uniform bool has_vertical_rank;
uniform bool has_ellipsoids;
uniform bool has_former;

vec4 position;  // w: mass
vec3 velocity;
// x: smoothing length (0 if unknown), y: radius in its galaxy at the start, z: acceleration, w: density
// around the particle.
vec4 attributes;
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
    velocity = velocities[number].xyz;
    attributes = has_attributes ? all_attributes[number] : vec4(0.0, 0.0, 0.0, 1.0);
    vertical_rank = has_vertical_rank ? all_vertical_ranks[number] : -1.0;
    read_ellipsoid(has_ellipsoids ? ellipsoids[number] : uvec4(0u), ellipsoid_squares, ellipsoid_tilts);
    read_ellipsoid(has_former ? former_ellipsoids[number] : uvec4(0u), former_squares, former_tilts);
    former_length = has_former ? former_attributes[number].x : 0.0;
}
#else
layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec3 velocity;
// x: smoothing length (0 if unknown), y: radius in its galaxy at the start, z: acceleration, w: density
// around the particle.
layout(location = ATTRIBUTES_LOCATION) in vec4 attributes;
// Rank of a row by its vertical motion in its disk at the start, which also orders rows by age: 0 to 1, below
// 0 outside disks.
layout(location = VERTICAL_RANK_LOCATION) in float vertical_rank;
// xx yy zz of the mass around the particle, with sum 1; w: see below
layout(location = ELLIPSOID_LOCATION) in vec4 ellipsoid_squares;
layout(location = ELLIPSOID_TILTS_LOCATION) in vec3 ellipsoid_tilts;  // yz xz xy; all 0 if unknown
// ellipsoid_squares.w is the logarithmic star formation rate, which clusters.glsl reads. The former_
// attributes are the values before the last update, and the smoothing length then.
layout(location = FORMER_ELLIPSOID_LOCATION) in vec4 former_squares;
layout(location = FORMER_ELLIPSOID_TILTS_LOCATION) in vec3 former_tilts;
layout(location = FORMER_LENGTH_LOCATION) in float former_length;

int row_number() { return gl_VertexID; }
int instance() { return gl_InstanceID; }
#endif
