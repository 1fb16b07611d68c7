#include "compute/fmm/unresolved_pairs.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t pair_group = 64;

}  // namespace

UnresolvedPairs::UnresolvedPairs(const FmmContext& place, const FmmPrograms& programs)
    : place_{place},
      count_pieces_{programs.tree, "count_pieces"},
      open_roots_{programs.series, "open_roots"},
      match_children_{programs.series, "match_children"},
      count_open_{programs.series, "count_open"},
      list_open_{programs.series, "list_open"} {}

void UnresolvedPairs::allocate(const Tree& tree, const std::vector<std::size_t>& rooms) {
    rows_.clear();
    rows_.resize(1);
    for (std::size_t plane = 1; plane <= tree.root(); ++plane) {
        const std::size_t room = rooms[plane],
                          rest = plane == 1 ? 0 : room;  // leaves have no children to match
        rows_.push_back({room, place_.buffer<cl_uint>(rest), place_.buffer<cl_uint>(room),
                         place_.buffer<cl_ulong>(rest)});
    }
}

void UnresolvedPairs::enqueue_level(std::size_t number, const Tree& tree, PrefixSum& prefix_sum,
                              float softening_squared, const BodyRange& asked) {
    const auto slot = [](std::size_t plane) { return cl_uint(fmm_max_levels + plane); };
    const Plane& here = tree.level(number);
    const Row& row = rows_[number];
    const cl_uint stride = cl_uint(tree.stride());
    if (number == tree.root())
        enqueue(place_.queue, open_roots_, std::max(row.room, here.room + 1), pair_group, tree.counts(),
                slot(number), cl_uint(number), cl_uint(here.first), cl_uint(here.room), cl_uint(row.room),
                tree.links(), stride, row.sinks, row.open);
    else {
        const Row& above = rows_[number + 1];
        enqueue(place_.queue, count_open_, (here.room + 1) * place_.groups.row, place_.groups.row,
                tree.counts(), cl_uint(number), cl_uint(here.room), cl_uint(here.first), cl_uint(above.room),
                asked.first, asked.last, tree.links(), stride, above.matrix);
        prefix_sum.enqueue(tree.links(), 3 * tree.stride() + here.first, here.room + 1, tree.counts(),
                           slot(number));
        enqueue(place_.queue, list_open_, here.room * place_.groups.row, place_.groups.row, tree.counts(),
                cl_uint(number), cl_uint(here.room), cl_uint(here.first), cl_uint(above.room),
                cl_uint(row.room), asked.first, asked.last, tree.links(), stride, above.matrix, above.open,
                cl_uint(number > 1), row.sinks, row.open);
    }
    if (number > 1)
        enqueue(place_.queue, match_children_, row.room, pair_group, tree.counts(), slot(number),
                cl_uint(row.room), tree.links(), tree.nodes(), stride, row.sinks, row.open,
                cl_float(softening_squared), row.matrix);
}

void UnresolvedPairs::enqueue_pieces(const Tree& tree, PrefixSum& prefix_sum) {
    if (place_.in_vectors()) return;
    for (std::size_t number = 1; number <= tree.top(); ++number) {
        const Plane& here = tree.level(number);
        enqueue(place_.queue, count_pieces_, here.room + 1, pair_group, tree.counts(), cl_uint(number),
                cl_uint(here.room), cl_uint(here.first), cl_uint(rows_[number + 1].room),
                cl_uint(rows_[number].room), tree.links(), cl_uint(tree.stride()));
    }
    prefix_sum.enqueue(tree.links(), 4 * tree.stride(), tree.level(tree.root()).first, tree.counts(),
                       fmm_more_far_slot);
    prefix_sum.enqueue(tree.links(), 5 * tree.stride(), tree.level(1).room + 1, tree.counts(),
                       fmm_more_near_slot);
}

}  // namespace milkomeda
