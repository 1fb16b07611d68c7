// Memory layout of the tree. A level is a partition of all bodies into cells of the Morton curve: level 0
// holds the bodies, level 1 the leaves, and the last level the root. The nodes of all levels are stored one
// level after the other in columns of `stride` rows; each level has one row more than its capacity, for the
// end of its last node.

// Columns of `links`.
#define CHILD(id) links[id]                // first item in the level below; the next node's value is the end
#define BODY(id) links[stride + (id)]      // first body; the next node's value is the end
#define PARENT(id) links[2 * stride + (id)]
// beginning of the node's row in the list of unresolved pairs; the next node's value is the end
#define UNRESOLVED_AT(id) links[3 * stride + (id)]
// On GPUs, long rows are divided into pieces of FAR_PIECE and NEAR_PIECE pairs, so that no work-group still
// works when all others have finished. These columns hold the indices of the pieces after the first, counted
// over all nodes.
#define MORE_FAR(id) links[4 * stride + (id)]   // pieces of the parent's row, which the far field uses
#define MORE_NEAR(id) links[5 * stride + (id)]  // pieces of a leaf's own row

// Columns of `nodes`.
#define CENTER_X(id) nodes[id]
#define CENTER_Y(id) nodes[stride + (id)]
#define CENTER_Z(id) nodes[2 * stride + (id)]
#define SCALE(id) nodes[3 * stride + (id)]      // unit of length of the expansions
#define RADIUS(id) nodes[4 * stride + (id)]     // radius around the center that contains all bodies
#define MASS(id) nodes[5 * stride + (id)]
// (sum m d^4 / sum m)^(1/4) over the bodies' distances d from the center
#define EFFECTIVE_RADIUS(id) nodes[6 * stride + (id)]
// greatest error that one source may cause in the node's accelerations
#define THRESHOLD(id) nodes[7 * stride + (id)]

// True if the node holds a body in the requested range; each device that shares a sum has its own range.
#define IS_REQUESTED(id, requested_first, requested_last) \
    (BODY(id) < (requested_last) && BODY((id) + 1) > (requested_first))

// Columns of bodies in Morton order.
#define BODY_X(i) bodies[i]
#define BODY_Y(i) bodies[body_stride + (i)]
#define BODY_Z(i) bodies[2 * body_stride + (i)]
#define BODY_MASS(i) bodies[3 * body_stride + (i)]

#define LARGEST_LEAF 64u

// Components of the box that Morton keys divide: center and half width.
enum { BOX_X, BOX_Y, BOX_Z, BOX_HALF, BOX_NUMBERS };

// `counts` holds the number of items of each level, then the number of unresolved pairs of each level. A
// number that exceeds the capacity is stored in full, so that the host can enlarge the buffers; kernels
// process no more than the capacity.
