#include "data/neighbors/neighbors.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "data/base/random.hpp"

using namespace milkomeda;

namespace {

// Returns positions concentrated as in a galaxy: half of the bodies within radius 1, some bodies within 0.001, and a
// few bodies beyond 1000.
std::vector<Float4> concentrated(std::size_t bodies) {
    std::vector<Float4> positions(bodies);
    Random random(7);
    for (Float4& p : positions) {
        const double radius = std::exp(2.5 * random.normal());
        const double x = random.normal(), y = random.normal(), z = random.normal();
        const double scale = radius / std::sqrt(x * x + y * y + z * z);
        p = {static_cast<float>(scale * x), static_cast<float>(scale * y), static_cast<float>(scale * z),
             static_cast<float>(random.uniform())};
    }
    return positions;
}

// This reference implementation of the neighbor search sorts all distances in double precision.
Neighborhood by_sorting(const std::vector<Float4>& positions, std::size_t row, std::size_t first, std::size_t count) {
    std::vector<std::pair<double, double>> others;  // Each pair is the distance and the mass of another body.
    for (std::size_t i = first; i < first + count; ++i) {
        const double x = static_cast<double>(positions[i].x) - static_cast<double>(positions[row].x);
        const double y = static_cast<double>(positions[i].y) - static_cast<double>(positions[row].y);
        const double z = static_cast<double>(positions[i].z) - static_cast<double>(positions[row].z);
        if (i != row) others.emplace_back(std::sqrt(x * x + y * y + z * z), positions[i].w);
    }
    std::sort(others.begin(), others.end());
    const std::size_t kth = std::min(default_neighbors, others.size()) - 1;
    double sum = 0;
    for (std::size_t i = 0; i < kth; ++i) sum += others[i].second;
    const double radius = others[kth].first;
    return {static_cast<float>(radius), static_cast<float>(sum / (4.0 / 3 * std::numbers::pi * std::pow(radius, 3)))};
}

void check_equal(const Neighborhood& found, const Neighborhood& expected) {
    // Differences of coordinates have a rounding error of half an ulp, 6e-8. The density depends on the third power of
    // the radius.
    CHECK(found.radius == doctest::Approx(expected.radius).epsilon(1e-6).scale(0));
    CHECK(found.density == doctest::Approx(expected.density).epsilon(3e-6));
}

}  // namespace

TEST_CASE("neighbor radii and densities agree with a reference that sorts all distances") {
    for (const std::size_t bodies : {2u, 3u, 16u, 17u, 40u, 3000u}) {
        const std::vector<Float4> positions = concentrated(bodies);
        const std::vector<Neighborhood> found = surroundings(positions, {}).around;
        REQUIRE(found.size() == positions.size());
        for (std::size_t row = 0; row < positions.size(); row += 7) {
            CAPTURE(bodies);
            CAPTURE(row);
            check_equal(found[row], by_sorting(positions, row, 0, positions.size()));
        }
    }
}

TEST_CASE("neighbors of a star are stars of any galaxy, and neighbors of a halo body are halo bodies") {
    const std::vector<Float4> positions = concentrated(900);
    const std::vector<Component> components{
        {"disk", "a", 0, 200}, {"bulge", "b", 200, 100}, {"halo", "a", 300, 400}, {"halo", "b", 700, 200}};
    const std::vector<Neighborhood> found = surroundings(positions, components).around;
    for (std::size_t row = 0; row < 300; ++row) check_equal(found[row], by_sorting(positions, row, 0, 300));
    for (std::size_t row = 300; row < 900; ++row) check_equal(found[row], by_sorting(positions, row, 300, 600));
}

TEST_CASE("the mean density estimate of uniformly distributed bodies equals their density") {
    std::vector<Float4> positions(40'000);
    Random random(3);
    for (Float4& p : positions)
        p = {static_cast<float>(random.uniform()), static_cast<float>(random.uniform()),
             static_cast<float>(random.uniform()), 0.5f};
    double sum = 0;
    std::size_t inside = 0;
    const std::vector<Neighborhood> found = surroundings(positions, {}).around;
    for (std::size_t row = 0; row < positions.size(); ++row) {
        const Float4& p = positions[row];
        const auto far_from_edges = [](float x) { return x > 0.1f && x < 0.9f; };
        if (!far_from_edges(p.x) || !far_from_edges(p.y) || !far_from_edges(p.z)) continue;
        sum += static_cast<double>(found[row].density);
        ++inside;
    }
    // Each of the 20,480 density estimates by 16 neighbors scatters by 1/sqrt(14). Neighboring bodies have similar
    // estimates, so the mean has an error of up to 1 %.
    CHECK(sum / static_cast<double>(inside) == doctest::Approx(20'000).epsilon(0.02).scale(0));
}

TEST_CASE("the neighbor search accepts few bodies, coincident bodies and bodies with invalid positions") {
    const auto radii = [](const std::vector<Float4>& positions) {
        std::vector<float> found;
        for (const Neighborhood& around : surroundings(positions, {}).around) found.push_back(around.radius);
        return found;
    };
    CHECK(radii({}).empty());
    CHECK(radii({{1, 2, 3, 1}}) == std::vector<float>{0});
    CHECK(radii({{0, 0, 0, 1}, {3, 0, 0, 1}, {3, 4, 0, 1}}) == std::vector<float>{5, 4, 5});

    const std::vector<Neighborhood> together = surroundings(std::vector<Float4>(5000, {1, 1, 1, 1}), {}).around;
    for (const Neighborhood& around : together) {
        REQUIRE(around.radius == 0);
        REQUIRE(std::isinf(around.density));
    }

    std::vector<Float4> positions = concentrated(400);
    positions[10].x = std::numeric_limits<float>::quiet_NaN();
    positions[20].z = -std::numeric_limits<float>::infinity();
    const std::vector<Neighborhood> found = surroundings(positions, {}).around;
    for (const std::size_t invalid : {10u, 20u}) {
        CHECK(found[invalid].radius == 0);
        CHECK(found[invalid].density == 0);
    }
    std::vector<Float4> valid_positions = positions;
    valid_positions.erase(valid_positions.begin() + 20);
    valid_positions.erase(valid_positions.begin() + 10);
    check_equal(found[0], by_sorting(valid_positions, 0, 0, valid_positions.size()));
}
