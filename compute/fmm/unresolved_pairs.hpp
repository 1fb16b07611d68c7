// The dual-tree walk. From the root down, finds all unresolved (not well separated) pairs of nodes.
#pragma once

#include "compute/fmm/tree.hpp"

namespace milkomeda {

class UnresolvedPairs {
  public:
    UnresolvedPairs(const FmmContext& context, const FmmPrograms& programs);

    // Allocates lists for capacities[level] unresolved pairs per level. Level 0 (the bodies) has no list.
    void allocate(const Tree& tree, const std::vector<std::size_t>& capacities);

    // Must be enqueued from the root down to level 1, after the tree's thresholds. Only nodes that contain a
    // body of `requested` receive forces.
    void enqueue_level(std::size_t level, const Tree& tree, PrefixSum& prefix_sum, float softening_squared,
                       const BodyRange& requested);

    // Divides long interaction lists into pieces, so that many work-groups can share one list. Must be
    // enqueued after all levels. Does nothing on CPUs, whose few threads always have enough work.
    void enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum);

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Row& row : rows_) sum += bytes_of({row.sinks, row.unresolved, row.matrix});
        return sum;
    }
    struct Row {
        std::size_t capacity = 0;              // maximum number of pairs
        cl::Buffer sinks, unresolved, matrix;  // columns as described in kernels/fmm/walk.cl
    };
    const Row& row(std::size_t level) const { return rows_[level]; }

  private:
    FmmContext context_;
    std::vector<Row> rows_;
    cl::Kernel count_pieces_, pair_roots_, match_children_, count_unresolved_, list_unresolved_;
};

}  // namespace milkomeda
