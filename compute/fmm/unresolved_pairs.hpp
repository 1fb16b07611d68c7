// The walk: which pairs of nodes are open, plane by plane from the root. All others are far.
#pragma once

#include "compute/fmm/tree.hpp"

namespace milkomeda {

class UnresolvedPairs {
  public:
    UnresolvedPairs(const FmmContext& place, const FmmPrograms& programs);

    // For so many open pairs in each plane of the tree; that of plane 0 is not used.
    void allocate(const Tree& tree, const std::vector<std::size_t>& rooms);

    // From the root down to plane 1, once nodes know what errors they allow. Sinks are the nodes that hold a
    // body of those that are asked for.
    void enqueue_level(std::size_t plane, const Tree& tree, PrefixSum& prefix_sum, float softening_squared,
                       const BodyRange& asked);

    // After all planes: cuts long rows into pieces. (A CPU's few threads are busy all the same: there are
    // none.)
    void enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum);

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Row& row : rows_) sum += bytes_of({row.sinks, row.open, row.matrix});
        return sum;
    }
    struct Row {
        std::size_t room = 0;            // pairs
        cl::Buffer sinks, open, matrix;  // (kernels/fmm/walk.cl)
    };
    const Row& row(std::size_t plane) const { return rows_[plane]; }

  private:
    FmmContext place_;
    std::vector<Row> rows_;
    cl::Kernel count_pieces_, open_roots_, match_children_, count_open_, list_open_;
};

}  // namespace milkomeda
