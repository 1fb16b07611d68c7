#include "compute/fmm/neighbour_search.hpp"

#include <algorithm>

#include "compute/fmm/tree.hpp"

namespace milkomeda {
namespace {

constexpr unsigned leaf = 16;                     // bodies: a leaf's neighbours are what is looked at most
constexpr std::size_t bodies_a_launch = 1 << 16;  // others want the device, too
constexpr std::size_t body_group = 64;

FmmPlace place_on(const DeviceContext& device_context, const ReadAsset& read) {
    const Device& device = *device_context.device;
    const FmmForm form = form_for(device);
    return {*device_context.context,   device, {*device_context.context, handle_of(device)}, read, form,
            vector_width(device, form)};
}

FmmPrograms programs_of(const FmmPlace& place) {
    FmmPrograms programs;
    programs.tree = place.build(
        {"box", "keys", place.in_vectors() ? "sort_serial" : "sort", "scan", "cells", "nodes", "neighbours"});
    return programs;
}

// The bodies of one kind, in a tree.
class KindSearch {
  public:
    KindSearch(const FmmPlace& place, const FmmPrograms& programs, const std::vector<Float4>& bodies)
        : place_{place},
          count_{bodies.size()},
          sort_{place, programs, count_},
          prefix_sum_{place, programs},
          tree_{place, programs, {{}, 0, leaf}},
          positions_{place.context, CL_MEM_READ_ONLY, count_ * sizeof(Float4)},
          pulls_{place.buffer<cl_float>(count_)},
          around_{place.buffer<cl_float2>(count_)},
          find_neighbours_{programs.tree, "find_neighbours"} {
        place.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, count_ * sizeof(Float4), bodies.data());
    }

    std::vector<Neighbourhood> find() {
        sort();
        std::vector<std::size_t> rooms = guess_rooms(count_, leaf);
        while (!make_tree(rooms)) {
        }
        const std::size_t root = tree_.root();
        for (std::size_t first = 0; first < count_; first += bodies_a_launch) {
            const std::size_t last = std::min(count_, first + bodies_a_launch);
            enqueue(place_.queue, find_neighbours_, last - first, body_group, sort_.bodies(),
                    cl_uint(sort_.stride()), sort_.order(), tree_.links(), cl_uint(tree_.stride()),
                    tree_.nodes(), counts_[1], cl_uint(tree_.plane(2).first),
                    cl_uint(tree_.plane(root).first), counts_[root], cl_uint(first), cl_uint(last), around_);
            place_.queue.finish();
        }
        std::vector<Neighbourhood> found(count_);
        static_assert(sizeof(Neighbourhood) == sizeof(cl_float2));
        place_.queue.enqueueReadBuffer(around_, CL_TRUE, 0, count_ * sizeof(Neighbourhood), found.data());
        return found;
    }

  private:
    void sort() {
        sort_.enqueue_keys(positions_, pulls_);
        for (int pass = 0; pass < sort_.passes(); ++pass)
            sort_.enqueue_pass(pass, prefix_sum_, tree_.counts(), fmm_spare_slot);
        sort_.enqueue_gather(positions_, pulls_, false);
    }

    // False where some plane had more nodes than there was room for; there is more room then.
    bool make_tree(std::vector<std::size_t>& rooms) {
        tree_.make_room(rooms);
        for (std::size_t plane = 1; plane <= tree_.root(); ++plane)
            tree_.enqueue_plane(plane, sort_, prefix_sum_);
        for (std::size_t plane = 1; plane <= tree_.top(); ++plane) tree_.enqueue_measures(plane, sort_);
        counts_.resize(rooms.size());
        place_.queue.enqueueReadBuffer(tree_.counts(), CL_TRUE, 0, counts_.size() * sizeof(cl_uint),
                                       counts_.data());
        bool suffices = true;
        for (std::size_t plane = 1; plane < rooms.size(); ++plane)
            suffices &= !grow_room(rooms[plane], counts_[plane]);
        return suffices;
    }

    FmmPlace place_;
    std::size_t count_;
    BodySort sort_;
    PrefixSum prefix_sum_;
    Tree tree_;
    cl::Buffer positions_, pulls_, around_;
    cl::Kernel find_neighbours_;
    std::vector<cl_uint> counts_;  // of nodes in each plane
};

}  // namespace

struct NeighbourSearch::Place {
    FmmPlace fmm;
    FmmPrograms programs = programs_of(fmm);
};

NeighbourSearch::NeighbourSearch(const DeviceContext& device_context, const ReadAsset& read)
    : place_{std::make_unique<Place>(Place{place_on(device_context, read)})} {}

NeighbourSearch::~NeighbourSearch() = default;

std::vector<Neighbourhood> NeighbourSearch::find(std::span<const Float4> positions,
                                                 std::span<const Component> components) {
    std::vector<Neighbourhood> all(positions.size());
    for (const std::vector<Component>& kind : kinds_of_neighbours(components, positions.size())) {
        std::vector<Float4> bodies;
        for (const Component& component : kind) {
            const auto rows = positions.subspan(component.first, component.count);
            bodies.insert(bodies.end(), rows.begin(), rows.end());
        }
        if (bodies.empty()) continue;
        const std::vector<Neighbourhood> found = KindSearch{place_->fmm, place_->programs, bodies}.find();
        auto next = found.begin();
        for (const Component& component : kind) {
            std::copy_n(next, component.count, all.begin() + static_cast<std::ptrdiff_t>(component.first));
            next += static_cast<std::ptrdiff_t>(component.count);
        }
    }
    return all;
}

}  // namespace milkomeda
