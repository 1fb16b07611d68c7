#include "compute/fmm/unresolved_pairs.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t pair_group = 64;

}  // namespace

UnresolvedPairs::UnresolvedPairs(const FmmContext& context, const FmmPrograms& programs)
    : context_{context},
      count_pieces_{programs.tree, "count_pieces"},
      pair_roots_{programs.series, "pair_roots"},
      match_children_{programs.series, "match_children"},
      count_unresolved_{programs.series, "count_unresolved"},
      list_unresolved_{programs.series, "list_unresolved"} {}

void UnresolvedPairs::allocate(const Tree& tree, const std::vector<std::size_t>& capacities) {
    rows_.clear();
    rows_.resize(1);
    for (std::size_t level = 1; level <= tree.root(); ++level) {
        const std::size_t capacity = capacities[level],
                          rest = level == 1 ? 0 : capacity;  // leaves have no children to test
        rows_.push_back({capacity, context_.buffer<cl_uint>(rest), context_.buffer<cl_uint>(capacity),
                         context_.buffer<cl_ulong>(rest)});
    }
}

void UnresolvedPairs::enqueue_level(std::size_t number, const Tree& tree, PrefixSum& prefix_sum,
                                    float softening_squared, const BodyRange& requested) {
    const auto slot = [](std::size_t level) { return cl_uint(fmm_max_levels + level); };
    const Level& here = tree.level(number);
    const Row& row = rows_[number];
    const std::size_t stride = tree.stride();
    if (number == tree.root())
        enqueue(context_.queue, pair_roots_, std::max(row.capacity, here.capacity + 1), pair_group, tree.counts(),
                slot(number), number, here.first, here.capacity, row.capacity, tree.links(), stride, row.sinks,
                row.unresolved);
    else {
        const Row& above = rows_[number + 1];
        enqueue(context_.queue, count_unresolved_, (here.capacity + 1) * context_.groups.row, context_.groups.row,
                tree.counts(), number, here.capacity, here.first, above.capacity, requested.first, requested.last,
                tree.links(), stride, above.matrix);
        prefix_sum.enqueue(tree.links(), 3 * tree.stride() + here.first, here.capacity + 1, tree.counts(),
                           slot(number));
        enqueue(context_.queue, list_unresolved_, here.capacity * context_.groups.row, context_.groups.row,
                tree.counts(), number, here.capacity, here.first, above.capacity, row.capacity, requested.first,
                requested.last, tree.links(), stride, above.matrix, above.unresolved, number > 1, row.sinks,
                row.unresolved);
    }
    if (number > 1)
        enqueue(context_.queue, match_children_, row.capacity, pair_group, tree.counts(), slot(number), row.capacity,
                tree.links(), tree.nodes(), stride, row.sinks, row.unresolved, softening_squared, row.matrix);
}

void UnresolvedPairs::enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum) {
    if (context_.in_vectors()) return;
    for (std::size_t number = 1; number <= tree.top(); ++number) {
        const Level& here = tree.level(number);
        enqueue(context_.queue, count_pieces_, here.capacity + 1, pair_group, tree.counts(), number, here.capacity,
                here.first, rows_[number + 1].capacity, rows_[number].capacity, tree.links(), tree.stride());
    }
    prefix_sum.enqueue(tree.links(), 4 * tree.stride(), tree.level(tree.root()).first, tree.counts(),
                       fmm_more_far_slot);
    prefix_sum.enqueue(tree.links(), 5 * tree.stride(), tree.level(1).capacity + 1, tree.counts(), fmm_more_near_slot);
}

}  // namespace milkomeda
