#include "compute/fmm/tree.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr std::size_t node_group = 64;
constexpr std::size_t link_columns = 6, node_columns = 8;

}  // namespace

std::vector<std::size_t> guess_capacities(std::size_t bodies, unsigned leaf) {
    std::vector<std::size_t> capacities{bodies, 4 * bodies / leaf + 64};
    while (capacities.back() > fmm_most_top_nodes) capacities.push_back(capacities.back() / 4);
    capacities.push_back(with_margin(capacities.back() / fmm_most_children));
    return capacities;
}

Tree::Tree(const FmmContext& context, const FmmPrograms& programs, const FmmSettings& settings)
    : context_{context}, settings_{settings}, counts_{context.buffer<cl_uint>(fmm_spare_slot + 1)} {
    count_cells_ = cl::Kernel{programs.tree, "count_cells"};
    list_cells_ = cl::Kernel{programs.tree, "list_cells"};
    list_roots_ = cl::Kernel{programs.tree, "list_roots"};
    measure_nodes_ = cl::Kernel{programs.tree, "measure_nodes"};
    thresholds_of_leaves_ = cl::Kernel{programs.tree, "thresholds_of_leaves"};
    thresholds_of_nodes_ = cl::Kernel{programs.tree, "thresholds_of_nodes"};
    if (!programs.series()) return;
    moments_of_bodies_ = cl::Kernel{programs.series, "moments_of_bodies"};
    moments_of_children_ = cl::Kernel{programs.series, "moments_of_children"};
}

void Tree::allocate(const std::vector<std::size_t>& capacities) {
    levels_.assign(1, {0, capacities[0]});
    stride_ = 0;
    for (std::size_t level = 1; level < capacities.size(); ++level) {
        levels_.push_back({stride_, capacities[level]});
        stride_ += capacities[level] + 1;
    }
    // Kernels for CPUs read the children of a node as whole vectors, which may extend beyond the last node.
    stride_ = round_up(stride_ + fmm_most_children, 16);
    links_ = context_.buffer<cl_uint>(link_columns * stride_);
    nodes_ = context_.buffer<cl_float>(node_columns * stride_);
    keys_ = context_.buffer<cl_ulong>(stride_);
    if (moments_of_bodies_()) moments_ = context_.buffer<cl_float>(stride_ * coefficient_row(settings_.orders.moments));
    set_bodies(capacities[0]);
}

void Tree::set_bodies(std::size_t bodies) {
    levels_[0].capacity = bodies;
    const auto count = static_cast<cl_uint>(bodies);
    context_.queue.enqueueWriteBuffer(counts_, CL_TRUE, 0, sizeof count, &count);
}

void Tree::enqueue_level(std::size_t number, const BodySort& sort, PrefixSum& prefix_sum) {
    const Level &below = levels_[number - 1], &here = levels_[number];
    if (number == root())
        return enqueue(context_.queue, list_roots_, here.capacity, node_group, counts_, number - 1, below.capacity,
                       below.first, links_, stride_, here.first, here.capacity);
    // Number of items (bodies, or nodes of the level below) per work-item. A work-item jumps from each node's first
    // item to the next node's first item. CPUs are fast with few large work-items; GPUs need many work-items.
    const std::size_t chunk = context_.in_vectors() ? 512 : number == 1 ? 8 : 2;
    const std::size_t chunks = (below.capacity + chunk - 1) / chunk;
    if (cells_capacity_ < chunks) cells_ = context_.buffer<cl_uint>(cells_capacity_ = chunks);
    const cl_uint most = number == 1 ? settings_.leaf : fmm_most_children;
    const cl::Buffer& keys = number == 1 ? sort.keys() : keys_;
    enqueue(context_.queue, count_cells_, chunks, chunk_group(), keys, below.first, counts_, number - 1, below.capacity,
            most, chunk, chunks, cells_);
    prefix_sum.enqueue(cells_, 0, chunks, counts_, number);
    enqueue(context_.queue, list_cells_, chunks, chunk_group(), keys, below.first, counts_, number - 1, below.capacity,
            most, chunk, chunks, cells_, keys_, links_, stride_, here.first, here.capacity);
}

void Tree::enqueue_measures(std::size_t number, const BodySort& sort) {
    const Level& here = levels_[number];
    // The size must not depend on capacities, which depend on earlier sums: it affects the rounding of the results.
    const std::size_t group = std::min<std::size_t>(context_.groups.node, number <= 2 ? 32 : 256);
    enqueue(context_.queue, measure_nodes_, here.capacity * group, group, sort.bodies(), sort.stride(), sort.box(),
            counts_, number, here.capacity, here.first, links_, nodes_, stride_);
}

void Tree::enqueue_moments(std::size_t number, const BodySort& sort) {
    const Level& here = levels_[number];
    if (number == 1)
        enqueue(context_.queue, moments_of_bodies_, here.capacity, item_group(), sort.bodies(), sort.stride(), counts_,
                number, here.capacity, here.first, links_, nodes_, stride_, moments_);
    else
        enqueue(context_.queue, moments_of_children_, here.capacity, item_group(), counts_, number, here.capacity,
                here.first, links_, nodes_, stride_, moments_);
}

void Tree::enqueue_thresholds(std::size_t number, float softening_squared) {
    const Level &here = levels_[number], &highest = levels_[top()];
    if (number == 1)
        enqueue(context_.queue, thresholds_of_leaves_, here.capacity, item_group(), counts_, number, here.capacity,
                here.first, top(), highest.capacity, highest.first, softening_squared, settings_.tolerance, nodes_,
                stride_);
    else
        enqueue(context_.queue, thresholds_of_nodes_, here.capacity, item_group(), counts_, number, here.capacity,
                here.first, links_, nodes_, stride_);
}

std::vector<TreeCell> Tree::read(std::size_t number, std::size_t count) const {
    enum { body_links = 1, unresolved_links = 3, radii = 4 };  // columns, see kernels/fmm/tree.h
    const std::size_t first = levels_[number].first;
    const auto column = [&]<typename Number>(const cl::Buffer& buffer, std::size_t which, Number) {
        std::vector<Number> rows(count + 1);
        context_.queue.enqueueReadBuffer(buffer, CL_TRUE, (which * stride_ + first) * sizeof(Number),
                                         rows.size() * sizeof(Number), rows.data());
        return rows;
    };
    const auto x = column(nodes_, 0, cl_float{}), y = column(nodes_, 1, cl_float{}), z = column(nodes_, 2, cl_float{}),
               radius = column(nodes_, radii, cl_float{});
    const auto body = column(links_, body_links, cl_uint{}), unresolved = column(links_, unresolved_links, cl_uint{});
    std::vector<TreeCell> cells;
    for (std::size_t i = 0; i < count; ++i)
        cells.push_back(
            {{x[i], y[i], z[i]}, radius[i], number, body[i + 1] - body[i], unresolved[i + 1] - unresolved[i]});
    return cells;
}

}  // namespace milkomeda
