#include "compute/fmm/neighbor_search.hpp"

#include <algorithm>

#include "compute/fmm/tree.hpp"

namespace milkomeda {
namespace {

// Bodies per leaf. Small leaves make the search of neighboring leaves fast.
constexpr unsigned leaf = 16;
// Bodies per kernel launch. Short launches leave the device free for other work, such as drawing.
constexpr std::size_t bodies_a_launch = 1 << 16;
constexpr std::size_t body_group = 64;

// Neighbor search among the bodies of one kind (gas, stars, halo ...), with a tree that contains only the bodies of
// this kind.
class KindSearch {
  public:
    KindSearch(const FmmContext& context, const FmmPrograms& programs, const std::vector<Float4>& bodies)
        : context_{context},
          count_{bodies.size()},
          sort_{context, programs, count_},
          prefix_sum_{context, programs},
          tree_{context, programs, {{}, 0, leaf}},
          positions_{context.context, CL_MEM_READ_ONLY, count_ * sizeof(Float4)},
          around_{context.buffer<cl_float2>(count_)},
          nearest_{context.buffer<cl_uint>(count_ * default_neighbors)},
          find_neighbors_{programs.tree, "find_neighbors"} {
        context.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, count_ * sizeof(Float4), bodies.data());
    }

    Surroundings find() {
        sort();
        std::vector<std::size_t> capacities = guess_capacities(count_, leaf);
        while (!make_tree(capacities)) {
        }
        const std::size_t root = tree_.root();
        for (std::size_t first = 0; first < count_; first += bodies_a_launch) {
            const std::size_t last = std::min(count_, first + bodies_a_launch);
            enqueue(context_.queue, find_neighbors_, last - first, body_group, sort_.bodies(), sort_.stride(),
                    sort_.order(), tree_.links(), tree_.stride(), tree_.nodes(), counts_[1], tree_.level(2).first,
                    tree_.level(root).first, counts_[root], first, last, around_, nearest_);
            context_.queue.finish();
        }
        static_assert(sizeof(Neighborhood) == sizeof(cl_float2));
        return {read_items<Neighborhood>(context_.queue, around_, count_),
                read_items<NearestRows>(context_.queue, nearest_, count_)};
    }

  private:
    void sort() {
        sort_.enqueue_keys(positions_);
        for (int pass = 0; pass < sort_.passes(); ++pass)
            sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot);
        sort_.enqueue_gather(positions_);
    }

    // Builds the tree. If a level has more nodes than its capacity, enlarges the capacity and returns false.
    bool make_tree(std::vector<std::size_t>& capacities) {
        tree_.allocate(capacities);
        for (std::size_t level = 1; level <= tree_.root(); ++level) tree_.enqueue_level(level, sort_, prefix_sum_);
        for (std::size_t level = 1; level <= tree_.top(); ++level) tree_.enqueue_measures(level, sort_);
        counts_ = read_items<cl_uint>(context_.queue, tree_.counts(), capacities.size());
        bool suffices = true;
        for (std::size_t level = 1; level < capacities.size(); ++level)
            suffices &= !grow_capacity(capacities[level], counts_[level]);
        return suffices;
    }

    FmmContext context_;
    std::size_t count_;
    BodySort sort_;
    PrefixSum prefix_sum_;
    Tree tree_;
    cl::Buffer positions_, around_, nearest_;
    cl::Kernel find_neighbors_;
    std::vector<cl_uint> counts_;  // number of nodes in each level
};

}  // namespace

struct NeighborSearch::Search {
    FmmContext fmm;
    FmmPrograms programs{.tree = fmm.build({"box", "keys", fmm.in_vectors() ? "sort_serial" : "sort", "scan", "cells",
                                            "nodes", "thresholds", "neighbors"})};
};

NeighborSearch::NeighborSearch(const DeviceContext& device_context, const ReadAsset& read)
    : context_{std::make_unique<Search>(Search{fmm_context(device_context, read)})} {}

NeighborSearch::~NeighborSearch() = default;

Surroundings NeighborSearch::find(std::span<const Float4> positions, std::span<const Component> components) {
    Surroundings all{std::vector<Neighborhood>(positions.size()), without_neighbors(positions.size())};
    for (const std::vector<Component>& kind : kinds_of_neighbors(components, positions.size())) {
        std::vector<Float4> bodies;
        std::vector<std::uint32_t> rows;  // maps an index in `bodies` to the row in `positions`
        for (const Component& component : kind)
            for (std::size_t row = component.first; row < component.first + component.count; ++row) {
                bodies.push_back(positions[row]);
                rows.push_back(static_cast<std::uint32_t>(row));
            }
        if (bodies.empty()) continue;
        const Surroundings found = KindSearch{context_->fmm, context_->programs, bodies}.find();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            all.around[rows[i]] = found.around[i];
            std::ranges::transform(found.nearest[i], all.nearest[rows[i]].begin(),
                                   [&](std::uint32_t other) { return rows[other]; });
        }
    }
    return all;
}

}  // namespace milkomeda
