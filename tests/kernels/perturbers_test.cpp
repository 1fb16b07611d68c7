// Perturbers are compared with Kepler orbits and, among field bodies, with double precision. Their motion must be
// reversible bit for bit, and they must sink by dynamical friction.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "compute/gravity/solvers.hpp"
#include "compute/perturbers/perturber_orbits.hpp"
#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/reversible_runs.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

Float4 row(const glm::dvec3& v, double w) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(w)};
}

// Two perturbers are at the apocenter of their orbit with semi-major axis `axis`. The orbital plane is oblique, and the
// center of mass is far from the origin and moves.
struct Binary {
    std::vector<double> masses{0.3, 0.1};
    double axis, eccentricity;
    glm::dvec3 center{3, -2, 1}, drift{0.4, 0.1, -0.2};

    double mass() const { return masses[0] + masses[1]; }
    double period() const { return 2 * std::numbers::pi * std::sqrt(axis * axis * axis / mass()); }
    double energy() const { return -masses[0] * masses[1] / (2 * axis); }
    void put(std::vector<Float4>& positions, std::vector<Float4>& velocities) const {
        const double far = axis * (1 + eccentricity),
                     slow = std::sqrt(mass() / axis * (1 - eccentricity) / (1 + eccentricity));
        const glm::dvec3 offset{0.6 * far, 0.8 * far, 0}, motion{-0.8 * slow, 0.6 * slow, 0};
        for (const double share : {-masses[1] / mass(), masses[0] / mass()}) {
            positions.push_back(row(center + share * offset, masses[share > 0]));
            velocities.push_back(row(drift + share * motion, 0));
        }
    }
};

PerturberOrbits orbits_of(const Binary& binary) {
    std::vector<Float4> positions, velocities;
    binary.put(positions, velocities);
    PerturberOrbits orbits{binary.masses};
    orbits.take(positions, velocities);
    return orbits;
}

// Advances the perturbers by dt and returns the number of substeps.
long drift(PerturberOrbits& orbits, double dt, const PerturberRestart& restart, double gravity = 1,
           long most_at_once = 1 << 20) {
    const long before = orbits.steps_taken();
    orbits.begin_drift(gravity, dt, restart);
    while (!orbits.drift_on(most_at_once)) {
    }
    return orbits.steps_taken() - before;
}

long drift(PerturberOrbits& orbits, double dt) { return drift(orbits, dt, orbits.restart_for(1, dt)); }

double energy_of_pair(const PerturberOrbits& orbits) {
    const double reduced = orbits.mass(0) * orbits.mass(1) / (orbits.mass(0) + orbits.mass(1));
    const glm::dvec3 v = orbits.velocity(1) - orbits.velocity(0);
    return reduced * glm::dot(v, v) / 2 -
           orbits.mass(0) * orbits.mass(1) / glm::distance(orbits.position(0), orbits.position(1));
}

bool same_integers(const IntegerRows& a, const IntegerRows& b) {
    return a.format == b.format && a.positions == b.positions && a.velocities == b.velocities;
}

// Returns the field bodies `particles`, followed by perturbers at the given positions.
ParticleSet with_perturbers(ParticleSet particles, std::span<const Float4> positions,
                            std::span<const Float4> velocities, float softening) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        particles.components.push_back(
            {"hole " + std::to_string(i), "", particles.size(), 1, positions[i].w, Perturber{softening}});
        particles.ids.push_back(static_cast<std::uint32_t>(particles.size()));
        particles.positions.push_back(positions[i]);
        particles.velocities.push_back(velocities[i]);
    }
    return particles;
}

ParticleSet binary_in_a_ball(std::size_t bodies, double axis, double eccentricity) {
    Binary binary{.axis = axis, .eccentricity = eccentricity, .center = {0.5, 0, 0}};
    std::vector<Float4> positions, velocities;
    binary.put(positions, velocities);
    ParticleSet ball = scattered_bodies(bodies);
    for (Float4& place : ball.positions) place = {place.x * 0.2f, place.y * 0.2f, place.z * 0.2f, place.w};
    return with_perturbers(std::move(ball), positions, velocities, 0.1f);
}

bool same_with_perturbers(const Checkpoint& a, const Checkpoint& b) {
    return same(a, b) && a.memory->perturbers.has_value() &&
           same_integers(*a.memory->perturbers, *b.memory->perturbers);
}

glm::dvec3 momentum_of(const ParticleSet& particles) {
    glm::dvec3 sum{0};
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Float4& v = particles.velocities[i];
        sum += double{particles.positions[i].w} * glm::dvec3{v.x, v.y, v.z};
    }
    return sum;
}

}  // namespace

TEST_CASE("an unsoftened binary of eccentricity 0.9 keeps its energy and its orbit") {
    for (const double axis : {1.0, 0.01, 1e-3}) {
        CAPTURE(axis);
        const Binary binary{.axis = axis, .eccentricity = 0.9};
        PerturberOrbits orbits = orbits_of(binary);
        const double energy = energy_of_pair(orbits);
        // Initial positions and velocities are rounded to floats.
        CHECK(energy == doctest::Approx(binary.energy()).epsilon(3e-7 / axis).scale(0));
        const double dt = 0.02, periods = 20;
        double largest = 0;
        long most = 0, steps = 0;
        for (; static_cast<double>(steps) * dt < std::min(periods * binary.period(), 200.0); ++steps) {
            most = std::max(most, drift(orbits, dt));
            largest = std::max(largest, std::abs(energy_of_pair(orbits) / energy - 1));
        }
        MESSAGE("axis ", axis, ": relative energy error ", largest, ", at most ", most, " substeps per step");
        // The energy error is small, because the scheme has sixth order and substeps of 1/24 of the free-fall time.
        CHECK(largest < 3e-8);
        CHECK(!orbits.outside());
        const glm::dvec3 center_velocity =
            (orbits.mass(0) * orbits.velocity(0) + orbits.mass(1) * orbits.velocity(1)) / binary.mass();
        CHECK(glm::distance(center_velocity, binary.drift) < 1e-6);
    }
}

TEST_CASE("two perturbers need fewer than 700 substeps per orbit, even with the eccentricity 0.9999") {
    for (const double eccentricity : {0.0, 0.9, 0.999, 0.9999}) {
        CAPTURE(eccentricity);
        const Binary binary{.axis = 0.03, .eccentricity = eccentricity};
        PerturberOrbits orbits = orbits_of(binary);
        const double energy = energy_of_pair(orbits), dt = binary.period() / 8;
        double largest = 0;
        long steps = 0;
        for (int step = 0; step < 80; ++step) {
            steps += drift(orbits, dt);
            largest = std::max(largest, std::abs(energy_of_pair(orbits) / energy - 1));
        }
        MESSAGE("eccentricity ", eccentricity, ": ", steps / 10, " substeps per orbit, relative energy error ",
                largest);
        CHECK(steps < 10 * 700);  // With constant substeps, short enough for the pericenter, 1e7 would be needed.
        CHECK(largest < 2e-3);    // Positions are rounded to 1e-14, and the smallest distance is 3e-6.
    }
}

TEST_CASE("perturbers go back bit for bit through close encounters and external forces") {
    for (const double eccentricity : {0.9, 0.999}) {
        CAPTURE(eccentricity);
        const Binary binary{.axis = 0.05, .eccentricity = eccentricity};
        PerturberOrbits orbits = orbits_of(binary);
        struct Step {
            double dt, gravity;
            PerturberRestart restart;
            IntegerRows rows;
        };
        std::vector<Step> steps;
        const auto kick = [&](std::size_t step, double sign) {
            const double strength = step % 7 == 0 ? 5 : 0.2;
            const std::vector<glm::dvec3> pulls{{strength, -0.1, 0}, {-0.3 * strength, 0.2, 0.1}};
            orbits.kick(pulls, sign * 0.02);
        };
        for (std::size_t step = 0; step < 120; ++step) {
            const double dt = step / 40 == 1 ? 0.013 : 0.02, gravity = step / 40 == 1 ? 4 : 1;
            steps.push_back({dt, gravity, orbits.restart_for(gravity, dt), orbits.rows()});
            kick(step, 1);
            // The drift is divided into several calls.
            drift(orbits, dt, steps.back().restart, gravity, 1 + static_cast<long>(step % 5));
        }
        // The substep length has been chosen three times: at the start and at both changes of gravity.
        CHECK(orbits.clock().restart.number == 3);
        const PerturberClock end = orbits.clock();
        const IntegerRows last = orbits.rows();
        bool is_same = true;
        for (std::size_t step = steps.size(); step-- > 0;) {
            drift(orbits, -steps[step].dt, steps[step].restart, steps[step].gravity);
            kick(step, -1);
            is_same = is_same && same_integers(orbits.rows(), steps[step].rows);
        }
        CHECK(is_same);
        for (std::size_t step = 0; step < steps.size(); ++step) {
            const auto& [dt, gravity, restart, rows] = steps[step];
            CHECK(orbits.restart_for(gravity, dt) == restart);
            kick(step, 1);
            drift(orbits, dt, restart, gravity);
        }
        CHECK(same_integers(orbits.rows(), last));
        CHECK(orbits.clock() == end);
    }
}

TEST_CASE("perturbers and field bodies agree with a double-precision reference") {
    on_every_device([](const Device& device) {
        const ParticleSet start = binary_in_a_ball(300, 0.5, 0.5);
        SimulationParameters p{.timestep = 1.0 / 512, .softening = 0.1};
        const double end = 0.25;
        Simulation simulation = simulation_of(device, start, "direct", p);
        advance(simulation, p, std::lround(end / p.timestep));
        const ParticleSet found = simulation.checkpoints().read();

        // The reference sums all pairs in double precision with an eighth of the timestep. Pairs of perturbers have no
        // softening.
        const std::size_t n = start.size(), light = n - 2;
        std::vector<glm::dvec3> x(n), v(n), a(n);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = {start.positions[i].x, start.positions[i].y, start.positions[i].z};
            v[i] = {start.velocities[i].x, start.velocities[i].y, start.velocities[i].z};
        }
        const auto sum = [&] {
            for (std::size_t i = 0; i < n; ++i) {
                a[i] = glm::dvec3{0};
                for (std::size_t j = 0; j < n; ++j) {
                    if (j == i) continue;
                    const double softening = i >= light && j >= light ? 0 : 0.1;
                    const glm::dvec3 offset = x[j] - x[i];
                    const double r = std::sqrt(glm::dot(offset, offset) + softening * softening);
                    a[i] += start.positions[j].w / (r * r * r) * offset;
                }
            }
        };
        const double dt = p.timestep / 8;
        sum();
        for (long step = 0; step < std::lround(end / dt); ++step) {
            for (std::size_t i = 0; i < n; ++i) v[i] += dt / 2 * a[i], x[i] += dt * v[i];
            sum();
            for (std::size_t i = 0; i < n; ++i) v[i] += dt / 2 * a[i];
        }
        double worst = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Float4& place = found.positions[i];
            worst = std::max(worst, glm::distance(x[i], {place.x, place.y, place.z}));
        }
        CHECK(worst < 2e-5);  // Tolerance: errors of second-order integrators and of positions up to 2 in floats.
    });
}

TEST_CASE("total energy and momentum are conserved with perturbers, for every solver and integrator") {
    const Device device = list_devices().at(0);
    for (const std::string_view solver : {"direct", "fmm"})
        for (const Integrator integrator :
             {Integrator::leapfrog, Integrator::reversible, Integrator::symplectic_euler, Integrator::explicit_euler}) {
            CAPTURE(solver);
            CAPTURE(name_of(integrator));
            const SimulationParameters p{
                .timestep = 0.005, .softening = 0.1, .accuracy = Accuracy::fine, .integrator = integrator};
            Simulation simulation = simulation_of(device, binary_in_a_ball(600, 0.02, 0.8), solver, p);
            const glm::dvec3 momentum = momentum_of(simulation.checkpoints().read());
            const Energies before = simulation.probes().energies(p);
            advance(simulation, p, 200);
            const Energies after = simulation.probes().energies(p);
            CHECK(glm::distance(momentum_of(simulation.checkpoints().read()), momentum) <
                  1e-5);  // The tolerance allows rounding errors of velocities stored as floats.
            // Positions near 0.5, stored as floats, have a relative error of 1e-7. This error changes the energy of a
            // binary, whose bodies are only 0.01 apart.
            const double size = std::abs(before.kinetic + before.potential);
            const double change = std::abs(after.kinetic + after.potential - before.kinetic - before.potential);
            CHECK(change < (scheme_of(integrator).order > 1 ? 1e-3 : 2e-2) * size);
        }
}

TEST_CASE("a run with perturbers goes back bit for bit and continues exactly from a checkpoint") {
    on_every_device([](const Device& device) {
        using Case = std::pair<std::string_view, std::string_view>;
        for (const auto& [solver, integrator] :
             {Case{"direct", "reversible"}, Case{"direct", "yoshida4"}, Case{"fmm", "reversible"}}) {
            // FMM is tested only on the first driver, because compiling the FMM kernels takes minutes on each further
            // driver.
            if (solver == "fmm" && device.index != 0) continue;
            CAPTURE(solver);
            CAPTURE(integrator);
            SimulationParameters p{.accuracy = Accuracy::draft, .integrator = *value_named<Integrator>(integrator)};
            const ParticleSet particles = binary_in_a_ball(512, 0.03, 0.9);
            Simulation simulation = simulation_of(device, particles, solver, p);
            const Checkpoint start = simulation.checkpoints().take();
            advance(simulation, p, 30);
            p.timestep = 0.013;
            simulation.set_external_mass(ExternalMass{{1, 0, 1}, 0.3});
            advance(simulation, p, 20);
            simulation.set_external_mass({});
            const Checkpoint middle = simulation.checkpoints().take();
            advance(simulation, p, 20);
            const Checkpoint end = simulation.checkpoints().take();
            REQUIRE(simulation.go_back({.steps = 20}) == 20);
            CHECK(same_with_perturbers(simulation.checkpoints().take(), middle));
            REQUIRE(simulation.go_back({.steps = 50}) == 50);
            CHECK(same_with_perturbers(simulation.checkpoints().take(), start));

            Simulation other = simulation_of(device, particles, solver, p);
            other.checkpoints().restore(middle);
            CHECK(same_with_perturbers(other.checkpoints().take(), middle));
            const DeviceSnapshot stored = other.checkpoints().store();
            for (int time = 0; time < 2; ++time) {
                advance(other, p, 20);
                CHECK(same_with_perturbers(other.checkpoints().take(), end));
                other.checkpoints().restore(stored);
                CHECK(same_with_perturbers(other.checkpoints().take(), middle));
            }
        }
    });
}

TEST_CASE("a run that takes only the rows of a snapshot continues with the perturbers of the snapshot") {
    on_every_device([](const Device& device) {
        const SimulationParameters p;
        Simulation simulation = simulation_of(device, binary_in_a_ball(512, 0.03, 0.9), "direct", p);
        advance(simulation, p, 10);
        const DeviceSnapshot stored = simulation.checkpoints().store();
        advance(simulation, p, 1);
        const ParticleSet straight = simulation.checkpoints().read();
        advance(simulation, p, 30);
        simulation.checkpoints().restore_rows(stored);
        advance(simulation, p, 1);
        const ParticleSet again = simulation.checkpoints().read();
        for (std::size_t row = 512; row < straight.size(); ++row) {
            const glm::dvec3 offset = vector_of(again.positions[row]) - vector_of(straight.positions[row]);
            // The run continues from rounded positions; in 30 steps, the perturbers move by several times their
            // distance.
            CHECK(glm::length(offset) < 1e-4);
        }
    });
}

TEST_CASE("a black hole sinks in a cluster of field bodies at the rate of dynamical friction") {
    const Device device = list_devices().at(0);
    Scene scene = stellar_scene("black-holes");
    scene.orbit.reset();
    scene.galaxies.resize(1);
    SceneGalaxy& galaxy = scene.galaxies.front();
    galaxy.model = {};
    galaxy.inclination = galaxy.argument = std::nullopt;
    galaxy.model.stars.emplace();
    galaxy.model.stars->profile = Profile::plummer;
    galaxy.model.stars->mass = 1;
    galaxy.model.stars->radius = 0.5;
    scene.perturbers.resize(1);
    ScenePerturber& black_hole = scene.perturbers.front();
    black_hole.mass = 0.05;
    black_hole.position = {0.7, 0, 0};
    // This is the fraction of the cluster's mass inside the orbit of the black hole.
    const double inside = std::pow(1 + 0.5 * 0.5 / 0.49, -1.5);
    black_hole.velocity = {0, std::sqrt(inside / 0.7), 0};
    const SimulationParameters p{.timestep = 0.01, .softening = 0.05};
    Simulation simulation = simulation_of(device, generate(scene, 2000), "direct", p);
    const auto radius = [&] {
        const ParticleSet now = simulation.checkpoints().read();
        const std::vector<Float4> field_bodies{now.positions.begin(), now.positions.end() - 1};
        ParticleSet cluster = now;
        cluster.positions = field_bodies;
        const auto [x, y, z] = center_of_mass(cluster);
        const Float4& place = now.positions.back();
        return glm::distance(glm::dvec3{x, y, z}, {place.x, place.y, place.z});
    };
    CHECK(radius() == doctest::Approx(0.7).epsilon(0.02).scale(0));
    advance(simulation, p, 800);
    // According to Binney and Tremaine 2008, eq. 8.13, sinking from 0.7 to the center takes about 10 time units for a
    // Coulomb logarithm of 2.
    const double final_radius = radius();
    MESSAGE("the orbital radius shrinks from 0.7 to ", final_radius);
    CHECK(final_radius < 0.45);
}
