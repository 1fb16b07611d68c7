// All forms of the potential map have this in common.
//
//   phi(p) = -sum over j of  G m_j / sqrt(|p - x_j|^2 + softening^2)       (Plummer softening)
//
// at the points p of a lattice: rows along x, one after the other along y, then along z. Bodies come in the lattice's
// own axes with -G m in w (bodies.cl), however it stands in space, so along a row only x changes, and
// y^2 + z^2 + softening^2 of a body is computed once for all points of a row that an item has.
//
// A work-item is at (column, row, range) of the index space: it sums over one range of bodies only, so that there is
// work for a large device in a small lattice, and sums.cl adds the ranges. Rounding errors grow with the length of a
// sum: so there are three short ones, over the RUN bodies of a run, the runs of a range, and the ranges.
//
// Rows in memory are padded to `pitch` points, and the number of rows to that of a work-group, so that every item stores
// what it has without asking whether there is such a point.
//
// INVERSE_SQRT is 1/sqrt(x) as this platform's compiler likes it best (compute/device/program.cpp).

#define RUN 128u  // bodies; ranges are some of them, and zero mass fills up the last

typedef struct {
    float4 corner;            // the first point, in steps from the origin; of a half number: exact
    float4 step;              // between neighboring points
    float softening_squared;
    uint rows_of_layer;       // rows with the same z
    uint first_row;           // of those that are computed now
    uint pitch;               // points from row to row, in memory
    uint first_body, end_body;
    uint bodies_of_range, padding;
} Lattice;

// The bodies that this item sums over, from OWN_FIRST to OWN_END.
#define OWN_FIRST (lattice.first_body + (uint)get_group_id(2) * lattice.bodies_of_range)
#define OWN_END min(OWN_FIRST + lattice.bodies_of_range, lattice.end_body)

// Where the points of a row stand along x; y and z of all of them.
#define X_OF(column) (((float)(column) + lattice.corner.x) * lattice.step.x)
#define Y_OF(row) (((float)((row) % lattice.rows_of_layer) + lattice.corner.y) * lattice.step.y)
#define Z_OF(row) (((float)((row) / lattice.rows_of_layer) + lattice.corner.z) * lattice.step.z)

// Of this item's row, in the part of the lattice that is computed now.
#define OWN_ROW ((uint)get_global_id(1))
#define OUT_OF(column) out[((size_t)get_group_id(2) * get_global_size(1) + OWN_ROW) * lattice.pitch + (column)]
