#include "data/neighbors/kd_tree.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

std::uint32_t widest_axis(std::span<const KdTree::Body> bodies) {
    std::array<float, 3> least = bodies.front().position, most = least;
    for (const KdTree::Body& body : bodies)
        for (std::size_t i = 0; i < 3; ++i) {
            least[i] = std::min(least[i], body.position[i]);
            most[i] = std::max(most[i], body.position[i]);
        }
    std::uint32_t widest = 0;
    for (std::uint32_t i = 1; i < 3; ++i)
        if (most[i] - least[i] > most[widest] - least[widest]) widest = i;
    return widest;
}

float squared(float x) { return x * x; }

}  // namespace

void Nearest::take(Neighbor neighbor) {
    if (count_ < found_.size()) ++count_;
    std::size_t place = count_ - 1;
    for (; place > 0 && found_[place - 1].distance2 > neighbor.distance2; --place) found_[place] = found_[place - 1];
    found_[place] = neighbor;
}

KdTree::KdTree(std::vector<Body> bodies) : bodies_(std::move(bodies)) {
    // Number of nodes of a complete binary tree. The deepest branch gets the larger half at every split.
    std::size_t nodes = 1;
    for (std::size_t largest = bodies_.size(); largest > bucket; largest = (largest + 1) / 2) nodes = 2 * nodes + 1;
    splits_.resize(nodes);
    build({0, 0, bodies_.size()}, std::max(1u, std::thread::hardware_concurrency()));
}

void KdTree::build(Range range, std::size_t threads) {
    if (range.leaf()) return;
    const auto at = [&](std::size_t i) { return bodies_.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::uint32_t axis = widest_axis(std::span(bodies_).subspan(range.begin, range.end - range.begin));
    std::nth_element(at(range.begin), at(range.middle()), at(range.end),
                     [axis](const Body& a, const Body& b) { return a.position[axis] < b.position[axis]; });
    splits_[range.node] = {axis, bodies_[range.middle()].position[axis]};

    constexpr std::size_t worth_a_thread = 4096;
    if (threads > 1 && range.end - range.begin > worth_a_thread) {
        auto other = in_background([&] { build(range.below(), threads / 2); });
        build(range.above(), threads - threads / 2);
        other.get();
    } else {
        build(range.below(), 1);
        build(range.above(), 1);
    }
}

void KdTree::find(std::size_t index, Nearest& nearest) const {
    nearest.clear();
    Search search{bodies_[index], nearest};
    find({0, 0, bodies_.size()}, 0, search);
}

// Searches the nearer half first. Searches the farther half only if its distance is less than that of the farthest
// neighbor found so far. The distances to the two halves differ only along the split axis (Arya & Mount 1993, DCC,
// 381).
void KdTree::find(Range range, float distance2, Search& search) const {
    const std::array<float, 3>& center = search.center.position;
    if (range.leaf()) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Body& body = bodies_[i];
            const float between2 = squared(body.position[0] - center[0]) + squared(body.position[1] - center[1]) +
                                   squared(body.position[2] - center[2]);
            if (between2 < search.nearest.search_radius2() && &body != &search.center)
                search.nearest.take({between2, body.mass, body.row});
        }
        return;
    }
    const Split split = splits_[range.node];
    const float offset = center[split.axis] - split.at;
    find(offset < 0 ? range.below() : range.above(), distance2, search);

    const float before = std::exchange(search.offset[split.axis], offset);
    const float beyond2 = squared(search.offset[0]) + squared(search.offset[1]) + squared(search.offset[2]);
    if (beyond2 < search.nearest.search_radius2()) find(offset < 0 ? range.above() : range.below(), beyond2, search);
    search.offset[split.axis] = before;
}

}  // namespace milkomeda
