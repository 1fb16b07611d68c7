#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "data/disk_kinematics.hpp"

using namespace milkomeda;
using std::numbers::pi;

TEST_CASE("the disk's surface density adds up to its mass") {
    const ExponentialDisk disk;
    constexpr int steps = 4000;
    constexpr double width = ExponentialDisk::outermost / steps;
    double mass = 0;
    for (int i = 0; i < steps; ++i) {
        const double R = (i + 0.5) * width;
        mass += 2 * pi * R * disk.surface_density(R) * width;
    }
    CHECK(mass ==
          doctest::Approx(0.81742).epsilon(1e-6));  // the midpoint rule's error is width^2 / 24 = 2e-7
    CHECK(std::abs(disk.surface_density(0) - 0.13607) < 5e-6);
    CHECK(disk.mass_inside_sphere(9) == doctest::Approx(disk.mass).epsilon(1e-6));
}

TEST_CASE("the slope of the surface density is its derivative") {
    const ExponentialDisk disk;
    for (const double R : {0.5, 2.0, 4.5, 5.5}) {
        const double h = 1e-4;
        const double difference =
            std::log(disk.surface_density(R + h) / disk.surface_density(R - h)) / (2 * h);
        CHECK(disk.surface_density_slope(R) == doctest::Approx(R * difference).epsilon(1e-6));
    }
}

TEST_CASE("the disk's pull is that of its rings, summed point by point") {
    const ExponentialDisk disk;
    for (const double R : {0.3, 1.0, 2.2, 5.0}) {
        constexpr int rings = 800, points = 1024;
        constexpr double width = ExponentialDisk::outermost / rings, softening = 0.06;
        double force = 0;
        for (int i = 0; i < rings; ++i) {
            const double a = (i + 0.5) * width;
            const double point_mass = 2 * pi * a * width * disk.surface_density(a) / points;
            for (int j = 0; j < points; ++j) {
                const double c = std::cos(2 * pi * (j + 0.5) / points);
                const double d2 = R * R + a * a - 2 * R * a * c + softening * softening;
                force += point_mass * (R - a * c) / (d2 * std::sqrt(d2));
            }
        }
        CAPTURE(R);
        CHECK(disk.inward_force(R) == doctest::Approx(force).epsilon(1e-3));  // rings 0.025 and 0.01 wide
    }
}

TEST_CASE("the disk is stable and its stars move nearly on circles") {
    const GalaxyModel model;
    const DiskKinematics kinematics(model);
    double lowest = 10, where = 0;
    for (double R = 0.5; R < 4; R += 0.05)
        if (kinematics.toomre_q(R) < lowest) lowest = kinematics.toomre_q(R), where = R;
    CHECK(std::abs(lowest - 1.5) < 0.1);  // "about 1.5 near 2"
    CHECK(std::abs(where - 2) < 0.3);

    for (const double R : {1.0, 2.0, 4.0}) {
        const auto at = kinematics.at(R);
        CHECK(at.radial_dispersion ==
              doctest::Approx(0.36 * std::exp(-R / 2)).epsilon(1e-4));  // straight lines between rows
        CHECK(at.azimuthal_dispersion >= 0.5 * at.radial_dispersion);
        CHECK(at.azimuthal_dispersion <= at.radial_dispersion);
        CHECK(kinematics.mean_rotation(R, 0) < at.circular_speed);                 // asymmetric drift
        CHECK(kinematics.mean_rotation(R, 0.3) < kinematics.mean_rotation(R, 0));  // slower above the plane
    }
    // No disk stars fall out of the tables.
    CHECK(std::isfinite(kinematics.mean_rotation(0, 0.01)));
    CHECK(std::isfinite(kinematics.mean_rotation(100, 0)));
}
