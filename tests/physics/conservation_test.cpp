// These tests check conserved quantities, and orbits that are known analytically, on the default device.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "compute/simulation/diagnostics.hpp"
#include "data/particles/row_order.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

DeviceContext default_context() {
    static const std::vector<Device> devices = list_devices();
    const Device* device = choose_device(devices, "");
    REQUIRE_MESSAGE(device != nullptr, "no OpenCL device found: install pocl-opencl-icd");
    return copied(*device);
}

ParticleSet binary(double separation, double speed) {
    ParticleSet bodies = scattered_bodies(2);
    bodies.positions[0] = {static_cast<float>(separation / 2), 0, 0, 0.5f};
    bodies.positions[1] = {static_cast<float>(-separation / 2), 0, 0, 0.5f};
    bodies.velocities[0] = {0, static_cast<float>(speed / 2), 0, 0};
    bodies.velocities[1] = {0, static_cast<float>(-speed / 2), 0, 0};
    return bodies;
}

double energy_error_after(const ParticleSet& start, const SimulationParameters& p, long steps) {
    Simulation simulation{default_context(), {}, {}, start, built_in_kernels()};
    const double before = diagnose(simulation, p).total_energy();
    simulation.advance(p, {300, steps});
    return std::abs((diagnose(simulation, p).total_energy() - before) / before);
}

}  // namespace

namespace {

// Returns the relative position of two bodies at `time` by Kepler's equation. The bodies have a total mass of 1 and
// start at the apocenter (1, 0, 0) with speed v.
glm::dvec3 kepler_position(double v, double time) {
    const double a = 1 / (2 - v * v), e = 1 / a - 1;
    const double mean_anomaly = std::numbers::pi + time / std::pow(a, 1.5);
    double anomaly = mean_anomaly;
    for (int i = 0; i < 50; ++i)
        anomaly -= (anomaly - e * std::sin(anomaly) - mean_anomaly) / (1 - e * std::cos(anomaly));
    return {-a * (std::cos(anomaly) - e), -a * std::sqrt(1 - e * e) * std::sin(anomaly), 0};
}

}  // namespace

TEST_CASE("halving the timestep divides the position error by 2^order for every integrator") {
    constexpr double speed = 0.8, duration = 1.6;
    const auto error = [&](Integrator integrator, long steps) {
        const SimulationParameters p{
            .timestep = duration / static_cast<double>(steps), .softening = 0, .integrator = integrator};
        Simulation simulation{default_context(), {}, {}, binary(1, speed), built_in_kernels()};
        simulation.advance(p, {60, steps});
        const ParticleSet end = simulation.checkpoints().read();
        const Float4 &a = end.positions[0], &b = end.positions[1];
        return glm::distance(glm::dvec3{double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z},
                             kepler_position(speed, duration));
    };
    for (std::size_t row = 0; row < integrator_table.size(); ++row) {
        const auto integrator = static_cast<Integrator>(row);
        const int order = scheme_of(integrator).order;
        CAPTURE(name_of(integrator));
        // At these timesteps, the next-order term contributes a tenth of the error, which changes the measured order by
        // less than 0.3. For order 4, the smaller of the two errors is 7e-6; single precision adds at most a tenth.
        const long steps = order == 4 ? 16 : 64;
        const double ratio = error(integrator, steps) / error(integrator, 2 * steps);
        CHECK(std::abs(std::log2(ratio) - order) < 0.3);
    }
}

TEST_CASE("two bodies on a circular orbit return to their start after one period") {
    // The total mass is 1, the separation is 1, and there is no softening. According to Kepler, the relative speed is 1
    // and the period is 2 pi.
    SimulationParameters p;
    p.softening = 0;
    p.timestep = 2 * std::numbers::pi / 1000;
    Simulation simulation{default_context(), {}, {}, binary(1, 1), built_in_kernels()};
    simulation.advance(p, {60, 1000});
    const ParticleSet end = simulation.checkpoints().read();
    // With n = 1000 steps per period, the phase error of leapfrog is (2 pi)^3 / (24 n^2) = 1e-5 of the radius. Single
    // precision adds an equally large error.
    CHECK(end.positions[0].x == doctest::Approx(0.5).epsilon(2e-4).scale(0));
    CHECK(std::abs(end.positions[0].y) < 2e-4);
}

TEST_CASE("quartering the timestep divides the energy error by more than 12 for leapfrog and by about 4 for Euler") {
    const ParticleSet start = binary(1, 0.8);  // These two bodies move on an elliptic orbit.
    SimulationParameters p;
    p.softening = 0.1;
    const auto error = [&](Integrator integrator, double dt) {
        p.integrator = integrator;
        p.timestep = dt;
        return energy_error_after(start, p, std::lround(1.0 / dt));
    };
    // The error is measured after a quarter of an orbit, where it is largest. The two timesteps differ by a factor of
    // 4.
    CHECK(error(Integrator::leapfrog, 0.08) / error(Integrator::leapfrog, 0.02) > 12);
    const double euler = error(Integrator::explicit_euler, 0.08) / error(Integrator::explicit_euler, 0.02);
    CHECK(euler > 3);
    CHECK(euler < 6);
}

TEST_CASE("energy, momentum and angular momentum are conserved at the start of the collision") {
    const Scene scene = stellar_scene("milky-way-andromeda");
    ParticleSet start = generate(scene, 2048);
    shuffle_components(start);
    const SimulationParameters p;
    Simulation simulation{default_context(), {}, {}, start, built_in_kernels()};
    const Diagnostics before = diagnose(simulation, p);
    simulation.advance(p, {300, 100});
    const Diagnostics after = diagnose(simulation, p);

    double sum_mv = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const Float4& v = start.velocities[i];
        sum_mv += start.positions[i].w * std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    }
    // The limits for the whole passage are 1e-3 for energy and 1e-4 for momentum. The start of the passage is much
    // shorter, so its limits are stricter.
    CHECK(std::abs(after.total_energy() / before.total_energy() - 1) < 2e-4);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(std::abs(after.momentum[axis] - before.momentum[axis]) < 1e-5 * sum_mv);
        const double spin = std::abs(before.angular_momentum[2]);
        CHECK(std::abs(after.angular_momentum[axis] - before.angular_momentum[axis]) < 1e-4 * spin);
    }
    CHECK(after.separation < before.separation);
    // This initial separation was measured in the dataset.
    CHECK(before.separation == doctest::Approx(29.975).epsilon(0.01).scale(0));
}

TEST_CASE(
    "damping and an approximation fraction without rescaling reduce the kinetic energy, and rescaling preserves it") {
    const ParticleSet start = scattered_bodies(512);
    const auto kinetic_after = [&](SimulationParameters p) {
        p.timestep = 0.1;
        Simulation simulation{default_context(), {}, {}, start, built_in_kernels()};
        simulation.advance(p, {300, 64});
        return diagnose(simulation, SimulationParameters{}).energies.kinetic;
    };
    SimulationParameters p;
    p.softening = 0.5;
    const double exact = kinetic_after(p);
    SimulationParameters damped = p;
    damped.damping = 0.99;
    CHECK(kinetic_after(damped) < exact);
    SimulationParameters eighth = p;
    eighth.fraction_denominator = 8;
    // The tolerance allows the sampling noise of an eighth of 512 bodies.
    CHECK(kinetic_after(eighth) == doctest::Approx(exact).epsilon(0.05).scale(0));
    eighth.fraction_mode = FractionMode::unscaled;
    CHECK(kinetic_after(eighth) < 0.8 * exact);
}
