#include "compute/fmm/neighbor_search.hpp"

#include <cmath>

#include "data/base/random.hpp"
#include "devices.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Returns positions that are concentrated as in a galaxy, with a few bodies far away.
std::vector<Float4> concentrated(std::size_t bodies) {
    std::vector<Float4> positions(bodies);
    Random random(7);
    for (Float4& p : positions) {
        const double size = std::pow(10.0, 2 * random.normal() - 1);
        const auto draw = [&] { return static_cast<float>(size * random.normal()); };
        p = {draw(), draw(), draw(), static_cast<float>(0.5 + random.uniform())};
    }
    return positions;
}

// Compares device and CPU. They add masses and squared distances in different orders, so results may differ by several
// rounding errors of 2^-23, and cubed radii by three times as much.
void check_like_host(const Device& device, const std::vector<Float4>& positions,
                     const std::vector<Component>& components) {
    const auto [host, nearest_on_host] = surroundings(positions, components);
    const auto [found, nearest] = NeighborSearch{copied(device), built_in_kernels()}.find(positions, components);
    REQUIRE(found.size() == host.size());
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < host.size(); ++row) {
        const auto differs = [](float a, float b, float tolerance) {
            return a != b && !(std::abs(a - b) <= tolerance * std::abs(b));
        };
        wrong += differs(found[row].radius, host[row].radius, 1e-6f) ||
                 differs(found[row].density, host[row].density, 5e-6f);
    }
    CHECK(wrong == 0);
    // If several bodies have equal distances, device and CPU may find different bodies.
    const auto distance = [&](std::size_t row, std::uint32_t other) {
        const Float4 &a = positions[row], &b = positions[other];
        return std::hypot(b.x - a.x, b.y - a.y, b.z - a.z);
    };
    std::size_t differing = 0;
    for (std::size_t row = 0; row < host.size(); ++row)
        for (std::size_t n = 0; n < default_neighbors; ++n)
            differing += std::abs(distance(row, nearest[row][n]) - distance(row, nearest_on_host[row][n])) >
                         1e-6f * host[row].radius;
    CHECK(differing == 0);
}

}  // namespace

TEST_CASE("the neighbor search on the device finds the neighborhoods that the CPU finds") {
    on_every_device([](const Device& device) {
        for (const std::size_t bodies : {1, 2, 3, 16, 17, 100, 20'000}) {
            CAPTURE(bodies);
            check_like_host(device, concentrated(bodies), {});
        }
    });
}

TEST_CASE("the neighbor search on the device separates stars and halo bodies, whatever the order of components") {
    on_every_device([](const Device& device) {
        check_like_host(device, concentrated(7000),
                        {{"disk", "a", 0, 2000, 1}, {"halo", "a", 2000, 3000, 1}, {"disk", "b", 5000, 2000, 1}});
    });
}

TEST_CASE("the device finds neighbors even among coincident bodies or if it needs more tree cells than estimated") {
    on_every_device([](const Device& device) {
        std::vector<Float4> same(500, {1, 2, 3, 1});
        for (std::size_t i = 0; i < 100; ++i) same[i].x = 2 + static_cast<float>(i);
        check_like_host(device, same, {});
        // The bodies form pairs. The leaves therefore contain hardly more than two bodies, although a leaf can contain
        // sixteen.
        std::vector<Float4> pairs = concentrated(6000);
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            pairs[i] = {static_cast<float>(i % 46) * 100, static_cast<float>(i / 46) * 100, 0, 1};
            pairs[i + 1] = pairs[i];
            pairs[i + 1].x += 1e-3f;
        }
        check_like_host(device, pairs, {});
    });
}
