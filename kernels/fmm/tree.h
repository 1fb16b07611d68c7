// The tree in memory. A level is a partition of all bodies into cells of the Morton curve: level 0 holds the bodies,
// level 1 the leaves, and so on. Planes of nodes lie one after the other in columns of `stride` rows, each with one
// row more than it can hold nodes, for the end of its last node.

// Columns of links.
#define CHILD(id) links[id]                // its first item in the level below; the next node's is its end
#define BODY(id) links[stride + (id)]      // its first body; the next node's is its end
#define PARENT(id) links[2 * stride + (id)]
#define UNRESOLVED_AT(id) links[3 * stride + (id)]  // its row of the list of open pairs; the next node's is its end
// On GPUs long rows are cut into pieces of FAR_PIECE and NEAR_PIECE pairs, so that no work-group works on when all others have ended: places of the second
// piece and those behind it, of all nodes in a row.
#define MORE_FAR(id) links[4 * stride + (id)]   // of the parent's row, which the far field goes through
#define MORE_NEAR(id) links[5 * stride + (id)]  // of a leaf's own row

// Columns of numbers.
#define CENTER_X(id) nodes[id]
#define CENTER_Y(id) nodes[stride + (id)]
#define CENTER_Z(id) nodes[2 * stride + (id)]
#define SCALE(id) nodes[3 * stride + (id)]      // unit of length of its series
#define RADIUS(id) nodes[4 * stride + (id)]     // of the smallest ball about the center that holds the bodies
#define MASS(id) nodes[5 * stride + (id)]
#define EFFECTIVE_RADIUS(id) nodes[6 * stride + (id)]      // (sum m d^4 / sum m)^(1/4) over distances d from the center
#define THRESHOLD(id) nodes[7 * stride + (id)]  // the error of an acceleration that the node allows a source

// Whether one of its bodies is among those whose forces are requested for; devices that share a sum have a part each.
#define IS_REQUESTED(id, requested_first, requested_last) (BODY(id) < (requested_last) && BODY((id) + 1) > (requested_first))

// Columns of bodies along the curve.
#define BODY_X(i) bodies[i]
#define BODY_Y(i) bodies[body_stride + (i)]
#define BODY_Z(i) bodies[2 * body_stride + (i)]
#define BODY_MASS(i) bodies[3 * body_stride + (i)]

#define LARGEST_LEAF 64u

// The box about the bodies.
enum { BOX_X, BOX_Y, BOX_Z, BOX_HALF, BOX_NUMBERS };

// `counts` holds how many items a level has, and after these how many open pairs: also where that is more than there
// is capacity for, so that the host can tell. Kernels use no more than there is capacity for.
