// The ellipsoid of a body must have the shape of its neighborhood in tails, disks and flows, and must change without
// jumps.
#include "data/neighbors/ellipsoids.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "data/base/random.hpp"

using namespace milkomeda;

namespace {

// A cloud consists of bodies at random positions in a box. Each velocity component has a standard deviation of 1.
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
        return shapes_and_flows(positions, velocities, surroundings(positions, {}).nearest).shapes;
    }

    // Returns the mean of a matrix element over all bodies, relative to the trace of the matrix.
    double mean(std::int16_t Ellipsoid::*number) const {
        double sum = 0;
        for (const Ellipsoid& shape : shapes()) sum += static_cast<double>(shape.*number) / 32'767;
        return sum / static_cast<double>(positions.size());
    }
};

}  // namespace

TEST_CASE("shapes are elongated for bodies in a tail, flat for bodies in a disk and round for bodies in a ball") {
    // At most 0.9 of the trace is along the tail: every shape is a mixture of 0.85 of the measured shape and 0.15 of a
    // sphere. The width of the tail reduces this value further.
    const Cloud tail(300, 100, 1, 1);
    CHECK(tail.mean(&Ellipsoid::xx) > 0.75);
    CHECK(std::abs(tail.mean(&Ellipsoid::yy) - tail.mean(&Ellipsoid::zz)) < 0.03);
    const Cloud disk(5000, 100, 100, 0.5f);
    CHECK(disk.mean(&Ellipsoid::zz) < 0.07);
    CHECK(disk.mean(&Ellipsoid::xx) == doctest::Approx(disk.mean(&Ellipsoid::yy)).epsilon(0.05).scale(0));
    const Cloud ball(5000, 1, 1, 1);
    for (const auto axis : {&Ellipsoid::xx, &Ellipsoid::yy, &Ellipsoid::zz})
        // The shape of each of the 5000 bodies scatters by 1/4, so the error of their mean is below 2 %.
        CHECK(ball.mean(axis) == doctest::Approx(1.0 / 3).epsilon(0.02).scale(0));
    // Some bodies are elongated by chance: one axis is more than one and a half times as long as the mean of the other
    // two axes.
    std::size_t elongated = 0;
    for (const Ellipsoid& shape : ball.shapes()) elongated += std::max({shape.xx, shape.yy, shape.zz}) > 0.53 * 32'767;
    MESSAGE(elongated << " of 5000 bodies have elongated shapes by chance");
    CHECK(elongated < 150);
}

TEST_CASE("the trace of every shape matrix is 1 within rounding, and a body without enough neighbors has no shape") {
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

TEST_CASE("an ordered flow elongates the shapes of its bodies, and random motion does not") {
    Cloud cloud(5000, 1, 1, 1);
    const double without_flow = cloud.mean(&Ellipsoid::xy);
    CHECK(std::abs(without_flow) < 0.01);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        // In this shear flow, bodies separate along the direction x = y.
        cloud.velocities[i] = {cloud.positions[i].y, 0, 0, 0};
    CHECK(cloud.mean(&Ellipsoid::xy) > 0.15);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        cloud.velocities[i] = {2 * cloud.positions[i].x, -cloud.positions[i].y, -cloud.positions[i].z, 0};
    CHECK(cloud.mean(&Ellipsoid::xx) > 0.5);  // In this flow, bodies separate along x, as in a growing tail.
    for (std::size_t i = 0; i < cloud.positions.size(); ++i)
        cloud.velocities[i] = {-cloud.positions[i].y, cloud.positions[i].x, 0,
                               0};  // Rigid rotation does not elongate the shapes.
    CHECK(std::abs(cloud.mean(&Ellipsoid::xy)) < 0.01);
}

TEST_CASE("the shapes of moving bodies change without jumps when their neighbors change") {
    Cloud cloud(600, 1, 1, 1);
    // The distance to the nearest neighbors is about 0.1, so a body with speed 1 needs 400 steps for this distance.
    // During the 40 steps of the test, about 1000 changes occur in which another body becomes a body's 16th neighbor.
    const float step = 0.1f / 400;
    std::vector<Ellipsoid> before = cloud.shapes();
    int largest = 0, widest = 0;
    for (int i = 0; i < 40; ++i) {
        for (std::size_t row = 0; row < cloud.positions.size(); ++row) {
            cloud.positions[row].x += step * cloud.velocities[row].x;
            cloud.positions[row].y += step * cloud.velocities[row].y;
        }
        const std::vector<Ellipsoid> now = cloud.shapes();
        for (std::size_t row = 0; row < now.size(); ++row) {
            largest = std::max(largest, std::abs(now[row].xx - before[row].xx));
            widest = std::max(widest, std::abs(now[row].xx - now[0].xx));
        }
        before = now;
    }
    // The shapes of bodies differ much more than the largest change per step that the next check permits.
    CHECK(widest > 3000);
    // If a new neighbor had its full weight at once, the trace would change by 1/16, or 2000 units.
    CHECK(largest < 700);
}
