// The smoothing length of a body must shrink with the density around the body. For an isolated body, the smoothing
// length is the distance to other bodies.
#include "data/neighbors/smoothing_kernel.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "data/base/random.hpp"

using namespace milkomeda;

namespace {

struct Clouds {
    std::vector<Float4> positions;

    void add(std::size_t bodies, const Float4& middle, const Float4& size) {
        Random random(5);
        const auto draw = [&](float at, float wide) {
            return at + wide * (static_cast<float>(random.uniform()) - 0.5f);
        };
        for (std::size_t i = 0; i < bodies; ++i)
            positions.push_back({draw(middle.x, size.x), draw(middle.y, size.y), draw(middle.z, size.z), 1});
    }
    Surroundings around() const { return surroundings(positions, {}); }
};

}  // namespace

TEST_CASE("an isolated body is smoothed over its distance to a cluster without widening the cluster's bodies") {
    Clouds cloud;
    cloud.add(3000, {0, 0, 0, 0}, {1, 1, 1, 0});
    const std::vector<SmoothingKernel> before = smoothing_kernels(cloud.around().around, cloud.around().nearest);
    cloud.positions.push_back({10, 0, 0, 1});
    const auto [around, nearest] = cloud.around();
    const std::vector<SmoothingKernel> all = smoothing_kernels(around, nearest);
    CHECK(around.back().radius == doctest::Approx(9.6).epsilon(0.03).scale(0));
    CHECK(all.back().length > 0.6f * around.back().radius);
    for (std::size_t row = 0; row < 3000; row += 100)
        CHECK(all[row].length == doctest::Approx(before[row].length).epsilon(0.05).scale(0));
}

TEST_CASE("a dense arm and its thin surroundings are smoothed differently, and an even disk is smoothed uniformly") {
    Clouds cloud;
    cloud.add(6000, {0, 0, 0, 0}, {10, 10, 0.5f, 0});
    // This arm is five times as dense as the bodies around it.
    cloud.add(1300, {0, 0, 0, 0}, {10, 0.5f, 0.5f, 0});
    const auto [around, nearest] = cloud.around();
    const std::vector<SmoothingKernel> all = smoothing_kernels(around, nearest);
    struct Mean {
        double sum = 0, count = 0;
        void operator+=(double x) { sum += x, ++count; }
        double value() const { return sum / count; }
    } arm, beside, far;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const double y = std::abs(cloud.positions[row].y);
        if (y < 0.25) arm += all[row].contrast;
        if (y > 0.4 && y < 0.8) beside += all[row].contrast;
        if (y > 2 && y < 4) far += all[row].contrast;
    }
    MESSAGE("arm " << arm.value() << ", beside " << beside.value() << ", far " << far.value());
    CHECK(far.value() == doctest::Approx(1).epsilon(0.1).scale(0));
    CHECK(arm.value() > 1.3 * beside.value());
}

TEST_CASE("at the rim of a disk, smoothing lengths hardly exceed neighbor radii, so the disk has no diffuse border") {
    constexpr std::size_t bodies = 4000;
    Random random(9);
    std::vector<Float4> positions;
    std::vector<float> radii;
    for (std::size_t i = 0; i < bodies; ++i) {
        // an exponential disk of scale length 1: the product of two uniform numbers has the distribution r exp(-r)
        const double radius = -std::log(random.uniform() * random.uniform()), angle = 6.2831853 * random.uniform();
        positions.push_back({static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle)),
                             static_cast<float>(0.1 * random.normal()), 1});
        radii.push_back(static_cast<float>(radius));
    }
    const auto [around, nearest] = surroundings(positions, {});
    const std::vector<SmoothingKernel> all = smoothing_kernels(around, nearest);
    const auto mean_ratio = [&](float least, float most) {
        double sum = 0, count = 0;
        for (std::size_t row = 0; row < bodies; ++row)
            if (radii[row] >= least && radii[row] < most) sum += all[row].length / around[row].radius, ++count;
        return sum / count;
    };
    const double inside = mean_ratio(1, 2), rim = mean_ratio(5, 9);
    MESSAGE("widening inside " << inside << ", at the rim " << rim);
    CHECK(inside > 1.5);
    CHECK(rim < 1.3);
}
