#include "compute/fmm/neighbor_search.hpp"

#include <algorithm>

#include "compute/fmm/sorted_tree.hpp"

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
          bodies_{context, programs, count_, leaf},
          positions_{context.context, CL_MEM_READ_ONLY, count_ * sizeof(Float4)},
          around_{context.buffer<cl_float2>(count_)},
          nearest_{context.buffer<cl_uint>(count_ * default_neighbors)},
          find_neighbors_{programs.tree, "find_neighbors"} {
        context.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, count_ * sizeof(Float4), bodies.data());
    }

    Surroundings find() {
        bodies_.build(positions_);
        bodies_.enqueue_measures(positions_);
        const BodySort& sort = bodies_.sort();
        const Tree& tree = bodies_.tree();
        const std::size_t root = tree.root();
        for (std::size_t first = 0; first < count_; first += bodies_a_launch) {
            const std::size_t last = std::min(count_, first + bodies_a_launch);
            enqueue(context_.queue, find_neighbors_, last - first, body_group, sort.bodies(), sort.stride(),
                    sort.order(), tree.links(), tree.stride(), tree.nodes(), bodies_.counts()[1], tree.level(2).first,
                    tree.level(root).first, bodies_.counts()[root], first, last, around_, nearest_);
            context_.queue.finish();
        }
        static_assert(sizeof(Neighborhood) == sizeof(cl_float2));
        return {read_items<Neighborhood>(context_.queue, around_, count_),
                read_items<NearestRows>(context_.queue, nearest_, count_)};
    }

  private:
    FmmContext context_;
    std::size_t count_;
    SortedTree bodies_;
    cl::Buffer positions_, around_, nearest_;
    cl::Kernel find_neighbors_;
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
