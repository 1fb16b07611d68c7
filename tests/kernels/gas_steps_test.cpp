// Steps of runs with gas: the same bits in any slicing and after a return to an earlier state, and the same motion with
// every integrator.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "compute/simulation/diagnostics.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/units.hpp"
#include "data/neighbors/star_formation.hpp"
#include "data/particles/young_stars.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/reversible_runs.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t gas_first = 300, gas_particles = 900;

// A ball of stars and gas; the gas lies between two components of stars. `gas_name` is the name of the middle
// component.
ParticleSet ball(const std::string& gas_name) {
    ParticleSet ball = scattered_bodies(1500);
    scale(ball, 0.25, 1, 1);  // so dense that smoothing lengths are below their limit
    ball.components = {{"disk", "a", 0, gas_first, 1},
                       {gas_name, "a", gas_first, gas_particles, 1},
                       {"halo", "a", gas_first + gas_particles, 300, 1}};
    return ball;
}

Simulation run_of(const Device& device, ParticleSet particles) {
    return Simulation{
        copied(device), {}, {}, std::move(particles), built_in_kernels(), {.type = &solver_named("direct")}};
}

SimulationParameters warm_gas() {
    SimulationParameters parameters;
    parameters.gas.temperature = 3e5;
    parameters.gas.stars = GasStars::off;
    return parameters;
}

SimulationParameters star_forming_gas() {
    SimulationParameters parameters = warm_gas();
    parameters.gas.stars = GasStars::schmidt;
    parameters.gravity = 1e-3;  // balances the masses of dense_ball()
    return parameters;
}

// A ball of gas so heavy and small that a few percent of it become stars in a step.
ParticleSet dense_ball() {
    ParticleSet dense = ball("gas");
    scale(dense, 0.05, 1, 1e3);
    return dense;
}

// The ids of the young stars.
std::set<std::uint32_t> young_ids(const ParticleSet& particles) {
    std::set<std::uint32_t> ids;
    for (std::size_t row = 0; row < particles.size(); ++row)
        if (is_young_star(particles.velocities[row])) ids.insert(particles.ids[row]);
    return ids;
}

bool same_bodies(const ParticleSet& a, const ParticleSet& b) {
    return same_rows(a.positions, b.positions) && same_rows(a.velocities, b.velocities);
}

}  // namespace

TEST_CASE("a run with gas computes the same bits in slices of any length") {
    on_every_device([](const Device& device) {
        Simulation whole = run_of(device, ball("gas")), sliced = run_of(device, ball("gas"));
        whole.advance(warm_gas(), {.steps = 6});
        while (sliced.status().steps < 6) sliced.advance(warm_gas(), {.seconds = 1e-5, .steps = 1});
        CHECK(same_bodies(whole.checkpoints().read(), sliced.checkpoints().read()));
        CHECK(whole.status().gas.find("900 particles") == 0);
    });
}

TEST_CASE("a run with gas that returns to an earlier state repeats the original run bit for bit") {
    on_every_device([](const Device& device) {
        Simulation run = run_of(device, ball("gas"));
        run.advance(warm_gas(), {.steps = 3});
        const DeviceSnapshot snapshot = run.checkpoints().store();
        const Checkpoint checkpoint = run.checkpoints().take();
        REQUIRE(checkpoint.gas);
        CHECK(checkpoint.gas->size() == gas_particles);
        run.advance(warm_gas(), {.steps = 4});
        const ParticleSet straight = run.checkpoints().read();

        run.checkpoints().restore(snapshot);
        run.advance(warm_gas(), {.steps = 4});
        CHECK(same_bodies(run.checkpoints().read(), straight));

        Simulation other = run_of(device, ball("gas"));
        other.checkpoints().restore(checkpoint);
        other.advance(warm_gas(), {.steps = 4});
        CHECK(same_bodies(other.checkpoints().read(), straight));

        // The smoothing lengths are the fourth numbers of the velocities.
        for (std::size_t row = 0; row < straight.size(); ++row) {
            const bool is_of_gas = row >= gas_first && row < gas_first + gas_particles;
            REQUIRE((straight.velocities[row].w > 0) == is_of_gas);
        }
    });
}

TEST_CASE("a picture of an incomplete step shows gas and stars at one time that never decreases") {
    on_every_device([](const Device& device) {
        // All bodies move with one constant velocity, because gravity and pressure are negligible.
        ParticleSet moving = ball("gas");
        for (Float4& position : moving.positions) position.w *= 1e-12f;
        for (Float4& velocity : moving.velocities) velocity = {1, -2, 0.5f, 0};
        SimulationParameters parameters = warm_gas();
        parameters.gas.temperature = 10;
        for (const char* const integrator : {"leapfrog", "symplectic-euler"}) {
            CAPTURE(integrator);
            parameters.integrator = *value_named<Integrator>(integrator);
            Simulation run = run_of(device, moving);
            double last = 0;
            while (run.status().steps < 3) {
                run.advance(parameters, {.seconds = 1e-9, .steps = 1});
                const DrawnRows drawn = run.drawn();
                REQUIRE(drawn.time >= last);
                REQUIRE(drawn.time <= 3.0001 * parameters.timestep);
                last = drawn.time;
                if (drawn.positions.empty()) continue;  // nothing has changed
                for (const std::size_t row : {std::size_t{0}, gas_first, gas_first + gas_particles - 1}) {
                    const double x = drawn.positions[row].x + drawn.time_offset * drawn.velocities[row].x;
                    // the limit is the accuracy of single precision
                    REQUIRE(std::abs(x - moving.positions[row].x - drawn.time) < 1e-5);
                }
            }
            CHECK(last == doctest::Approx(3 * parameters.timestep).scale(0).epsilon(1e-6));
        }
    });
}

TEST_CASE("gas that is off moves exactly like stars") {
    on_every_device([](const Device& device) {
        SimulationParameters off;
        off.gas.model = GasModel::off;
        for (const Integrator integrator : {Integrator::leapfrog, Integrator::reversible}) {
            off.integrator = integrator;
            Simulation gas = run_of(device, ball("gas")), stars = run_of(device, ball("stars"));
            gas.advance(off, {.steps = 5});
            stars.advance(off, {.steps = 5});
            CHECK(same_bodies(gas.checkpoints().read(), stars.checkpoints().read()));
            CHECK(gas.go_back({.steps = 5}) == (is_reversible(integrator) ? 5 : 0));
        }
    });
}

TEST_CASE("a run with gas uses the leapfrog instead of integrators that go back in time, and says why") {
    on_every_device([](const Device& device) {
        for (const char* const name : {"reversible", "yoshida4"}) {
            CAPTURE(name);
            SimulationParameters chosen = warm_gas();
            chosen.integrator = *value_named<Integrator>(name);
            Simulation run = run_of(device, ball("gas")), leapfrog = run_of(device, ball("gas"));
            run.advance(chosen, {.steps = 3});
            leapfrog.advance(warm_gas(), {.steps = 3});
            CHECK(same_bodies(run.checkpoints().read(), leapfrog.checkpoints().read()));
            // The log keeps the choice, which the window restores when it goes back.
            CHECK(run.log().config_of(first_force_of(0)).parameters.integrator == chosen.integrator);
            CHECK(run.status().numbers.find("gas loses energy") != std::string::npos);
            CHECK(run.go_back({.steps = 1}) == 0);
            CHECK(run.rewind().why.find("gas loses energy") != std::string::npos);
            CHECK_THROWS_AS(run.go_back(chosen, {.steps = 1}), std::invalid_argument);
        }
    });
}

TEST_CASE("with every integrator, gas without neighbors moves like stars") {
    on_every_device([](const Device& device) {
        ParticleSet orbits;
        constexpr float mass = 100;
        const auto add = [&](float x, float y, float z, float vx, float vy, float m) {
            orbits.positions.push_back({x, y, z, m});
            orbits.velocities.push_back({vx, vy, 0, 0});
            orbits.ids.push_back(static_cast<std::uint32_t>(orbits.ids.size()));
        };
        add(0, 0, 0, 0, 0, mass);
        add(5, 0, 0, 0, 4.47f, 1e-6f);
        add(0, 12, 0, -2.9f, 0.5f, 1e-6f);
        add(-20, 1, 3, 0, -2.2f, 1e-6f);
        for (const char* const name : {"leapfrog", "symplectic-euler", "explicit-euler"}) {
            CAPTURE(name);
            SimulationParameters parameters;
            parameters.integrator = *value_named<Integrator>(name);
            parameters.timestep = 0.05;
            const auto moved = [&](const char* component) {
                ParticleSet start = orbits;
                start.components = {{"stars", "", 0, 1, mass}, {component, "", 1, 3, 3e-6}};
                Simulation run = run_of(device, start);
                run.advance(parameters, {.steps = 40});
                return run.checkpoints().read();
            };
            const ParticleSet gas = moved("gas"), stars = moved("disk");
            for (std::size_t row = 0; row < gas.size(); ++row) {
                const glm::dvec3 way = vector_of(stars.positions[row]) - vector_of(orbits.positions[row]);
                const glm::dvec3 error = vector_of(gas.positions[row]) - vector_of(stars.positions[row]);
                if (row > 0) CHECK(glm::length(way) > 3);
                // Rounding errors of 40 steps at distances of 20 are about 40 times 1e-6.
                CHECK(glm::length(error) < 5e-5);
            }
        }
    });
}

TEST_CASE("gas becomes stars at the rate of Schmidt's law, in an order that depends on ids, times and seed alone") {
    on_every_device([](const Device& device) {
        constexpr int steps = 12;
        SimulationParameters parameters = star_forming_gas();
        Simulation run = run_of(device, dense_ball()), sliced = run_of(device, dense_ball());
        double expected = 0, last_time = 0;
        for (int step = 0; step < steps; ++step) {
            run.advance(parameters, {.steps = 1});
            const ParticleSet now = run.checkpoints().read();
            for (std::size_t row = gas_first; row < gas_first + gas_particles; ++row) {
                if (is_young_star(now.velocities[row])) continue;
                const double surface = surface_density_of_gas(now.positions[row].w, now.velocities[row].w);
                expected += -std::expm1(-parameters.timestep * formation_rate(surface));
            }
            last_time = now.time;
        }
        const ParticleSet end = run.checkpoints().read();
        const std::set<std::uint32_t> stars = young_ids(end);
        // The number of stars scatters by its square root; the gas of a step is counted after its stars have formed.
        CHECK(std::abs(double(stars.size()) - expected) < 4 * std::sqrt(expected));
        CHECK(stars.size() > 15);
        CHECK(run.status().gas.find(std::to_string(stars.size()) + " stars that formed from gas") != std::string::npos);

        while (sliced.status().steps < steps) sliced.advance(parameters, {.seconds = 1e-5, .steps = 1});
        CHECK(same_bodies(sliced.checkpoints().read(), end));

        parameters.gas.star_seed = 2;
        Simulation other = run_of(device, dense_ball());
        other.advance(parameters, {.steps = steps});
        const std::set<std::uint32_t> others = young_ids(other.checkpoints().read());
        CHECK(others != stars);
        CHECK(std::abs(double(others.size()) - expected) < 4 * std::sqrt(expected));

        // A new run that continues from the bodies alone draws new lots.
        Simulation next = run_of(device, end);
        next.advance(star_forming_gas(), {.steps = steps});
        CHECK(young_ids(next.checkpoints().read()).size() > stars.size() + 5);

        const Checkpoint checkpoint = run.checkpoints().take();
        for (std::size_t rank = 0; rank < gas_particles; ++rank) {
            const Float4 velocity = end.velocities[gas_first + rank], birth = checkpoint.gas->births[rank];
            REQUIRE(birth.w == (is_young_star(velocity) ? velocity.w : 0));
            if (!is_young_star(velocity)) continue;
            REQUIRE(birth_time(velocity) > 0);
            REQUIRE(birth_time(velocity) < last_time + 5e-4);
            // Since its birth, a star has moved at most as far as its speed and the attraction permit.
            const double way = glm::distance(vector_of(birth), vector_of(end.positions[gas_first + rank]));
            REQUIRE(way < (glm::length(vector_of(velocity)) + 1) * (last_time - birth_time(velocity) + 1e-3));
        }
    });
}

TEST_CASE("a run that begins with young stars knows their births, also without gas") {
    on_every_device([](const Device& device) {
        for (const std::size_t stars : {std::size_t{100}, gas_particles}) {
            CAPTURE(stars);
            ParticleSet start = ball("gas");
            start.time = 3;
            for (std::size_t i = 0; i < stars; ++i)
                start.velocities[gas_first + i].w = number_of_birth(0.01 * static_cast<double>(i % 250));
            const std::set<std::uint32_t> ids = young_ids(start);
            Simulation run = run_of(device, start);
            run.probes().measure(MeasuredQuantity::gas_temperature, warm_gas());
            if (stars < gas_particles) {
                const std::span<const float> kelvins = run.probes().measured(MeasuredQuantity::gas_temperature);
                CHECK(std::isnan(kelvins[gas_first]));
                CHECK(kelvins[gas_first + stars] > 2e5f);
            }
            run.advance(warm_gas(), {.steps = 3});
            const ParticleSet end = run.checkpoints().read();
            CHECK(young_ids(end) == ids);
            for (std::size_t row = 0; row < gas_first + stars; ++row)
                REQUIRE(end.velocities[row].w == start.velocities[row].w);

            const Checkpoint checkpoint = run.checkpoints().take();
            REQUIRE(checkpoint.gas.has_value() == (stars < gas_particles));
            if (!checkpoint.gas) continue;
            for (std::size_t rank = 0; rank < stars; ++rank) {
                REQUIRE(checkpoint.gas->births[rank].w == start.velocities[gas_first + rank].w);
                REQUIRE(vector_of(checkpoint.gas->births[rank]) == vector_of(start.positions[gas_first + rank]));
            }
            // Readers of states refuse gas without a smoothing length or a signal speed.
            CHECK(std::ranges::all_of(checkpoint.gas->conditions, [](const Float4& row) {
                return row.x >= 0 && row.y > 0 && std::isfinite(row.w);
            }));
            CHECK(std::ranges::all_of(checkpoint.gas->measures,
                                      [](const Float4& row) { return row.z > 0 && std::isfinite(row.w); }));
        }
    });
}

TEST_CASE("a run whose gas becomes stars repeats itself bit for bit after a return, and without gas") {
    on_every_device([](const Device& device) {
        const ParticleSet dense = dense_ball();
        const SimulationParameters parameters = star_forming_gas();
        Simulation run = run_of(device, dense);
        run.advance(parameters, {.steps = 5});
        const DeviceSnapshot snapshot = run.checkpoints().store();
        const Checkpoint checkpoint = run.checkpoints().take();
        const std::size_t early = young_ids(run.checkpoints().read()).size();
        CHECK(early > 0);
        run.advance(parameters, {.steps = 3});
        const ParticleSet straight = run.checkpoints().read();
        CHECK(young_ids(straight).size() > early);

        run.checkpoints().restore(snapshot);
        CHECK(young_ids(run.checkpoints().read()).size() == early);
        run.advance(parameters, {.steps = 3});
        CHECK(same_bodies(run.checkpoints().read(), straight));

        Simulation other = run_of(device, dense);
        other.checkpoints().restore(checkpoint);
        other.advance(parameters, {.steps = 3});
        CHECK(same_bodies(other.checkpoints().read(), straight));

        // Without the log of its steps, a run counts the time from the checkpoint. Its times differ by rounding
        // errors, which must not change the lots.
        Checkpoint without_log = checkpoint;
        without_log.memory.reset();
        other.checkpoints().restore(without_log);
        other.advance(parameters, {.steps = 10});
        run.advance(parameters, {.steps = 7});
        CHECK(other.status().time != run.status().time);
        CHECK(same_bodies(other.checkpoints().read(), run.checkpoints().read()));

        // Without gas, the stars move on.
        Checkpoint all_stars = checkpoint;
        for (std::size_t row = gas_first; row < gas_first + gas_particles; ++row)
            all_stars.velocities[row].w = static_cast<float>(-latest_birth);
        other.checkpoints().restore(all_stars);
        other.advance(parameters, {.steps = 2});
        CHECK(other.status().gas.find("0 particles and 900 stars") == 0);
        CHECK(young_ids(other.checkpoints().read()).size() == gas_particles);
    });
}

TEST_CASE("the total energy contains the heat of adiabatic gas, and the diagnostics count gas and stars") {
    double mass = 0;
    const ParticleSet start_of_ball = ball("gas");
    for (std::size_t row = gas_first; row < gas_first + gas_particles; ++row) mass += start_of_ball.positions[row].w;
    on_every_device([mass](const Device& device) {
        SimulationParameters parameters = warm_gas();
        parameters.timestep = 0.01;
        for (const GasModel model : {GasModel::adiabatic, GasModel::isothermal, GasModel::off}) {
            CAPTURE(name_of(model));
            parameters.gas.model = model;
            Simulation run = run_of(device, ball("gas"));
            const Diagnostics before = diagnose(run, parameters);
            run.advance(parameters, {.steps = 40});
            const Diagnostics after = diagnose(run, parameters);
            CHECK(after.gas.mass == doctest::Approx(mass).epsilon(1e-9).scale(0));
            CHECK(after.gas.stars == 0);
            CHECK(after.gas.rate == 0);
            if (model == GasModel::off) {
                CHECK(std::isnan(after.gas.internal_energy));
                continue;
            }
            CHECK(after.gas.substeps >= 1);
            const double square = std::pow(isothermal_sound_speed(parameters.gas.temperature), 2),
                         start = before.gas.mass * square / (parameters.gas.adiabatic_index - 1);
            CHECK(before.gas.internal_energy == doctest::Approx(start).epsilon(1e-5).scale(0));
            const double heating = after.gas.internal_energy - before.gas.internal_energy;
            if (model == GasModel::isothermal) {
                CHECK(std::abs(heating) < 1e-5 * start);
                CHECK(after.energies.heat == 0);
                continue;
            }
            // The gas turns a part of its motion into heat, or the other way round, and keeps the sum.
            REQUIRE(std::abs(heating) > 0.01 * std::abs(before.total_energy()));
            CHECK(std::abs(after.total_energy() - before.total_energy()) < 0.05 * std::abs(heating));
        }
        parameters = star_forming_gas();
        Simulation run = run_of(device, dense_ball());
        const double all = diagnose(run, parameters).gas.mass;
        run.advance(parameters, {.steps = 5});
        const Diagnostics end = diagnose(run, parameters);
        CHECK(end.gas.stars > 0.01 * all);
        CHECK(end.gas.rate > 0);
        CHECK(end.gas.mass + end.gas.stars == doctest::Approx(all).epsilon(1e-6).scale(0));
    });
}

TEST_CASE("the temperature of gas follows from its pressure, and stars have no temperature") {
    on_every_device([](const Device& device) {
        constexpr MeasuredQuantity temperature = MeasuredQuantity::gas_temperature;
        // The gas becomes stars only in the first run. The pressure floor may raise the temperature of isothermal gas.
        for (const bool forms_stars : {true, false}) {
            CAPTURE(forms_stars);
            const SimulationParameters parameters = forms_stars ? star_forming_gas() : warm_gas();
            Simulation run = run_of(device, forms_stars ? dense_ball() : ball("gas"));
            CHECK(run.probes().measured(temperature).empty());
            run.probes().measure(temperature, parameters);  // at the start, when no step has computed the pressure
            CHECK(run.probes().measured(temperature)[gas_first] >= 0.999f * 3e5f);
            run.probes().want(temperature);
            run.advance(parameters, {.steps = 3});
            CHECK(run.probes().measured(temperature).size() == 1500);
            run.probes().measure(temperature, parameters);

            const std::span<const float> kelvins = run.probes().measured(temperature);
            const Checkpoint checkpoint = run.checkpoints().take();
            REQUIRE(checkpoint.gas);
            const std::vector<Float4>& measures = checkpoint.gas->measures;
            std::size_t unknown = 0;
            for (std::size_t row = 0; row < kelvins.size(); ++row) {
                const bool is_of_gas = row >= gas_first && row < gas_first + gas_particles;
                const bool is_gas_now = is_of_gas && !is_young_star(checkpoint.velocities[row]);
                REQUIRE(std::isnan(kelvins[row]) == !is_gas_now);
                unknown += is_of_gas && !is_gas_now;
                if (!is_gas_now) continue;
                const Float4& measure = measures[row - gas_first];
                // 0.6 m_H P / (rho k), with a velocity unit of 220 km/s
                const double expected = 0.6 * 1.67353e-27 * measure.y / measure.x * 2.2e5 * 2.2e5 / 1.380649e-23;
                CHECK(kelvins[row] == doctest::Approx(expected).epsilon(1e-5).scale(0));
            }
            CHECK((unknown > 0) == forms_stars);
            CHECK(run.probes().measured(MeasuredQuantity::acceleration).empty());
        }
    });
}

TEST_CASE("measuring the temperature of gas before or between steps leaves the steps unchanged") {
    on_every_device([](const Device& device) {
        Simulation plain = run_of(device, ball("gas")), measured = run_of(device, ball("gas"));
        plain.advance(warm_gas(), {.steps = 4});
        measured.probes().measure(MeasuredQuantity::gas_temperature, warm_gas());
        measured.advance(warm_gas(), {.steps = 2});
        measured.probes().measure(MeasuredQuantity::gas_temperature, warm_gas());
        measured.advance(warm_gas(), {.steps = 2});
        CHECK(same_bodies(plain.checkpoints().read(), measured.checkpoints().read()));
    });
}

TEST_CASE("gas that moves like stars, and a run without gas, have no temperature") {
    on_every_device([](const Device& device) {
        SimulationParameters parameters = warm_gas();
        Simulation without = run_of(device, ball("disk"));
        without.probes().measure(MeasuredQuantity::gas_temperature, parameters);
        CHECK(without.probes().measured(MeasuredQuantity::gas_temperature).empty());
        parameters.gas.model = GasModel::off;
        Simulation like_stars = run_of(device, ball("gas"));
        like_stars.probes().want(MeasuredQuantity::gas_temperature);
        like_stars.advance(parameters, {.steps = 1});
        like_stars.probes().measure(MeasuredQuantity::gas_temperature, parameters);
        CHECK(like_stars.probes().measured(MeasuredQuantity::gas_temperature).empty());
    });
}
