// The dual-tree walk: finds the unresolved pairs of nodes (not well separated), level by level from the root.
#pragma once

#include "compute/fmm/tree.hpp"

namespace milkomeda {

class UnresolvedPairs {
  public:
    UnresolvedPairs(const FmmContext& context, const FmmPrograms& programs);

    // Allocates lists for capacities[level] unresolved pairs per level; level 0 has no list.
    void allocate(const Tree& tree, const std::vector<std::size_t>& capacities);

    // Must be enqueued from the root down to level 1, after the thresholds. Only nodes that hold a requested
    // body are sinks.
    void enqueue_level(std::size_t level, const Tree& tree, PrefixSum& prefix_sum, float softening_squared,
                       const BodyRange& requested);

    // Divides long rows into pieces; must be enqueued after all levels. Does nothing on CPUs, whose few
    // threads are busy anyway.
    void enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum);

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Row& row : rows_) sum += bytes_of({row.sinks, row.unresolved, row.matrix});
        return sum;
    }
    struct Row {
        std::size_t capacity = 0;              // maximum number of pairs
        cl::Buffer sinks, unresolved, matrix;  // layout as in kernels/fmm/walk.cl
    };
    const Row& row(std::size_t level) const { return rows_[level]; }

  private:
    FmmContext context_;
    std::vector<Row> rows_;
    cl::Kernel count_pieces_, pair_roots_, match_children_, count_unresolved_, list_unresolved_;
};

}  // namespace milkomeda
