// The ellipsoid of a body has the shape of its neighborhood in tails, disks and flows, and changes without
// jumps.
#include "data/neighbors/ellipsoids.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/base/random.hpp"

using namespace milkomeda;

namespace {

// Bodies at random positions in a box; each velocity component has a standard deviation of 1.
struct Cloud {
    std::vector<Float4> positions, velocities;

    Cloud(std::size_t bodies, float x, float y, float z) {
        Random random(11);
        const auto inside = [&](float size) { return size * (static_cast<float>(random.uniform()) - 0.5f); };
        const auto normal = [&] { return static_cast<float>(random.normal()); };
        for (std::size_t i = 0; i < bodies; ++i) {
            positions.push_back({inside(x), inside(y), inside(z), 1});
            velocities.push_back({normal(), normal(), normal(), 0});
        }
    }

    std::vector<Ellipsoid> shapes() const {
        return ellipsoids(positions, velocities, surroundings(positions, {}).nearest);
    }

    // Returns the mean of a matrix element over all bodies, relative to the trace.
    double mean(std::int16_t Ellipsoid::*number) const {
        double sum = 0;
        for (const Ellipsoid& shape : shapes()) sum += static_cast<double>(shape.*number) / 32'767;
        return sum / static_cast<double>(positions.size());
    }
};

}  // namespace

TEST_CASE("bodies in a tail have elongated shapes, in a disk flat shapes, and in a ball round shapes") {
    // At most 0.9 of the trace is along the tail, because a sphere of 0.15 is added to each shape. Three of
    // ten neighbors lie beside the tail axis.
    const Cloud tail(300, 100, 1, 1);
    CHECK(tail.mean(&Ellipsoid::xx) > 0.75);
    CHECK(std::abs(tail.mean(&Ellipsoid::yy) - tail.mean(&Ellipsoid::zz)) < 0.03);
    const Cloud disk(5000, 100, 100, 0.5f);
    CHECK(disk.mean(&Ellipsoid::zz) < 0.07);
    CHECK(disk.mean(&Ellipsoid::xx) == doctest::Approx(disk.mean(&Ellipsoid::yy)).epsilon(0.05));
    const Cloud ball(5000, 1, 1, 1);
    for (const auto axis : {&Ellipsoid::xx, &Ellipsoid::yy, &Ellipsoid::zz})
        // The mean over 5000 bodies, each with a scatter of 1/4, has an error below 2 %.
        CHECK(ball.mean(axis) == doctest::Approx(1.0 / 3).epsilon(0.02));
    // Counts bodies that are elongated by chance: one axis is more than one and a half times as long as the
    // mean of the other axes.
    std::size_t needles = 0;
    for (const Ellipsoid& shape : ball.shapes()) needles += std::max({shape.xx, shape.yy, shape.zz}) > 0.53 * 32'767;
    MESSAGE(needles << " of 5000 bodies are needles by chance");
    CHECK(needles < 150);
}

TEST_CASE("the trace of a shape is one except for rounding, and bodies without enough neighbors have no shape") {
    for (const Ellipsoid& shape : Cloud(1000, 9, 3, 1).shapes())
        CHECK(std::abs(shape.xx + shape.yy + shape.zz - 32'767) <= 2);
    CHECK(Cloud(1, 1, 1, 1).shapes().front() == Ellipsoid{});
    CHECK(Cloud(5, 1, 1, 1).shapes().front() == Ellipsoid{});
    Cloud broken(400, 1, 1, 1);
    broken.positions[3].x = std::nanf("");
    CHECK(broken.shapes()[3] == Ellipsoid{});
    Cloud together(400, 0, 0, 0);
    CHECK(together.shapes()[3] == Ellipsoid{});
}

TEST_CASE("an ordered flow elongates the shapes of its bodies, random motion does not") {
    Cloud cloud(5000, 1, 1, 1);
    const double crowd = cloud.mean(&Ellipsoid::xy);
    CHECK(std::abs(crowd) < 0.01);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        // In this shear flow bodies separate along the direction x = y.
        cloud.velocities[i] = {cloud.positions[i].y, 0, 0, 0};
    CHECK(cloud.mean(&Ellipsoid::xy) > 0.15);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        cloud.velocities[i] = {2 * cloud.positions[i].x, -cloud.positions[i].y, -cloud.positions[i].z, 0};
    CHECK(cloud.mean(&Ellipsoid::xx) > 0.5);  // In this flow bodies separate along x, as in a growing tail.
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        cloud.velocities[i] = {-cloud.positions[i].y, cloud.positions[i].x, 0,
                               0};  // Rigid rotation does not elongate the shapes.
    CHECK(std::abs(cloud.mean(&Ellipsoid::xy)) < 0.01);
}

TEST_CASE("shapes change without jumps when bodies move and their neighbors change") {
    Cloud cloud(600, 1, 1, 1);
    // 400 such steps move each body as far as its nearest neighbors, so that about 16 x 600 times another
    // body becomes the 16th neighbor.
    const float step = 0.1f / 400;
    std::vector<Ellipsoid> before = cloud.shapes();
    int largest = 0, way = 0;
    for (int i = 0; i < 40; ++i) {
        for (std::size_t row = 0; row < cloud.positions.size(); ++row) {
            cloud.positions[row].x += step * cloud.velocities[row].x;
            cloud.positions[row].y += step * cloud.velocities[row].y;
        }
        const std::vector<Ellipsoid> now = cloud.shapes();
        for (std::size_t row = 0; row < now.size(); ++row) {
            largest = std::max(largest, std::abs(now[row].xx - before[row].xx));
            way = std::max(way, std::abs(now[row].xx - now[0].xx));
        }
        before = now;
    }
    CHECK(way > 3000);  // The shapes of bodies differ much more than the largest change allowed below.
    // If a new neighbor had its full weight at once, the trace would change by 1/16, which is 2000 units.
    CHECK(largest < 700);
}
