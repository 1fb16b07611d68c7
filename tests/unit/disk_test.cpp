#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "data/galaxies/disk_distribution.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using std::numbers::pi;

namespace {

// Returns the galaxy model that both galaxies of the default scene use.
const GalaxyModel& fitted() {
    static const GalaxyModel model(shipped_scene("milky-way-andromeda").galaxies[0].model);
    return model;
}

std::size_t row_at(const DiskKinematics& kinematics, double R) {
    return static_cast<std::size_t>(std::ranges::lower_bound(kinematics.radii, R) - kinematics.radii.begin());
}

}  // namespace

TEST_CASE("the surface density of the disk integrates to its mass") {
    const ExponentialDisk& disk = *fitted().disk;
    constexpr int steps = 4000;
    const double width = disk.outermost() / steps;
    double mass = 0;
    for (int i = 0; i < steps; ++i) {
        const double R = (i + 0.5) * width;
        mass += 2 * pi * R * disk.surface_density(R) * width;
    }
    // The midpoint rule has a relative error of width^2 / 24 = 2e-7.
    CHECK(mass == doctest::Approx(0.81742).epsilon(1e-6).scale(0));
    CHECK(std::abs(disk.surface_density(0) - 0.13607) < 5e-6);
    CHECK(disk.mass_inside_sphere(9) == doctest::Approx(disk.mass()).epsilon(1e-6).scale(0));
}

TEST_CASE("the gravity of the disk equals the gravity of thin sheets at the heights of its stars") {
    const ExponentialDisk& disk = *fitted().disk;
    // The height of a star is z0 atanh(u) with uniform u from -1 to 1. The height differences of all pairs of stars are
    // sorted and divided into groups of similar height difference.
    constexpr int heights = 120, groups = 40;
    std::vector<double> apart;
    for (int a = 0; a < heights; ++a)
        for (int b = 0; b < heights; ++b)
            apart.push_back(disk.scale_height() * std::abs(std::atanh(2 * (a + 0.5) / heights - 1) -
                                                           std::atanh(2 * (b + 0.5) / heights - 1)));
    std::ranges::sort(apart);
    for (const double R : {1.0, 2.2, 4.0}) {
        constexpr int rings = 800, points = 1024;
        const double width = disk.outermost() / rings;
        double force = 0;
        for (int group = 0; group < groups; ++group) {
            // The distance `dz` of two sheets must be at least the spacing of points in a sheet. Otherwise, the force
            // would depend on the positions of single points.
            const std::size_t middle = (2 * group + 1) * apart.size() / (2 * groups);
            const double dz = std::max(apart[middle], width);
            for (int i = 0; i < rings; ++i) {
                const double ring = (i + 0.5) * width;
                const double mass = 2 * pi * ring * width * disk.surface_density(ring) / points;
                // Only half of each ring is summed, because the other half is its mirror image.
                for (int j = 0; j < points / 2; ++j) {
                    const double c = std::cos(2 * pi * (j + 0.5) / points);
                    const double d2 = R * R + ring * ring - 2 * R * ring * c + dz * dz;
                    force += 2 * mass * (R - ring * c) / (d2 * std::sqrt(d2)) / groups;
                }
            }
        }
        CAPTURE(R);
        // The tolerance covers the error of 0.6 % at R = 1 from using one height difference for all pairs of a group.
        // The error is smaller at larger radii.
        CHECK(disk.inward_force(R) == doctest::Approx(force).epsilon(0.01).scale(0));
    }
}

TEST_CASE("the disk has a minimum Toomre Q of 1.5 by default, and another minimum of Q can be requested") {
    const DiskKinematics kinematics(fitted());
    // The description of the dataset says that Q is "about 1.5".
    CHECK(std::abs(kinematics.lowest_toomre_q() - 1.5) < 0.1);
    for (const double R : {1.0, 2.0, 4.0}) {
        const std::size_t row = row_at(kinematics, R);
        CHECK(kinematics.radial_dispersion[row] ==
              doctest::Approx(0.36 * std::exp(-kinematics.radii[row] / 2)).epsilon(1e-9).scale(0));
    }
    GalaxySpec spec = shipped_scene("milky-way-andromeda").galaxies[0].model;
    spec.disk->radial_dispersion.reset();
    spec.disk->toomre_q = 1.1;
    CHECK(DiskKinematics(GalaxyModel(spec)).lowest_toomre_q() == doctest::Approx(1.1).epsilon(1e-9).scale(0));
}

TEST_CASE("the radii of disk stars reproduce the requested surface density") {
    const DiskKinematics kinematics(fitted());
    const DiskDistribution distribution(kinematics);
    const ExponentialDisk& disk = *fitted().disk;
    double inside = 0, R = 0;
    for (double fraction = 0.02; fraction < 0.99; fraction += 0.02) {
        const double outer = distribution.radius_enclosing(fraction);
        constexpr int steps = 100;
        for (int i = 0; i < steps; ++i) {
            const double middle = R + (i + 0.5) * (outer - R) / steps;
            inside += 2 * pi * middle * disk.surface_density(middle) * (outer - R) / steps / disk.mass();
        }
        R = outer;
        CHECK(std::abs(inside - fraction) < 0.002);
    }
}

TEST_CASE("disk stars lag behind the circular speed, have a tail of slow stars and satisfy the Jeans equation") {
    const DiskKinematics kinematics(fitted());
    const DiskDistribution distribution(kinematics);
    struct Moments {
        double mean = 0, variance = 0, skew = 0, outwards2 = 0, upwards2 = 0;
    };
    const auto moments = [&](double R) {
        constexpr int stars = 20'000;
        Moments m;
        const auto for_each = [&](auto&& visit) {
            for (int i = 0; i < stars; ++i) {
                const double guide = distribution.guiding_radius(R, (i + 0.5) / stars);
                visit(guide, distribution.angular_momentum(guide) / R);
            }
        };
        for_each([&](double guide, double v) {
            m.mean += v / stars;
            m.outwards2 += std::pow(distribution.radial_dispersion(guide), 2) / stars;
            m.upwards2 += std::pow(distribution.vertical_dispersion(guide), 2) / stars;
        });
        for_each([&](double, double v) { m.variance += (v - m.mean) * (v - m.mean) / stars; });
        for_each([&](double, double v) { m.skew += std::pow((v - m.mean) / std::sqrt(m.variance), 3) / stars; });
        return m;
    };
    for (const double R : {1.0, 2.0, 3.0}) {
        CAPTURE(R);
        const std::size_t row = row_at(kinematics, R);
        const double at = kinematics.radii[row], vc = kinematics.circular_speed[row];
        const Moments m = moments(at), inner = moments(at * 0.98), outer = moments(at * 1.02);
        CHECK(m.mean < vc);
        CHECK(m.skew < -0.1);
        CHECK(std::sqrt(m.upwards2) == doctest::Approx(kinematics.vertical_dispersion[row]).epsilon(0.01).scale(0));
        // In the midplane, the radial Jeans equation says that rotation and velocity dispersion balance gravity.
        const ExponentialDisk& disk = *fitted().disk;
        const double slope = std::log(disk.surface_density(at * 1.02) * outer.outwards2 /
                                      (disk.surface_density(at * 0.98) * inner.outwards2)) /
                             std::log(1.02 / 0.98);
        const double carried = m.mean * m.mean + m.variance - m.outwards2 * (1 + slope);
        CHECK(carried == doctest::Approx(vc * vc).epsilon(0.01).scale(0));
    }
}
