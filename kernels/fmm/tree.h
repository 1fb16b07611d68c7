// Memory layout of the tree. Each level divides all bodies into cells of the Morton curve: level 0 holds the bodies,
// level 1 the leaves, and the last level the root. All nodes are stored level by level, in columns of `stride`
// elements. Each level has one element more than its capacity: this element stores where the last node ends.

// Columns of `links`: each node's children, bodies, parent, unresolved pairs and extra pieces, as indices.
#define CHILD(id) links[id]                // index of the first child in the level below; CHILD(id + 1) is the end
#define BODY(id) links[stride + (id)]      // index of the first body in Morton order; BODY(id + 1) is the end
#define PARENT(id) links[2 * stride + (id)]
// Index of the first pair of the node's list of unresolved pairs; UNRESOLVED_AT(id + 1) is the end of the list.
#define UNRESOLVED_AT(id) links[3 * stride + (id)]
// On GPUs, long lists are divided into pieces of FAR_PIECE and NEAR_PIECE pairs, so that no work-group takes much
// longer than all other work-groups. All pieces of a list except its first piece are called extra pieces. Extra pieces
// are numbered in the order of the nodes; the next two columns hold the number of a node's first extra piece. The
// node's last extra piece is the piece before the first extra piece of node id + 1.
#define MORE_FAR(id) links[4 * stride + (id)]   // extra pieces of the parent's list (far field)
#define MORE_NEAR(id) links[5 * stride + (id)]  // extra pieces of a leaf's own list (near field)

// Columns of `nodes`: properties of each node.
#define CENTER_X(id) nodes[id]
#define CENTER_Y(id) nodes[stride + (id)]
#define CENTER_Z(id) nodes[2 * stride + (id)]
#define SCALE(id) nodes[3 * stride + (id)]      // unit of length of the node's expansions
#define RADIUS(id) nodes[4 * stride + (id)]     // radius around the center that contains all bodies
#define MASS(id) nodes[5 * stride + (id)]
// effective radius (sum m d^4 / sum m)^(1/4) over the node's bodies; d is the distance of a body from the center
#define EFFECTIVE_RADIUS(id) nodes[6 * stride + (id)]
// largest error that one source node may cause in the acceleration of each body of the node
#define THRESHOLD(id) nodes[7 * stride + (id)]

// True if the node contains a body in the range that this device must compute.
#define IS_REQUESTED(id, requested_first, requested_last) \
    (BODY(id) < (requested_last) && BODY((id) + 1) > (requested_first))

// Columns of bodies in Morton order.
#define BODY_X(i) bodies[i]
#define BODY_Y(i) bodies[body_stride + (i)]
#define BODY_Z(i) bodies[2 * body_stride + (i)]
#define BODY_MASS(i) bodies[3 * body_stride + (i)]

#define LARGEST_LEAF 64u

// Elements of the box that Morton keys subdivide: center and half width.
enum { BOX_X, BOX_Y, BOX_Z, BOX_HALF, BOX_NUMBERS };

// `counts` holds the number of nodes of each level (at level 0, the number of bodies), and then the number of
// unresolved pairs of each level. A number that exceeds the capacity of its buffer is stored unchanged, so that the
// host can enlarge the buffers. Kernels process at most as many nodes or pairs as the capacity.
