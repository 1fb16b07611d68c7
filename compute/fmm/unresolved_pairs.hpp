// The walk: which pairs of nodes are open, level by level from the root. All others are far.
#pragma once

#include "compute/fmm/tree.hpp"

namespace milkomeda {

class UnresolvedPairs {
  public:
    UnresolvedPairs(const FmmContext& context, const FmmPrograms& programs);

    // For so many open pairs in each level of the tree; that of level 0 is not used.
    void allocate(const Tree& tree, const std::vector<std::size_t>& capacities);

    // From the root down to level 1, once nodes know what errors they allow. Sinks are the nodes that hold a
    // body of those that are requested for.
    void enqueue_level(std::size_t level, const Tree& tree, PrefixSum& prefix_sum, float softening_squared,
                       const BodyRange& requested);

    // After all levels: cuts long rows into pieces. (A CPU's few threads are busy all the same: there are
    // none.)
    void enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum);

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Row& row : rows_) sum += bytes_of({row.sinks, row.unresolved, row.matrix});
        return sum;
    }
    struct Row {
        std::size_t capacity = 0;              // pairs
        cl::Buffer sinks, unresolved, matrix;  // (kernels/fmm/walk.cl)
    };
    const Row& row(std::size_t level) const { return rows_[level]; }

  private:
    FmmContext context_;
    std::vector<Row> rows_;
    cl::Kernel count_pieces_, pair_roots_, match_children_, count_unresolved_, list_unresolved_;
};

}  // namespace milkomeda
