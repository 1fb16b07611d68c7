// These tests check the search for the fastest kernel without assumptions about the speed of kernels.
#include "compute/gravity/autotuner.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("a kernel search times every variant and ends with a kernel that the device permits") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(3000);
        std::atomic<std::size_t> built_programs = 0;
        Autotuner search{copied(device), bodies.positions, [&built_programs](std::string_view name) {
                             for (const KernelVariant& variant : direct_variants())
                                 if (variant.source == name) {
                                     ++built_programs;
                                     break;
                                 }
                             return built_in_kernels()(name);
                         }};
        CHECK(search.best().variant == nullptr);
        double done = 0;
        while (!search.finished()) {
            search.advance(0.01);
            REQUIRE(search.done() >= done);
            done = search.done();
            // This pause represents the time of a drawn frame.
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        CHECK(search.done() == 1);
        // The search may take two seconds plus its last slice, which takes a fraction of a second on CPUs.
        CHECK(search.timed_seconds() < 3);

        // Variants that are almost as fast as the fastest variant are also timed with non-default settings, each of
        // which needs its own program.
        CHECK(built_programs > search.rates().size());
        const KernelChoice best = search.best();
        REQUIRE(best.variant != nullptr);
        const auto allowed = candidates(*best.variant, device, bodies.size());
        CHECK(std::ranges::find(allowed, best.settings) != allowed.end());
        for (const KernelVariant& variant : direct_variants()) {
            const auto rate = std::ranges::find_if(
                search.rates(), [&](const KernelRate& each) { return each.kernel.variant == &variant; });
            CAPTURE(variant.name);
            REQUIRE((rate != search.rates().end()) == variant.target->runs_on(device));
            if (rate != search.rates().end()) CHECK(rate->pairs_per_second > 0);
        }
    });
}

TEST_CASE("a kernel search ends within its time limit and returns a timed kernel, even if kernels are slow") {
    on_every_device([](const Device& device) {
        // On two cores, some of the smallest slices take tenths of a second. Timing all variants would therefore take
        // more than the permitted two seconds.
        const ParticleSet bodies = scattered_bodies(150000);
        Autotuner search{copied(device), bodies.positions, built_in_kernels()};
        search.run();
        CHECK(search.finished());
        REQUIRE(search.best().variant != nullptr);
        for (const KernelRate& rate : search.rates()) CHECK(rate.pairs_per_second > 0);
    });
}

TEST_CASE("a kernel search can be canceled at any time and returns the fastest kernel so far") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(500);
        // The first search is destroyed immediately, while it builds kernels.
        Autotuner{copied(device), bodies.positions, built_in_kernels()};
        Autotuner search{copied(device), bodies.positions, built_in_kernels()};
        while (search.rates().size() < 2) {
            search.advance(0.001);
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        CHECK(!search.finished());
        CHECK(search.best().variant->target->runs_on(device));
    });
}

TEST_CASE("changing the kernel, even within a step, changes the run only by rounding") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(700);
        const SimulationParameters parameters;
        Simulation steady{copied(device), {}, {}, bodies, built_in_kernels()};
        Simulation changing{copied(device), {}, {}, bodies, built_in_kernels()};
        int changes = 0;
        for (const char* kernel : {"tiled:wg=64", "symmetric:wg=32,per-item=4", "register-tiled"}) {
            while (steady.advance(parameters, {1e9, 3}) == 0) continue;
            // Each call computes one slice, so that a step is unfinished when the kernel changes.
            const long until = changing.status().steps + 3;
            changing.solver_slot().use(changing.solver_slot().build(
                {&solver_named("direct"), parse_kernel(kernel, device)}, built_in_kernels()));
            CHECK(std::string_view{kernel}.starts_with(changing.solver_slot().choice().kernel.variant->name));
            while (changing.status().steps < until) {
                changing.advance(parameters, {1e-9, 1});
                if (changing.is_between_steps() || changes == 3) continue;
                changing.solver_slot().use(changing.solver_slot().build(
                    {&solver_named("direct"), parse_kernel(kernel, device)}, built_in_kernels()));
                ++changes;
            }
        }
        CHECK(changes == 3);
        CHECK(changing.status().time == steady.status().time);
        const ParticleSet a = steady.checkpoints().read(), b = changing.checkpoints().read();
        // Each of the nine steps adds a relative rounding error of 1e-7. Coordinates are at most 10.
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            CHECK(a.positions[i].x == doctest::Approx(b.positions[i].x).epsilon(1e-5).scale(0));
            CHECK(a.velocities[i].y == doctest::Approx(b.velocities[i].y).epsilon(1e-5).scale(0));
        }
    });
}

TEST_CASE("a kernel search omits a kernel that fails to build") {
    on_every_device([](const Device& device) {
        const ParticleSet bodies = scattered_bodies(500);
        Autotuner search{copied(device), bodies.positions, [](std::string_view name) {
                             const std::string source = built_in_kernels()(name);
                             return name == "kernels/direct/symmetric.cl" ? source + "error" : source;
                         }};
        search.run();
        for (const KernelRate& rate : search.rates()) CHECK(rate.kernel.variant->name != "symmetric");
        CHECK(search.rates().size() > 3);
    });
}
