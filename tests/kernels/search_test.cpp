// The search for the fastest kernel: what it promises, whatever the speeds are.
#include "compute/kernel_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("a search times every variant and ends with one that the device allows") {
    on_every_device([](const Device& device) {
        const Particles bodies = scattered_bodies(3000);
        KernelSearch search{copied(device), bodies.positions, built_in_kernels()};
        CHECK(search.best().variant == nullptr);
        double done = 0;
        while (!search.finished()) {
            search.advance(0.01);
            REQUIRE(search.done() >= done);
            done = search.done();
            std::this_thread::sleep_for(std::chrono::milliseconds{1});  // as a frame does
        }
        CHECK(search.done() == 1);
        // Two seconds, and the slice that was under way then: on CPUs a fraction of a second at worst.
        CHECK(search.timed_seconds() < 3);

        const KernelChoice best = search.best();
        REQUIRE(best.variant != nullptr);
        const auto allowed = candidates(*best.variant, device, bodies.size());
        CHECK(std::ranges::find(allowed, best.settings) != allowed.end());
        for (const KernelVariant& variant : direct_variants()) {
            const auto rate = std::ranges::find_if(
                search.rates(), [&](const KernelRate& each) { return each.kernel.variant == &variant; });
            CAPTURE(variant.name);
            REQUIRE((rate != search.rates().end()) == runs_on(variant, device));
            if (rate != search.rates().end()) CHECK(rate->pairs_per_second > 0);
        }
    });
}

TEST_CASE("a search can be given up at any time, and knows the best so far") {
    on_every_device([](const Device& device) {
        const Particles bodies = scattered_bodies(500);
        KernelSearch{copied(device), bodies.positions, built_in_kernels()};  // while it builds
        KernelSearch search{copied(device), bodies.positions, built_in_kernels()};
        while (search.rates().size() < 2) {
            search.advance(0.001);
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        CHECK(!search.finished());
        CHECK(runs_on(*search.best().variant, device));
    });
}

TEST_CASE("a kernel that does not build takes no part in the race") {
    on_every_device([](const Device& device) {
        const Particles bodies = scattered_bodies(500);
        KernelSearch search{copied(device), bodies.positions, [](std::string_view name) {
                                const std::string source = built_in_kernels()(name);
                                return name == "kernels/direct_symmetric.cl" ? source + "error" : source;
                            }};
        search.run();
        for (const KernelRate& rate : search.rates()) CHECK(rate.kernel.variant->name != "symmetric");
        CHECK(search.rates().size() > 3);
    });
}
