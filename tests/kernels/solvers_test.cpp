// Every solver in the table of solvers is found by its name, created, and used as in a simulation.
#include "compute/gravity/solvers.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "compute/gravity/solver.hpp"
#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("a solver is found by its name, and the error about an unknown name lists the solvers") {
    for (const SolverType& type : solvers()) CHECK(&solver_named(type.name) == &type);
    CHECK_THROWS_WITH_AS(solver_named("magic"), "there is no solver 'magic'; the solvers are auto, direct, fmm",
                         std::invalid_argument);
}

TEST_CASE("the forces of every solver agree with double-precision forces within 5 %") {
    // This loose tolerance finds gross errors. Separate tests check the accuracy of each solver.
    constexpr double tolerance = 0.05;
    const ParticleSet bodies = scattered_bodies(1500);
    const auto expected = direct_field(bodies.positions, 0.05);
    on_every_device([&](const Device& device) {
        const cl::Context context{handle_of(device)};
        const cl::CommandQueue queue{context, handle_of(device)};
        const std::size_t bytes = bodies.size() * sizeof(Float4);
        const cl::Buffer positions{context, CL_MEM_READ_WRITE, bytes};
        queue.enqueueWriteBuffer(positions, CL_TRUE, 0, bytes, bodies.positions.data());
        for (const SolverType& type : solvers()) {
            CAPTURE(type.name);
            const auto solver = type.make({{context, device, queue, built_in_kernels()}, bodies.size()}, {});
            CHECK(solver->description().find(type.name) == 0);
            solver->begin(positions, ForceSpec{1, 0.05});
            while (solver->done() < 1) solver->enqueue_slice(1e6);
            std::vector<Float4> found(bodies.size());
            queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, bytes, found.data());
            CHECK(rms_error(found, expected) < tolerance);
            CHECK((solver->kernel().variant != nullptr) == type.has_kernels);
        }
    });
}

TEST_CASE("a simulation uses the chosen solver with the chosen kernel") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(300);
        for (const SolverType& type : solvers()) {
            const Simulation simulation{copied(device), {}, {}, bodies, built_in_kernels(), {.type = &type}};
            CHECK(simulation.status().solver.find(type.name) == 0);
            CHECK((simulation.solver_slot().choice().kernel.variant != nullptr) == type.has_kernels);
        }
        const KernelChoice kernel = parse_kernel("tiled:wg=64", device);
        const Simulation simulation{
            copied(device), {}, {}, bodies, built_in_kernels(), {.type = &solver_named("direct"), .kernel = kernel}};
        CHECK(simulation.solver_slot().choice().kernel == kernel);
        CHECK(simulation.status().solver == "direct, tiled:wg=64");
    });
}

TEST_CASE("the solver \"auto\" uses the direct sum for fractions and exact forces, and otherwise the faster solver") {
    on_every_device([](const Device& device) {
        const auto runs = [&](std::size_t bodies, const SimulationParameters& parameters) {
            Simulation simulation{copied(device),
                                  {},
                                  {},
                                  scattered_bodies(bodies),
                                  built_in_kernels(),
                                  {.accuracy = parameters.accuracy}};
            simulation.advance(parameters, {.steps = 1});
            return simulation.status().solver;
        };
        const auto begins = [](const std::string& text, const char* with) { return text.find(with) == 0; };
        SimulationParameters draft{.accuracy = Accuracy::draft}, exact{.accuracy = Accuracy::exact},
            quarter{.fraction_denominator = 4, .accuracy = Accuracy::draft};
        CHECK(begins(runs(500, draft), "auto: direct, "));
        // With this large number of bodies, a direct sum is far slower than the fast multipole method on any CPU.
        constexpr std::size_t many = 30000;
        if (device.type == "cpu") CHECK(begins(runs(many, draft), "auto: fmm, orders 5/4"));
        CHECK(begins(runs(11000, exact), "auto: direct, "));
        CHECK(begins(runs(11000, quarter), "auto: direct, "));
    });
}

TEST_CASE("the solver \"auto\" can change between two steps without disturbing the run") {
    on_every_device([](const Device& device) {
        Simulation simulation{
            copied(device), {}, {}, scattered_bodies(8000), built_in_kernels(), {.accuracy = Accuracy::draft}};
        double energy = 0;
        for (const SimulationParameters& parameters :
             {SimulationParameters{.accuracy = Accuracy::exact}, SimulationParameters{.accuracy = Accuracy::draft},
              SimulationParameters{.fraction_denominator = 2, .accuracy = Accuracy::draft},
              SimulationParameters{.accuracy = Accuracy::draft}}) {
            simulation.advance(parameters, {.steps = 1});
            const Energies now = simulation.probes().energies(parameters);
            if (energy == 0) energy = now.kinetic + now.potential;
            if (parameters.accuracy == Accuracy::exact || parameters.fraction_denominator > 1)
                CHECK(simulation.status().solver.find("auto: direct, ") == 0);
            CHECK(now.kinetic + now.potential == doctest::Approx(energy).epsilon(1e-3).scale(0));
        }
        CHECK(simulation.status().steps == 4);
    });
}
