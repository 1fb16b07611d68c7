// Definitions for all kernels of the potential map, which compute
//
//   phi(p) = -sum over j of  G m_j / sqrt(|p - x_j|^2 + softening^2)       (Plummer softening)
//
// at the points p of a lattice. The points form rows along x, ordered by y and then by z. Bodies are given in
// coordinates along the lattice's axes, with -G m in w (bodies.cl). Only x changes along a row, so a work-item computes
// y^2 + z^2 + softening^2 once per body for all its points of a row.
//
// The third dimension of the index space divides the bodies into ranges, so that a small lattice also fills a large
// device. A work-item sums over one range, and sums.cl adds up the ranges. Rounding errors grow with the length of a
// sum, so there are three short sums: over the RUN bodies of a run, the runs of a range, and the ranges.
//
// In memory, rows are padded to `pitch` points, and the number of rows to a multiple of the work-group. So
// work-items can store results without bounds checks.
//
// INVERSE_SQRT is the fastest spelling of 1/sqrt(x) for the device's compiler (compute/device/program.cpp).

#define RUN 128u  // number of consecutive bodies in a partial sum; massless bodies fill the last sum

typedef struct {
    // coordinates of the first point, in units of `step`; multiples of 1/2, so floats represent them exactly
    float4 corner;
    float4 step;              // distance between neighboring points
    float softening_squared;
    uint rows_of_layer;       // number of rows with equal z
    uint first_row;           // index of the first row that this launch computes
    uint pitch;               // distance between rows in memory, in points
    uint first_body, end_body;
    uint bodies_of_range, padding;
} Lattice;

// The range of bodies of this work-item is OWN_FIRST ... OWN_END - 1.
#define OWN_FIRST (lattice.first_body + (uint)get_group_id(2) * lattice.bodies_of_range)
#define OWN_END min(OWN_FIRST + lattice.bodies_of_range, lattice.end_body)

// Coordinates of the lattice point in a column and row.
#define X_OF(column) (((float)(column) + lattice.corner.x) * lattice.step.x)
#define Y_OF(row) (((float)((row) % lattice.rows_of_layer) + lattice.corner.y) * lattice.step.y)
#define Z_OF(row) (((float)((row) / lattice.rows_of_layer) + lattice.corner.z) * lattice.step.z)

// Row of this work-item, relative to the first row that this launch computes.
#define OWN_ROW ((uint)get_global_id(1))
#define OUT_OF(column) out[((size_t)get_group_id(2) * get_global_size(1) + OWN_ROW) * lattice.pitch + (column)]
