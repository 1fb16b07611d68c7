// Energies computed on the device are compared with double precision.
#include <doctest/doctest.h>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("kinetic and potential energy agree with a double-precision sum over all pairs") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(517);
        SimulationParameters parameters;
        parameters.gravity = 1.5;
        Simulation simulation{copied(device), {}, {}, bodies, built_in_kernels()};
        const Energies found = simulation.probes().energies(parameters);

        double kinetic = 0, potential = 0;
        const auto field = direct_field(bodies.positions, parameters.softening, 1, 0, parameters.gravity);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Float4& v = bodies.velocities[i];
            kinetic += 0.5 * bodies.positions[i].w * (double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
            potential += 0.5 * bodies.positions[i].w * field[i].potential;
        }
        // The contributions of single bodies are rounded to single precision, but the sum of the contributions is not.
        CHECK(found.kinetic == doctest::Approx(kinetic).epsilon(1e-6).scale(0));
        CHECK(found.potential == doctest::Approx(potential).epsilon(1e-6).scale(0));
    });
}
