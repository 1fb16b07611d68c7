// Star formation is derived from the motion of bodies. Stars form where bodies converge.
#include "data/neighbors/star_formation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "data/base/formation.hpp"
#include "data/base/random.hpp"
#include "data/base/units.hpp"

using namespace milkomeda;

namespace {

constexpr std::size_t bodies = 4000;

// The bodies are distributed uniformly in a ball of radius 1. The velocity of a body is the function `flow` of its
// position plus a random velocity.
struct Ball {
    std::vector<Float4> positions, velocities;
    std::vector<Component> components{{"disk", "a", 0, bodies, 1}};

    template <typename Flow>
    Ball(double dispersion, Flow flow) {
        Random random(7);
        while (positions.size() < bodies) {
            const auto draw = [&] { return static_cast<float>(2 * random.uniform() - 1); };
            const Float4 p{draw(), draw(), draw(), 1.0f / bodies};
            if (p.x * p.x + p.y * p.y + p.z * p.z > 1) continue;
            positions.push_back(p);
            const auto scatter = [&] { return static_cast<float>(dispersion * random.normal()); };
            const Float4 v = flow(p);
            velocities.push_back({v.x + scatter(), v.y + scatter(), v.z + scatter(), 0});
        }
    }

    StarFormation formation() const {
        const auto [around, nearest] = surroundings(positions, components);
        return star_formation(positions, velocities, components, nearest, smoothing_kernels(around, nearest),
                              shapes_and_flows(positions, velocities, nearest).compression);
    }
    double index() const { return star_formation_index(positions, velocities, components); }
    double mean_compression() const {
        double sum = 0;
        for (const float compression :
             shapes_and_flows(positions, velocities, surroundings(positions, components).nearest).compression)
            sum += compression / double{bodies};
        return sum;
    }
};

Float4 at_rest(const Float4&) { return {}; }

}  // namespace

TEST_CASE("isotropic contraction counts as compression, and rotation and shear do not") {
    const auto shrinks = [](const Float4& p) { return Float4{-0.2f * p.x, -0.2f * p.y, -0.2f * p.z, 0}; };
    const auto turns = [](const Float4& p) { return Float4{-p.y, p.x, 0, 0}; };
    const auto shears = [](const Float4& p) { return Float4{p.y, 0, 0, 0}; };
    // compression_of() adds a hundredth of the trace of the position moments to each axis. An axis has a third of the
    // trace, so the result is 3 % too small.
    CHECK(Ball(0, shrinks).mean_compression() == doctest::Approx(0.6).epsilon(0.04).scale(0));
    CHECK(std::abs(Ball(0, turns).mean_compression()) < 0.01);
    CHECK(std::abs(Ball(0, shears).mean_compression()) < 0.01);
}

TEST_CASE("the star formation index is 1 at rest, larger in compressed disks and smaller in stretched disks") {
    CHECK(Ball(0, at_rest).index() == doctest::Approx(1).epsilon(1e-6).scale(0));
    // Random motions cause no mean compression, but random fluctuations increase the index slightly.
    CHECK(Ball(0.1, at_rest).index() == doctest::Approx(1).epsilon(0.1).scale(0));
    for (const float rate : {-0.1f, 0.1f}) {
        const Ball ball(0, [rate](const Float4& p) { return Float4{-rate * p.x, -rate * p.y, -rate * p.z, 0}; });
        const double denser = std::exp(3 * double{rate} * formation_span_myr / myr_per_time);
        CHECK(ball.index() == doctest::Approx(denser).epsilon(0.03).scale(0));
    }
    Ball bulge(0, at_rest);
    bulge.components[0].name = "bulge";
    CHECK(std::isnan(bulge.index()));
    CHECK(bulge.formation().rates == std::vector<float>(bodies, 1));
}

TEST_CASE("star formation is stronger in compressed regions and in denser regions") {
    // The ball rotates, because stars form only in rotating disks.
    const Ball ball(0.02, [](const Float4& p) { return Float4{(p.x > 0 ? -0.3f * p.x : 0) - p.y, p.x, 0, 0}; });
    const StarFormation found = ball.formation();
    double compressed = 0, quiet = 0;
    for (std::size_t row = 0; row < bodies; ++row) {
        if (ball.positions[row].x > 0.2f) compressed += found.rates[row];
        if (ball.positions[row].x < -0.2f) quiet += found.rates[row];
    }
    CHECK(compressed > 1.5 * quiet);
    Ball dense(0, at_rest);
    // Half of the bodies are moved to a second ball with an eighth of the density.
    for (std::size_t row = 0; row < bodies / 2; ++row)
        dense.positions[row] = {10 + 2 * dense.positions[row].x, 2 * dense.positions[row].y, 2 * dense.positions[row].z,
                                1.0f / bodies};
    const StarFormation of_both = dense.formation();
    double thin = 0, thick = 0;
    for (std::size_t row = 0; row < bodies; ++row)
        (row < bodies / 2 ? thin : thick) += of_both.rates[row] / (bodies / 2);
    CHECK(thick / thin == doctest::Approx(std::pow(8.0, 0.25)).epsilon(0.02).scale(0));
    // The threshold density reduces the rates in the thin ball slightly.
    CHECK((thick + thin) / 2 == doctest::Approx(1).epsilon(1e-3).scale(0));
}

TEST_CASE(
    "star formation rises where disks of two galaxies pass fast through each other, and not within a single disk") {
    // Everywhere in the ball, bodies with odd indices belong to one galaxy and bodies with even indices to the other
    // galaxy.
    const auto rate_and_index = [](float speed, bool are_two) {
        // The ball rotates, because stars form only in rotating disks.
        Ball ball(0.05, [](const Float4& p) { return Float4{-p.y, p.x, 0, 0}; });
        std::vector<Float4> positions, velocities;
        for (std::size_t half = 0; half < 2; ++half)
            for (std::size_t row = half; row < bodies; row += 2) {
                positions.push_back(ball.positions[row]);
                velocities.push_back(ball.velocities[row]);
                velocities.back().x += half == 0 ? speed / 2 : -speed / 2;
            }
        ball.positions = positions, ball.velocities = velocities;
        if (are_two) ball.components = {{"disk", "a", 0, bodies / 2, 1}, {"disk", "b", bodies / 2, bodies / 2, 1}};
        double sum = 0;
        for (const float rate : ball.formation().rates) sum += rate / double{bodies};
        return std::pair{sum, ball.index()};
    };
    const float slow = static_cast<float>(10 / km_s_per_velocity), fast = static_cast<float>(400 / km_s_per_velocity);
    const auto [quiet, quiet_index] = rate_and_index(slow, true);
    const auto [meeting, meeting_index] = rate_and_index(fast, true);
    CHECK(meeting > 8 * quiet);
    CHECK(meeting_index > 2 * quiet_index);
    CHECK(quiet == doctest::Approx(1).epsilon(0.3).scale(0));
    CHECK(rate_and_index(fast, false).first < 0.5 * meeting);
}

TEST_CASE("stars form along structures denser than their surroundings, independently of the motion of the bodies") {
    Ball ball(0, at_rest);
    for (std::size_t row = 0; row < bodies / 8; ++row) {
        ball.positions[row].y *= 0.1f;
        ball.positions[row].z *= 0.1f;
    }
    const StarFormation found = ball.formation();
    double arm = 0, outside = 0;
    for (std::size_t row = 0; row < bodies; ++row)
        (row < bodies / 8 ? arm : outside) += found.rates[row] / (row < bodies / 8 ? bodies / 8 : 7 * bodies / 8);
    CHECK(arm > 3 * outside);
}

TEST_CASE("stars form in a rotating disk, but not in a remnant whose bodies move in random directions") {
    const auto mean_rate = [](double dispersion, float rotation) {
        const Ball ball(dispersion, [rotation](const Float4& p) {
            return Float4{-rotation * p.y, rotation * p.x, 0, 0};
        });
        double sum = 0;
        for (const float rate : ball.formation().rates) sum += rate / double{bodies};
        return sum;
    };
    const double disk = mean_rate(0.1, 1), remnant = mean_rate(0.4, 0);
    MESSAGE("mean rate of the disk " << disk << ", of the remnant " << remnant);
    CHECK(disk > 0.7);
    CHECK(remnant < 0.1);
}

TEST_CASE("hardly any stars form where a disk is thinner than a thirtieth of its median density") {
    Ball ball(0, at_rest);
    // Every fourth body is moved to a ball with a 125th of the density.
    for (std::size_t row = 0; row < bodies; row += 4)
        ball.positions[row] = {20 + 3.15f * ball.positions[row].x, 3.15f * ball.positions[row].y,
                               3.15f * ball.positions[row].z, 1.0f / bodies};
    const StarFormation found = ball.formation();
    double thin = 0, thick = 0;
    for (std::size_t row = 0; row < bodies; ++row) (row % 4 == 0 ? thin : thick) += found.rates[row];
    CHECK(thin / thick < 0.03);
}

TEST_CASE("star formation rates are stored as logarithms that are clamped to a maximum") {
    CHECK(formation_step(1) == 0);
    CHECK(formation_step(2) == std::lround(32'767 / double{max_log2_formation_rate}));
    CHECK(formation_step(0) == -32'767);
    CHECK(formation_step(1e9f) == 32'767);
}

TEST_CASE("gas forms stars by its surface density, above a threshold") {
    // 2.5e-4 solar masses per year and square kiloparsec at 1 solar mass per square parsec, with the power 1.4
    // (Kennicutt 1998): at 10 solar masses per square parsec, a square kiloparsec of gas (1e7 solar masses) forms
    // 2.5e-4 10^1.4 solar masses in a year.
    const double density = 10 / solar_masses_per_pc2, share_per_year = formation_rate(density) / (1e6 * myr_per_time);
    CHECK(share_per_year * 1e7 == doctest::Approx(2.5e-4 * std::pow(10, 1.4)).scale(0).epsilon(1e-3));
    CHECK(formation_rate(2.9 / solar_masses_per_pc2) == 0);
    CHECK(reference_formation_rate() == formation_rate(density));

    // A layer thinner than the smoothing length: 64 neighbors within H in space are 4 pi / 3 H^3 rho / m, and the
    // kernel sees 1.5 Sigma / H.
    const double thin = surface_density_of_gas(1e-4, 0.4);
    CHECK(thin == doctest::Approx(64e-4 / (4 * std::numbers::pi / 3) / (0.4 * 0.4) / 1.5).scale(0).epsilon(1e-6));
    // A resolved layer, with a fifth of the mass in gas: Sigma = c sqrt(2 rho / (5 pi)).
    const double density_of_layer = 64e-9 / (4 * std::numbers::pi / 3 * std::pow(0.01, 3));
    CHECK(surface_density_of_gas(1e-9, 0.01) ==
          doctest::Approx(isothermal_sound_speed(1e4) * std::sqrt(0.4 * density_of_layer / std::numbers::pi))
              .scale(0)
              .epsilon(1e-6));

    const std::vector<Float4> positions{{0, 0, 0, 1e-4f}, {1, 0, 0, 1e-4f}}, velocities{{0, 0, 0, 0.4f}, {0, 0, 0, 0}};
    const std::vector<Component> gas{{"gas", "a", 0, 2, 2e-4}}, disk{{"disk", "a", 0, 2, 2e-4}};
    // The second particle has no smoothing length.
    CHECK(star_formation_rate(positions, velocities, gas) ==
          doctest::Approx(1e-4 * formation_rate(surface_density_of_gas(1e-4, 0.4)) * solar_masses_per_mass /
                          (1e6 * myr_per_time))
              .scale(0)
              .epsilon(1e-5));
    CHECK(std::isnan(star_formation_rate(positions, velocities, disk)));
}
