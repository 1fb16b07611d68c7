// A few steps of every integrator on every device are compared with an integrator in double precision.
#include <doctest/doctest.h>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

struct State {
    std::vector<Vec3d> x, v;
    std::vector<float> mass;
};

State double_state(const ParticleSet& particles) {
    State state;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Float4 &x = particles.positions[i], &v = particles.velocities[i];
        state.x.push_back({x.x, x.y, x.z});
        state.v.push_back({v.x, v.y, v.z});
        state.mass.push_back(x.w);
    }
    return state;
}

// Returns the field of the sources of step number `step`. Positions are rounded to floats as on the device, and all
// remaining numbers are doubles.
std::vector<Field> field(const State& state, const SimulationParameters& p, long step) {
    std::vector<Float4> bodies;
    for (std::size_t i = 0; i < state.x.size(); ++i)
        bodies.push_back({static_cast<float>(state.x[i][0]), static_cast<float>(state.x[i][1]),
                          static_cast<float>(state.x[i][2]), state.mass[i]});
    const auto k = static_cast<unsigned>(p.fraction_denominator);
    const double weight = p.fraction_mode == FractionMode::unbiased ? k : 1;
    return direct_field(bodies, p.softening, k, static_cast<unsigned>(step % k), weight * p.gravity);
}

void step(State& state, const SimulationParameters& p, long number) {
    const double dt = p.timestep;
    const auto move = [&](const std::vector<Field>& a, double kick, double drift, double half_dt2) {
        for (std::size_t i = 0; i < state.x.size(); ++i)
            for (int axis = 0; axis < 3; ++axis) {
                state.x[i][axis] += drift * state.v[i][axis] + half_dt2 * a[i].acceleration[axis];
                state.v[i][axis] += kick * a[i].acceleration[axis];
            }
    };
    const auto now = field(state, p, number);
    switch (p.integrator) {
        case Integrator::leapfrog:
        case Integrator::reversible:
            move(now, dt / 2, 0, 0);
            move(now, 0, dt, 0);
            move(field(state, p, number + 1), dt / 2, 0, 0);
            break;
        case Integrator::symplectic_euler:
            move(now, dt, 0, 0);
            for (Vec3d& v : state.v)
                for (double& component : v) component *= p.damping;
            move(now, 0, dt, 0);
            return;
        case Integrator::explicit_euler:
            move(now, dt, dt, dt * dt / 2);
            break;
    }
    for (Vec3d& v : state.v)
        for (double& component : v) component *= p.damping;
}

void check_close(const ParticleSet& found, const State& expected) {
    // The tolerance allows rounding errors of ten steps in single precision. An ulp of a coordinate of 10 is 1e-6.
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(std::abs(found.positions[i].x - expected.x[i][0]) < 2e-5);
        CHECK(std::abs(found.positions[i].y - expected.x[i][1]) < 2e-5);
        CHECK(std::abs(found.positions[i].z - expected.x[i][2]) < 2e-5);
        CHECK(std::abs(found.velocities[i].x - expected.v[i][0]) < 2e-5);
        CHECK(std::abs(found.velocities[i].y - expected.v[i][1]) < 2e-5);
        CHECK(std::abs(found.velocities[i].z - expected.v[i][2]) < 2e-5);
    }
}

}  // namespace

TEST_CASE("integrators, damping, gravity and approximation fractions agree with a double-precision implementation") {
    on_every_device([](const Device& device) {
        for (const Integrator integrator :
             {Integrator::leapfrog, Integrator::reversible, Integrator::symplectic_euler, Integrator::explicit_euler})
            for (const int k : {1, 4}) {
                CAPTURE(name_of(integrator));
                CAPTURE(k);
                SimulationParameters p;
                p.timestep = 0.5;  // With this long timestep, the results of the integrators differ clearly.
                p.integrator = integrator;
                p.fraction_denominator = k;
                p.damping = 0.97;
                p.gravity = 2;
                p.softening = 1;
                const ParticleSet start = scattered_bodies(70);
                Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
                simulation.advance(p, {60, 10});
                State expected = double_state(start);
                for (long n = 0; n < 10; ++n) step(expected, p, n);
                REQUIRE(simulation.is_between_steps());
                CHECK(simulation.status().steps == 10);
                CHECK(simulation.status().time == doctest::Approx(5));
                check_close(simulation.checkpoints().read(), expected);
            }
    });
}

TEST_CASE("an external mass attracts all bodies until it is removed") {
    on_every_device([](const Device& device) {
        ParticleSet start = scattered_bodies(70);
        // These masses are so small that the bodies hardly attract each other.
        for (Float4& p : start.positions) p.w = 1e-9f;
        SimulationParameters p;
        p.timestep = 0.1;
        p.gravity = 2;
        const ExternalMass body{.position = {1, 2, -3}, .mass = 5, .radius = 2};
        Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
        simulation.set_external_mass(body);
        simulation.advance(p, {60, 10});

        State expected = double_state(start);
        for (std::size_t i = 0; i < expected.x.size(); ++i) {
            Vec3d &x = expected.x[i], &v = expected.v[i];
            const auto kick = [&] {
                double squared = body.radius * body.radius;
                for (int axis = 0; axis < 3; ++axis) squared += std::pow(body.position[axis] - x[axis], 2);
                for (int axis = 0; axis < 3; ++axis)
                    v[axis] += p.timestep / 2 * p.gravity * body.mass * std::pow(squared, -1.5) *
                               (body.position[axis] - x[axis]);
            };
            for (int n = 0; n < 10; ++n) {
                kick();
                for (int axis = 0; axis < 3; ++axis) x[axis] += p.timestep * v[axis];
                kick();
            }
        }
        check_close(simulation.checkpoints().read(), expected);

        simulation.set_external_mass(std::nullopt);
        const ParticleSet before = simulation.checkpoints().read();
        simulation.advance(p, {60, 1});
        const ParticleSet after = simulation.checkpoints().read();
        for (std::size_t i = 0; i < before.size(); ++i)
            CHECK(after.velocities[i].x == doctest::Approx(before.velocities[i].x).epsilon(1e-6));
    });
}

TEST_CASE("a step divided into slices gives the result of a whole step bit for bit") {
    on_every_device([](const Device& device) {
        const ParticleSet start = scattered_bodies(1500);
        const SimulationParameters p;
        Simulation whole{copied(device), {}, {}, start, built_in_kernels()};
        whole.advance(p, {60, 3});
        Simulation sliced{copied(device), {}, {}, start, built_in_kernels()};
        bool was_divided = false;
        while (sliced.status().steps < 3) {
            sliced.advance(p, {1e-9, 3 - sliced.status().steps});  // This call computes a single slice.
            was_divided |= !sliced.is_between_steps();
        }
        CHECK(was_divided);
        const ParticleSet a = whole.checkpoints().read(), b = sliced.checkpoints().read();
        for (std::size_t i = 0; i < a.size(); ++i) {
            CHECK(a.positions[i].x == b.positions[i].x);
            CHECK(a.velocities[i].z == b.velocities[i].z);
        }
    });
}

TEST_CASE("acceleration magnitudes from a step or a separate measurement agree with a double-precision sum") {
    on_every_device([](const Device& device) {
        constexpr MeasuredQuantity acceleration = MeasuredQuantity::acceleration;
        const ParticleSet start = scattered_bodies(70);
        SimulationParameters p;
        p.gravity = 2;
        p.softening = 1;
        const auto check = [&](const Simulation& simulation, const State& state) {
            const std::span<const float> found = simulation.probes().measured(acceleration);
            const std::vector<Field> expected = field(state, p, 0);
            REQUIRE(found.size() == expected.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                const Vec3d& a = expected[i].acceleration;
                // The tolerance allows rounding errors of single-precision sums over 70 bodies, with positions that
                // differ by a few ulps.
                CHECK(found[i] ==
                      doctest::Approx(std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])).epsilon(1e-4).scale(0));
            }
        };
        for (const Integrator integrator : {Integrator::leapfrog, Integrator::symplectic_euler}) {
            CAPTURE(name_of(integrator));
            p.integrator = integrator;
            Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
            CHECK(simulation.probes().measured(acceleration).empty());
            simulation.probes().measure(acceleration, p);
            check(simulation, double_state(start));

            // Steps after a measurement must equal the steps of a run without a measurement.
            Simulation other{copied(device), {}, {}, start, built_in_kernels()};
            for (Simulation* const each : {&simulation, &other}) each->advance(p, {60, 3});
            const ParticleSet now = simulation.checkpoints().read(), expected = other.checkpoints().read();
            for (std::size_t i = 0; i < now.size(); ++i) CHECK(now.positions[i].x == expected.positions[i].x);
            CHECK(other.probes().measured(acceleration).empty());
            other.probes().want(acceleration);
            other.advance(p, {60, 1});
            // A leapfrog step evaluates its last force at its end. An Euler step evaluates its last force at its
            // beginning.
            check(other, double_state(integrator == Integrator::leapfrog ? other.checkpoints().read() : expected));
            other.probes().measure(acceleration, p);
            check(other, double_state(other.checkpoints().read()));
            other.reset();
            CHECK(other.probes().measured(acceleration).empty());
        }
    });
}

TEST_CASE("parameters changed within a step take effect with the next step") {
    on_every_device([](const Device& device) {
        const ParticleSet start = scattered_bodies(1500);
        SimulationParameters p;
        Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
        while (simulation.is_between_steps()) simulation.advance(p, {1e-9, 1});
        p.timestep = 0.5;
        while (!simulation.is_between_steps()) simulation.advance(p, {1e-9, 1});
        CHECK(simulation.status().time == doctest::Approx(0.02));
        simulation.advance(p, {60, 1});
        CHECK(simulation.status().time == doctest::Approx(0.52));
    });
}

TEST_CASE("a reset discards an unfinished step and restarts the run exactly") {
    on_every_device([](const Device& device) {
        const ParticleSet start = scattered_bodies(1500);
        const SimulationParameters p;
        Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
        simulation.advance(p, {60, 2});
        const ParticleSet first = simulation.checkpoints().read();
        simulation.advance(p, {1e-9, 1});
        simulation.reset();
        CHECK(simulation.is_between_steps());
        CHECK(simulation.status().time == 0);
        simulation.advance(p, {60, 2});
        const ParticleSet second = simulation.checkpoints().read();
        for (std::size_t i = 0; i < first.size(); ++i) CHECK(first.positions[i].y == second.positions[i].y);
    });
}

TEST_CASE("the time of the drawn bodies never decreases while the slices of a step are computed") {
    on_every_device([](const Device& device) {
        const ParticleSet start = scattered_bodies(1500);
        SimulationParameters p;
        Simulation simulation{copied(device), {}, {}, start, built_in_kernels()};
        double last = -1;
        while (simulation.status().steps < 2) {
            simulation.advance(p, {1e-9, 1});
            const DrawnRows drawn = simulation.drawn();
            CHECK(drawn.time >= last);
            CHECK(drawn.time_offset <= 0);
            CHECK(drawn.time_offset >= -p.timestep);
            last = drawn.time;
        }
        CHECK(last == doctest::Approx(2 * p.timestep));
    });
}
