// For every way in which the program computes a diagnostic quantity, the result is compared with a double-precision sum
// over the identical state.
#include "compute/simulation/diagnostics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// The diagnostics panel promises this relative accuracy. Potentials in single precision have errors of about 1e-7. The
// fast multipole method at its coarsest setting has an energy error of 3e-6.
constexpr double tolerance_of_diagnostics = 1e-5;

// Returns two galaxies of disk, bulge and halo that pass each other. One disk star in seven is twelve times as fast as
// the remaining stars.
ParticleSet two_galaxies(std::size_t bodies) {
    ParticleSet all = scattered_bodies(bodies);
    all.components.clear();
    const std::size_t part = bodies / 6;
    const char* const names[] = {"disk", "bulge", "halo"};
    for (std::size_t c = 0; c < 6; ++c) {
        const std::size_t first = c * part, count = c == 5 ? bodies - first : part;
        all.components.push_back({names[c % 3], c < 3 ? "milky-way" : "andromeda", first, count, 1});
        const float side = c < 3 ? -1.0f : 1.0f, mass = c % 3 == 2 ? 4e-4f : 1e-4f;
        for (std::size_t i = first; i < first + count; ++i) {
            Float4& x = all.positions[i];
            Float4& v = all.velocities[i];
            const float shrink = c % 3 == 2 ? 0.8f : c % 3 == 1 ? 0.1f : 0.4f;
            const float fast = c % 3 == 0 && i % 7 == 0 ? 12.0f : 1.0f;
            x = {shrink * x.x + 6 * side, shrink * x.y + side, (c % 3 == 0 ? 0.1f : 1.0f) * shrink * x.z, mass};
            v = {fast * v.x - 0.2f * side, fast * v.y + 0.3f, fast * v.z, 0};
        }
    }
    return all;
}

double half_speed_squared(const Float4& v, const Vec3d& frame) {
    return 0.5 * (std::pow(v.x - frame[0], 2) + std::pow(v.y - frame[1], 2) + std::pow(v.z - frame[2], 2));
}

// Returns the radius that contains the fraction `share` of a component's bodies, computed one body at a time. For
// a disk, the radius is the distance from the spin axis.
double slow_radius(const EnergySample& state, const Component& part, const glm::dvec3& center, double share) {
    glm::dvec3 velocity{0}, spin{0};
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
        velocity += glm::dvec3{state.velocities[i].x, state.velocities[i].y, state.velocities[i].z} /
                    static_cast<double>(part.count);
    for (std::size_t i = part.first; i < part.first + part.count; ++i)
        spin += glm::cross(glm::dvec3{state.positions[i].x, state.positions[i].y, state.positions[i].z} - center,
                           glm::dvec3{state.velocities[i].x, state.velocities[i].y, state.velocities[i].z} - velocity);
    std::vector<double> radii;
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
        const glm::dvec3 from = glm::dvec3{state.positions[i].x, state.positions[i].y, state.positions[i].z} - center;
        radii.push_back(part.name == "disk" ? glm::length(glm::cross(from, spin)) / glm::length(spin)
                                            : glm::length(from));
    }
    std::ranges::sort(radii);
    return radii[static_cast<std::size_t>(std::lround(share * static_cast<double>(radii.size() - 1)))];
}

void check_numbers(const EnergySample& state, const std::vector<Component>& components,
                   const SimulationParameters& parameters) {
    const Diagnostics found = diagnose(state, components);
    const std::vector<Float4> positions{state.positions.begin(), state.positions.end()};
    const auto field = direct_field(positions, parameters.softening, 1, 0, parameters.gravity);
    double kinetic = 0, potential = 0, mass = 0, disks = 0, unbound = 0, momentum_size = 0, angular_size = 0;
    Vec3d momentum{}, angular{};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double m = positions[i].w;
        const Vec3d x{positions[i].x, positions[i].y, positions[i].z},
            v{state.velocities[i].x, state.velocities[i].y, state.velocities[i].z};
        mass += m;
        kinetic += m * half_speed_squared(state.velocities[i], {});
        potential += 0.5 * m * field[i].potential;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            momentum[a] += m * v[a];
            angular[a] += m * (x[b] * v[c] - x[c] * v[b]);
            momentum_size += m * std::abs(v[a]);
            angular_size += m * std::abs(x[b] * v[c]);
        }
    }
    CHECK(found.energies.kinetic == doctest::Approx(kinetic).epsilon(tolerance_of_diagnostics).scale(0));
    CHECK(found.energies.potential == doctest::Approx(potential).epsilon(tolerance_of_diagnostics).scale(0));
    CHECK(std::abs(found.total_energy() - (kinetic + potential)) <= tolerance_of_diagnostics * (kinetic - potential));
    CHECK(found.virial_ratio() == doctest::Approx(2 * kinetic / -potential).epsilon(tolerance_of_diagnostics).scale(0));
    const glm::dvec3 p = found.momentum, l = found.angular_momentum;
    for (int a = 0; a < 3; ++a) {
        CHECK(std::abs(p[a] - momentum[a]) <= tolerance_of_diagnostics * momentum_size);
        CHECK(std::abs(l[a] - angular[a]) <= tolerance_of_diagnostics * angular_size);
    }
    const Vec3d frame{momentum[0] / mass, momentum[1] / mass, momentum[2] / mass};
    // Total mass of the stars so close to escape speed that single precision cannot decide whether they are bound.
    double margin = 0;
    for (const Component& part : components) {
        if (part.name != "disk") continue;
        for (std::size_t i = part.first; i < part.first + part.count; ++i) {
            const double energy = half_speed_squared(state.velocities[i], frame) + field[i].potential;
            disks += positions[i].w;
            if (energy > 0) unbound += positions[i].w;
            if (std::abs(energy) < 1e-3 * std::abs(field[i].potential)) margin += positions[i].w;
        }
    }
    REQUIRE(unbound > 0.02 * disks);
    REQUIRE(unbound < 0.9 * disks);
    CHECK(std::abs(found.unbound - unbound / disks) <= tolerance_of_diagnostics + margin / disks);

    ParticleSet rows;
    rows.positions = positions;
    rows.velocities = {state.velocities.begin(), state.velocities.end()};
    rows.components = components;
    const glm::dvec3 here = center_of_galaxy(rows, "milky-way"), there = center_of_galaxy(rows, "andromeda");
    CHECK(found.separation == doctest::Approx(glm::distance(here, there)).epsilon(tolerance_of_diagnostics).scale(0));
    for (std::size_t c = 0; c < components.size(); ++c) {
        const glm::dvec3& center = components[c].galaxy == "milky-way" ? here : there;
        CHECK(
            found.radii[c].r10 ==
            doctest::Approx(slow_radius(state, components[c], center, 0.1)).epsilon(tolerance_of_diagnostics).scale(0));
        CHECK(
            found.radii[c].r50 ==
            doctest::Approx(slow_radius(state, components[c], center, 0.5)).epsilon(tolerance_of_diagnostics).scale(0));
        CHECK(
            found.radii[c].r90 ==
            doctest::Approx(slow_radius(state, components[c], center, 0.9)).epsilon(tolerance_of_diagnostics).scale(0));
    }
}

struct DiagnosedRun {
    const char* solver;
    SimulationParameters parameters;
};
const DiagnosedRun diagnosed_runs[]{{"direct", {}},
                                    {"direct", {.gravity = 1.5, .fraction_denominator = 4}},
                                    {"direct", {.integrator = Integrator::explicit_euler}},
                                    {"fmm", {.accuracy = Accuracy::draft}},
                                    {"fmm", {.softening = 0.2, .accuracy = Accuracy::standard}},
                                    {"fmm", {.accuracy = Accuracy::draft, .integrator = Integrator::symplectic_euler}}};

}  // namespace

TEST_CASE("all diagnostic quantities agree with double-precision sums over the state at the time of measurement") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = two_galaxies(1800);
        for (const DiagnosedRun& diagnosed : diagnosed_runs) {
            CAPTURE(diagnosed.solver);
            CAPTURE(diagnosed.parameters.integrator);
            Simulation simulation{copied(device),
                                  {},
                                  {},
                                  bodies,
                                  built_in_kernels(),
                                  {.type = &solver_named(diagnosed.solver), .accuracy = diagnosed.parameters.accuracy}};
            simulation.advance(diagnosed.parameters, {.steps = 2});
            check_numbers(simulation.probes().measure_energies(diagnosed.parameters), bodies.components,
                          diagnosed.parameters);
        }
    });
}

TEST_CASE("diagnostics measured during a run belong to exactly one time, and measuring does not change the run") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = two_galaxies(1800);
        for (const DiagnosedRun& diagnosed :
             {diagnosed_runs[0], diagnosed_runs[1], diagnosed_runs[2], diagnosed_runs[3], diagnosed_runs[5]}) {
            CAPTURE(diagnosed.solver);
            CAPTURE(diagnosed.parameters.integrator);
            const SolverChoice solver{.type = &solver_named(diagnosed.solver),
                                      .accuracy = diagnosed.parameters.accuracy};
            Simulation simulation{copied(device), {}, {}, bodies, built_in_kernels(), solver};
            Simulation unmeasured{copied(device), {}, {}, bodies, built_in_kernels(), solver};
            simulation.probes().sample_energies(0.5);
            int found = 0;
            for (int step = 0; step < 1000 && found < 2; ++step) {
                simulation.advance(diagnosed.parameters, {.steps = 1});
                const auto state = simulation.probes().take_energy_sample();
                if (!state) {  // The kernels that sum potentials have not been built yet.
                    std::this_thread::sleep_for(std::chrono::milliseconds{20});
                    continue;
                }
                ++found;
                CHECK(state->gravity == diagnosed.parameters.gravity);
                CHECK(state->time == doctest::Approx(0.02 * static_cast<double>(state->steps)));
                check_numbers(*state, bodies.components, diagnosed.parameters);
                unmeasured.advance(diagnosed.parameters, {.steps = state->steps - unmeasured.status().steps});
                const ParticleSet then = unmeasured.checkpoints().read();
                CHECK(same_bits(then.positions, {state->positions.begin(), state->positions.end()}));
                CHECK(same_bits(then.velocities, {state->velocities.begin(), state->velocities.end()}));
            }
            CHECK(found == 2);
        }
    });
}

TEST_CASE(
    "energies are measured only on request, never while an earlier sample is still held, and anew after a reset") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = two_galaxies(600);
        Simulation simulation{copied(device),
                              {},
                              {},
                              bodies,
                              built_in_kernels(),
                              {.type = &solver_named("fmm"), .accuracy = Accuracy::draft}};
        simulation.advance({}, {.steps = 3});
        CHECK(!simulation.probes().take_energy_sample());
        CHECK(simulation.probes().sampling_cost().seconds == 0);
        simulation.probes().sample_energies(0.5);
        std::optional<EnergySample> sample;
        while (!sample) {
            simulation.advance({}, {.steps = 1});
            sample = simulation.probes().take_energy_sample();
        }
        const Float4 before = sample->positions[5];
        for (int i = 0; i < 20; ++i) {
            simulation.advance({}, {.steps = 1});
            CHECK(!simulation.probes().take_energy_sample());
        }
        CHECK(before.x == sample->positions[5].x);
        const MeasuringCost cost = simulation.probes().sampling_cost();
        CHECK(cost.seconds > 0);
        simulation.probes().add_sampling_cost(1);
        CHECK(simulation.probes().sampling_cost().seconds == doctest::Approx(cost.seconds + 1));
        sample.reset();
        simulation.reset();  // The reset clears the recorded measuring time, so a sample is due.
        simulation.advance({}, {.steps = 1});
        const auto first = simulation.probes().take_energy_sample();
        REQUIRE(first);
        CHECK(first->steps == 0);
    });
}
