// A set of bodies, sorted along the Morton curve, with a tree over them, for searches of neighbors.
#pragma once

#include <vector>

#include "compute/fmm/tree.hpp"

namespace milkomeda {

class SortedTree {
  public:
    // `leaf`: largest number of bodies in a leaf.
    SortedTree(const FmmContext& context, const FmmPrograms& programs, std::size_t bodies, unsigned leaf);

    // Uses only the first `bodies` rows from now on, at most as many as before. Waits for the device.
    void set_size(std::size_t bodies);

    // Sorts the bodies at `positions` (float4 rows: x, y, z, mass) and builds the tree without centers and radii of its
    // nodes. Enlarges the tree if a level has more nodes than expected. Waits for the device.
    void build(const cl::Buffer& positions);
    // Enqueues the computation of sort().bodies(), and of the centers and radii of the nodes below the root.
    void enqueue_measures(const cl::Buffer& positions);

    const BodySort& sort() const { return sort_; }
    const Tree& tree() const { return tree_; }
    const std::vector<cl_uint>& counts() const { return counts_; }  // number of nodes in each level
    std::size_t bytes() const { return sort_.bytes() + tree_.bytes(); }

  private:
    bool build_levels();

    FmmContext context_;
    BodySort sort_;
    PrefixSum prefix_sum_;
    Tree tree_;
    std::vector<std::size_t> capacities_;  // largest number of nodes in each level
    std::vector<cl_uint> counts_;
};

}  // namespace milkomeda
