// The stages of the fast multipole method are tested one by one: sorting of bodies, tree, and interaction lists.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "tests/kernels/fmm_sets.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr FmmSettings walk_settings{{5, 4}, 2e-2f, 64};

struct Stages {
    Stages(const Device& device, FmmForm form, const std::vector<Float4>& all_bodies)
        : place{fmm_context(device, form, walk_settings.orders)},
          bodies{all_bodies},
          positions{upload(place, all_bodies)},
          programs{build_fmm_programs(place)},
          sort{place, programs, all_bodies.size()},
          sums{place, programs},
          tree{place, programs, walk_settings},
          pairs{place, programs} {
        const std::size_t n = all_bodies.size();
        tree.allocate({n, n, n, n / 8 + 1});
        sort.enqueue_keys(positions);
        for (int pass = 0; pass < sort.passes(); ++pass) sort.enqueue_pass(pass, sums, tree.counts(), fmm_spare_slot);
        sort.enqueue_gather(positions);
        for (std::size_t level = 1; level <= tree.root(); ++level) tree.enqueue_level(level, sort, sums);
        for (std::size_t level = 1; level <= tree.top(); ++level) tree.enqueue_measures(level, sort);
        links = read_back<cl_uint>(place.queue, tree.links(), 4 * tree.stride());
        counts = read_back<cl_uint>(place.queue, tree.counts(), fmm_spare_slot);
        order = read_back<cl_uint>(place.queue, sort.order(), n);
        keys = read_back<cl_ulong>(place.queue, sort.keys(), n);
    }

    cl_uint child(std::size_t node) const { return links[node]; }
    cl_uint body(std::size_t node) const { return links[tree.stride() + node]; }
    cl_uint parent(std::size_t node) const { return links[2 * tree.stride() + node]; }
    cl_uint row(std::size_t node) const { return links[3 * tree.stride() + node]; }

    FmmContext place;
    std::vector<Float4> bodies;
    cl::Buffer positions;
    FmmPrograms programs;
    BodySort sort;
    PrefixSum sums;
    Tree tree;
    UnresolvedPairs pairs;
    std::vector<cl_uint> links, counts, order;
    std::vector<cl_ulong> keys;
};

const char* const walked_kinds[] = {"sphere", "half coincident", "two clumps", "line", "lattice"};

}  // namespace

TEST_CASE("prefix sums agree with std::exclusive_scan for any number of elements") {
    on_every_form([](const Device& device, FmmForm form) {
        const FmmContext place = fmm_context(device, form, {});
        PrefixSum sums{place, build_fmm_programs(place)};
        for (const std::size_t count : {1, 7, 2048, 2049, 100001}) {
            std::vector<cl_uint> numbers(count + 5);
            for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<cl_uint>(i * 7919 % 13);
            const cl::Buffer buffer = place.buffer<cl_uint>(numbers.size()), totals = place.buffer<cl_uint>(3);
            place.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, numbers.size() * sizeof(cl_uint), numbers.data());
            sums.enqueue(buffer, 5, count, totals, 2);
            std::exclusive_scan(numbers.begin() + 5, numbers.end(), numbers.begin() + 5, 0u);
            CHECK(read_back<cl_uint>(place.queue, buffer, numbers.size()) == numbers);
            CHECK(read_back<cl_uint>(place.queue, totals, 3)[2] == numbers.back() + (count + 4) * 7919 % 13);
        }
    });
}

TEST_CASE("the tree sorts bodies by key without loss, and bodies with equal keys keep their order") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const char* kind : walked_kinds) {
            CAPTURE(kind);
            const Stages stages{device, form, bodies_of(kind, 9000)};
            const auto columns = read_back<float>(stages.place.queue, stages.sort.bodies(), 4 * stages.sort.stride());
            std::vector<bool> seen(stages.order.size());
            for (std::size_t i = 0; i < stages.order.size(); ++i) {
                const cl_uint row = stages.order[i];
                REQUIRE(row < seen.size());
                REQUIRE(!seen[row]);
                seen[row] = true;
                REQUIRE(columns[i] == stages.bodies[row].x);
                REQUIRE(columns[3 * stages.sort.stride() + i] == stages.bodies[row].w);
                if (i == 0) continue;
                REQUIRE(stages.keys[i - 1] <= stages.keys[i]);
                if (stages.keys[i - 1] == stages.keys[i]) REQUIRE(stages.order[i - 1] < row);
            }
        }
    });
}

TEST_CASE("each tree level consists of the largest cells within the limit on bodies or child cells per cell") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const char* kind : walked_kinds) {
            CAPTURE(kind);
            const Stages stages{device, form, bodies_of(kind, 9000)};
            // Returns the number of octree levels on which two bodies are in one cell.
            const auto shared = [&](std::size_t a, std::size_t b) {
                int depth = 0;
                while (depth < 21 && stages.keys[a] >> (60 - 3 * depth) == stages.keys[b] >> (60 - 3 * depth)) ++depth;
                return depth;
            };
            const std::size_t n = stages.bodies.size();
            cl_uint below = static_cast<cl_uint>(n);
            for (std::size_t level = 1; level <= stages.tree.top(); ++level) {
                CAPTURE(level);
                const std::size_t first = stages.tree.level(level).first, count = stages.counts[level];
                const std::size_t items = level == 1 ? 0 : stages.tree.level(level - 1).first;
                const unsigned most = level == 1 ? walk_settings.leaf : fmm_most_children;
                REQUIRE(stages.child(first) == items);
                REQUIRE(stages.child(first + count) == items + below);
                REQUIRE(stages.body(first) == 0);
                REQUIRE(stages.body(first + count) == n);
                for (std::size_t node = first; node < first + count; ++node) {
                    const cl_uint begin = stages.body(node), end = stages.body(node + 1);
                    REQUIRE(begin < end);
                    REQUIRE(stages.child(node + 1) - stages.child(node) <= most);
                    for (cl_uint c = stages.child(node); level > 1 && c < stages.child(node + 1); ++c)
                        REQUIRE(stages.parent(c) == node);
                    // The smallest octree cell that contains bodies of this node and of the next node has more than
                    // `most` bodies (level 1) or child nodes (higher levels). Otherwise, both nodes would be one node.
                    if (node + 1 == first + count) continue;
                    if (shared(begin, end) == 21) {
                        REQUIRE(stages.child(node + 1) - stages.child(node) == most);
                        continue;
                    }
                    const int depth = shared(end - 1, end);
                    std::size_t low = node, high = node + 1;
                    while (low > first && shared(stages.body(low) - 1, end) >= depth) --low;
                    while (high + 1 < first + count && shared(stages.body(high + 1), end) >= depth) ++high;
                    REQUIRE(stages.child(high + 1) - stages.child(low) > most);
                }
                below = static_cast<cl_uint>(count);
            }
        }
    });
}

TEST_CASE("the mass, center, size and effective radius of tree nodes agree with a double-precision calculation") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const char* kind : {"sphere", "half massless", "massless"}) {
            CAPTURE(kind);
            const Stages stages{device, form, bodies_of(kind, 5000)};
            const std::size_t stride = stages.tree.stride();
            const auto nodes = read_back<float>(stages.place.queue, stages.tree.nodes(), 8 * stride);
            for (std::size_t level = 1; level <= stages.tree.top(); ++level)
                for (std::size_t i = 0; i < stages.counts[level]; ++i) {
                    const std::size_t node = stages.tree.level(level).first + i;
                    const auto each = [&](auto use) {
                        for (cl_uint b = stages.body(node); b < stages.body(node + 1); ++b)
                            use(stages.bodies[stages.order[b]]);
                    };
                    double mass = 0, x = 0, y = 0, z = 0, count = 0, radius = 0, fourth = 0;
                    each([&](const Float4& b) { mass += b.w; });
                    each([&](const Float4& b) {
                        const double weight = mass > 0 ? b.w : 1;
                        x += weight * b.x, y += weight * b.y, z += weight * b.z, count += weight;
                    });
                    x /= count, y /= count, z /= count;
                    each([&](const Float4& b) {
                        const double d = std::hypot(b.x - x, b.y - y, b.z - z);
                        radius = std::max(radius, d), fourth += b.w * std::pow(d, 4);
                    });
                    const double rounding = 1e-5 * (radius + 1e-2 * std::hypot(x, y, z));
                    REQUIRE(std::hypot(nodes[node] - x, nodes[stride + node] - y, nodes[2 * stride + node] - z) <
                            rounding);
                    REQUIRE(std::abs(nodes[4 * stride + node] - radius) < 2 * rounding);
                    REQUIRE(std::abs(nodes[5 * stride + node] - mass) <= 1e-5 * mass);
                    REQUIRE(std::abs(nodes[6 * stride + node] - (mass > 0 ? std::pow(fourth / mass, 0.25) : 0)) <
                            2 * rounding);
                }
        }
    });
}

TEST_CASE("every pair of bodies is in exactly one interaction list: well separated on one level, or near") {
    on_every_form([](const Device& device, FmmForm form) {
        for (const char* kind : walked_kinds) {
            CAPTURE(kind);
            Stages stages{device, form, bodies_of(kind, 4000)};
            const Tree& tree = stages.tree;
            stages.pairs.allocate(tree, {0, 1 << 20, 1 << 20, 1 << 20});
            for (std::size_t level = 1; level <= tree.top(); ++level) stages.tree.enqueue_thresholds(level, 0.0025f);
            for (std::size_t level = tree.root(); level >= 1; --level)
                stages.pairs.enqueue_level(level, tree, stages.sums, 0.0025f,
                                           {0, static_cast<cl_uint>(stages.bodies.size())});
            const auto links = read_back<cl_uint>(stages.place.queue, tree.links(), 4 * tree.stride());
            stages.links = links;
            std::vector<std::vector<cl_uint>> open(tree.root() + 1);
            std::vector<std::vector<cl_ulong>> matrix(tree.root() + 1);
            for (std::size_t level = 1; level <= tree.root(); ++level) {
                open[level] = read_back<cl_uint>(stages.place.queue, stages.pairs.row(level).unresolved, 1 << 20);
                if (level > 1)
                    matrix[level] = read_back<cl_ulong>(stages.place.queue, stages.pairs.row(level).matrix, 1 << 20);
            }
            std::size_t far_bodies = 0;
            for (std::size_t i = 0; i < stages.counts[1]; ++i) {
                const std::size_t leaf = tree.level(1).first + i;
                std::vector<int> times(stages.bodies.size());
                const auto count_bodies = [&](std::size_t node) {
                    for (cl_uint b = stages.body(node); b < stages.body(node + 1); ++b) ++times[b];
                };
                std::size_t sink = leaf;
                for (std::size_t level = 1; level <= tree.top(); ++level) {
                    const cl_uint parent = stages.parent(sink), s = static_cast<cl_uint>(sink) - stages.child(parent);
                    for (cl_uint pair = stages.row(parent); pair < stages.row(parent + 1); ++pair) {
                        const cl_uint source = open[level + 1][pair];
                        for (cl_uint c = stages.child(source); c < stages.child(source + 1); ++c)
                            if (!(matrix[level + 1][pair] >> (8 * s + c - stages.child(source)) & 1)) count_bodies(c);
                    }
                    sink = parent;
                }
                far_bodies += static_cast<std::size_t>(std::ranges::count(times, 1));
                for (cl_uint pair = stages.row(leaf); pair < stages.row(leaf + 1); ++pair) count_bodies(open[1][pair]);
                REQUIRE(std::ranges::count(times, 1) == static_cast<std::ptrdiff_t>(times.size()));
            }
            CHECK(far_bodies > 0);
        }
    });
}
