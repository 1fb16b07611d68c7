#include "compute/fmm/fields.hpp"

#include <cmath>

namespace milkomeda {
namespace {

struct Rows {
    std::size_t first, count;
};

Rows rows_between(double from, double to, std::size_t rows) {
    const auto at = [rows](double part) { return static_cast<std::size_t>(std::llround(part * double(rows))); };
    return {at(from), at(to) - at(from)};
}

}  // namespace

Fields::Fields(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings, std::size_t bodies)
    : context_{context},
      settings_{settings},
      far_field_{programs.series, "far_field"},
      near_field_{programs.tree, "near_field"},
      locals_to_children_{programs.series, "locals_to_children"},
      evaluate_locals_{programs.series, "evaluate_locals"},
      near_{context.buffer<cl_float4>(bodies)} {}

void Fields::allocate(const Tree& tree, std::size_t more_far, std::size_t more_near) {
    more_far_capacity_ = more_far;
    more_near_capacity_ = more_near;
    more_locals_ = context_.buffer<cl_float>(more_far * coefficient_row(settings_.orders.locals));
    more_near_ = context_.buffer<cl_float4>(more_near * fmm_largest_leaf);
    locals_ = context_.buffer<cl_float>(tree.stride() * coefficient_row(settings_.orders.locals));
}

void Fields::enqueue_far(std::size_t number, const Tree& tree, const UnresolvedPairs& pairs, float softening_squared,
                         double from, double to) {
    // In the kernel for CPUs, one work-item computes all children of a node.
    const std::size_t owner = context_.in_vectors() ? number + 1 : number;
    const Level& level = tree.level(owner);
    const UnresolvedPairs::Row& row = pairs.row(number + 1);
    const Rows rows = rows_between(from, to, level.capacity + more_far_capacity_);
    if (rows.count == 0) return;
    enqueue(context_.queue, far_field_, rows.count * context_.groups.far, context_.groups.far, tree.counts(), owner,
            level.capacity, level.first, rows.first, more_far_capacity_, tree.links(), tree.nodes(), tree.stride(),
            tree.moments(), row.capacity, row.unresolved, row.matrix, softening_squared, locals_, more_locals_);
}

void Fields::enqueue_near(const Tree& tree, const BodySort& sort, const UnresolvedPairs& pairs, float softening_squared,
                          double from, double to) {
    const Level& leaves = tree.level(1);
    const UnresolvedPairs::Row& row = pairs.row(1);
    const Rows rows = rows_between(from, to, leaves.capacity + more_near_capacity_);
    if (rows.count == 0) return;
    enqueue(context_.queue, near_field_, rows.count * context_.groups.near, context_.groups.near, sort.bodies(),
            sort.stride(), tree.counts(), cl_uint{1}, leaves.capacity, leaves.first, rows.first, more_near_capacity_,
            tree.links(), tree.stride(), row.capacity, row.unresolved, softening_squared, near_, more_near_);
}

void Fields::enqueue_down(std::size_t number, const Tree& tree) {
    const Level& level = tree.level(number);
    enqueue(context_.queue, locals_to_children_, level.capacity, item_group(), tree.counts(), number, level.capacity,
            level.first, number < tree.top(), tree.links(), tree.nodes(), tree.stride(), more_locals_,
            more_far_capacity_, locals_);
}

void Fields::enqueue_results(const Tree& tree, const BodySort& sort, const Results& results,
                             const cl::Buffer& accelerations) {
    const auto& [gravity, softening, requested, along_curve] = results;
    const Level& leaves = tree.level(1);
    enqueue(context_.queue, evaluate_locals_, leaves.capacity, item_group(), sort.bodies(), sort.stride(),
            tree.counts(), cl_uint{1}, leaves.capacity, leaves.first, tree.links(), tree.nodes(), tree.stride(),
            locals_, near_, more_near_, more_near_capacity_, sort.order(), along_curve, requested.first, requested.last,
            gravity, softening > 0 ? 1 / softening : 0, accelerations);
}

}  // namespace milkomeda
