#include "compute/fmm/neighbor_search.hpp"

#include <algorithm>

#include "compute/fmm/tree.hpp"

namespace milkomeda {
namespace {

constexpr unsigned leaf = 16;                     // bodies: a leaf's neighbors are what is looked at most
constexpr std::size_t bodies_a_launch = 1 << 16;  // others want the device, too
constexpr std::size_t body_group = 64;

FmmContext place_on(const DeviceContext& device_context, const ReadAsset& read) {
    const Device& device = *device_context.device;
    const FmmForm form = form_for(device);
    return {*device_context.context,   device, {*device_context.context, handle_of(device)}, read, form,
            vector_width(device, form)};
}

FmmPrograms programs_of(const FmmContext& place) {
    FmmPrograms programs;
    programs.tree = place.build({"box", "keys", place.in_vectors() ? "sort_serial" : "sort", "scan", "cells",
                                 "nodes", "thresholds", "neighbors"});
    return programs;
}

// The bodies of one kind, in a tree.
class KindSearch {
  public:
    KindSearch(const FmmContext& place, const FmmPrograms& programs, const std::vector<Float4>& bodies)
        : place_{place},
          count_{bodies.size()},
          sort_{place, programs, count_},
          prefix_sum_{place, programs},
          tree_{place, programs, {{}, 0, leaf}},
          positions_{place.context, CL_MEM_READ_ONLY, count_ * sizeof(Float4)},
          around_{place.buffer<cl_float2>(count_)},
          nearest_{place.buffer<cl_uint>(count_ * usual_neighbors)},
          find_neighbors_{programs.tree, "find_neighbors"} {
        place.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, count_ * sizeof(Float4), bodies.data());
    }

    Surroundings find() {
        sort();
        std::vector<std::size_t> rooms = guess_rooms(count_, leaf);
        while (!make_tree(rooms)) {
        }
        const std::size_t root = tree_.root();
        for (std::size_t first = 0; first < count_; first += bodies_a_launch) {
            const std::size_t last = std::min(count_, first + bodies_a_launch);
            enqueue(place_.queue, find_neighbors_, last - first, body_group, sort_.bodies(),
                    cl_uint(sort_.stride()), sort_.order(), tree_.links(), cl_uint(tree_.stride()),
                    tree_.nodes(), counts_[1], cl_uint(tree_.plane(2).first),
                    cl_uint(tree_.plane(root).first), counts_[root], cl_uint(first), cl_uint(last), around_,
                    nearest_);
            place_.queue.finish();
        }
        Surroundings found{std::vector<Neighborhood>(count_), std::vector<NearestRows>(count_)};
        static_assert(sizeof(Neighborhood) == sizeof(cl_float2));
        // Each waits, as in ParticleBuffers.
        place_.queue.enqueueReadBuffer(around_, CL_TRUE, 0, count_ * sizeof(Neighborhood),
                                       found.around.data());
        place_.queue.enqueueReadBuffer(nearest_, CL_TRUE, 0, count_ * sizeof(NearestRows),
                                       found.nearest.data());
        return found;
    }

  private:
    void sort() {
        sort_.enqueue_keys(positions_);
        for (int pass = 0; pass < sort_.passes(); ++pass)
            sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot);
        sort_.enqueue_gather(positions_);
    }

    // False where some plane had more nodes than there was room for; there is more room then.
    bool make_tree(std::vector<std::size_t>& rooms) {
        tree_.allocate(rooms);
        for (std::size_t plane = 1; plane <= tree_.root(); ++plane)
            tree_.enqueue_level(plane, sort_, prefix_sum_);
        for (std::size_t plane = 1; plane <= tree_.top(); ++plane) tree_.enqueue_measures(plane, sort_);
        counts_.resize(rooms.size());
        place_.queue.enqueueReadBuffer(tree_.counts(), CL_TRUE, 0, counts_.size() * sizeof(cl_uint),
                                       counts_.data());
        bool suffices = true;
        for (std::size_t plane = 1; plane < rooms.size(); ++plane)
            suffices &= !grow_room(rooms[plane], counts_[plane]);
        return suffices;
    }

    FmmContext place_;
    std::size_t count_;
    BodySort sort_;
    PrefixSum prefix_sum_;
    Tree tree_;
    cl::Buffer positions_, around_, nearest_;
    cl::Kernel find_neighbors_;
    std::vector<cl_uint> counts_;  // of nodes in each plane
};

}  // namespace

struct NeighborSearch::Place {
    FmmContext fmm;
    FmmPrograms programs = programs_of(fmm);
};

NeighborSearch::NeighborSearch(const DeviceContext& device_context, const ReadAsset& read)
    : place_{std::make_unique<Place>(Place{place_on(device_context, read)})} {}

NeighborSearch::~NeighborSearch() = default;

Surroundings NeighborSearch::find(std::span<const Float4> positions, std::span<const Component> components) {
    Surroundings all{std::vector<Neighborhood>(positions.size()), alone(positions.size())};
    for (const std::vector<Component>& kind : kinds_of_neighbors(components, positions.size())) {
        std::vector<Float4> bodies;
        std::vector<std::uint32_t> rows;  // of theirs
        for (const Component& component : kind)
            for (std::size_t row = component.first; row < component.first + component.count; ++row) {
                bodies.push_back(positions[row]);
                rows.push_back(static_cast<std::uint32_t>(row));
            }
        if (bodies.empty()) continue;
        const Surroundings found = KindSearch{place_->fmm, place_->programs, bodies}.find();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            all.around[rows[i]] = found.around[i];
            std::ranges::transform(found.nearest[i], all.nearest[rows[i]].begin(),
                                   [&](std::uint32_t other) { return rows[other]; });
        }
    }
    return all;
}

}  // namespace milkomeda
