#include <cstdlib>
#include <cstring>
#include <set>
#include <tuple>

#include "compute/mixed/mixed_simulation.hpp"
#include "data/base/random.hpp"
#include "devices.hpp"
#include "mixed_reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

MixedBox small_box(int dimensions) {
    MixedBox box;
    box.dimensions = dimensions;
    box.least = {-1, -1, -0.5}, box.most = {1, 1, 0.5};
    box.small = dimensions == 2 ? 150 : 600;
    box.dynamic = 8, box.fixed = 3, box.most_large = 16;
    box.least_radius = 0.08, box.largest_radius = 0.2;
    box.sorted = true;
    if (dimensions == 3) box.contact.stiffness = 7200, box.contact.damping = 24;
    return box;
}

// Returns an initial state with random velocities, so that bodies collide from the first step on.
std::shared_ptr<ParticleSet> in_motion(const MixedBox& box, std::uint64_t seed = 3) {
    const auto start = std::make_shared<ParticleSet>(place_mixed(box, 7));
    Random random{seed};
    for (std::size_t i = 0; i < start->size(); ++i) {
        const bool fixed = i >= box.most_large - box.fixed && i < box.most_large;
        if (fixed || start->velocities[i].w == 0) continue;
        start->velocities[i].x = static_cast<float>(0.1 * random.normal());
        start->velocities[i].y = static_cast<float>(0.1 * random.normal());
        if (box.dimensions == 3) start->velocities[i].z = static_cast<float>(0.1 * random.normal());
    }
    return start;
}

// Returns an initial state from which, during this number of iterations, no two bodies barely touch or barely miss each
// other. Contact forces begin abruptly, so after a grazing contact, rounding errors would make the simulation diverge
// from the reference.
std::shared_ptr<ParticleSet> without_grazes(const MixedBox& box, int iterations) {
    constexpr double margin = 3e-7;  // The margin is five rounding errors of a coordinate.
    constexpr std::uint64_t seeds = 60;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto start = in_motion(box, seed);
        MixedReference reference{box, *start};
        for (int i = 0; i < iterations && reference.nearest_graze > margin; ++i) reference.iterate();
        if (reference.nearest_graze > margin) return start;
    }
    FAIL("in every initial state two bodies graze each other");
    return {};
}

MixedSimulation mixed_simulation_of(const Device& device, const MixedBox& box,
                                    const std::shared_ptr<const ParticleSet>& start) {
    return {copied(device), {}, {}, box, start, built_in_kernels()};
}

bool same_bits(const ParticleSet& a, const ParticleSet& b) {
    const std::size_t bytes = a.size() * sizeof(Float4);
    return a.size() == b.size() && std::memcmp(a.positions.data(), b.positions.data(), bytes) == 0 &&
           std::memcmp(a.velocities.data(), b.velocities.data(), bytes) == 0;
}

}  // namespace

TEST_CASE(
    "a hundred iterations with small and large particles agree with a double-precision reference without a grid") {
    on_every_device([](const Device& device) {
        for (const int dimensions : {2, 3}) {
            CAPTURE(dimensions);
            MixedBox box = small_box(dimensions);
            // With more bodies, two bodies graze each other in every initial state.
            box.small = dimensions == 2 ? 150 : 60;
            REQUIRE(fault_of(box).key == "");
            const auto start = without_grazes(box, 100);
            MixedReference reference{box, *start};
            MixedSimulation simulation = mixed_simulation_of(device, box, start);
            const auto iterate_both = [&](int iterations) {
                for (int i = 0; i < iterations; ++i) {
                    simulation.iterate();
                    reference.iterate();
                }
            };
            iterate_both(100);
            CHECK(simulation.status().most_full_cells == 0);
            ParticleSet now = simulation.read();
            std::vector<double> errors;  // Errors of positions are relative to the width of the box.
            for (std::size_t k = 0; k < reference.bodies.size(); ++k) {
                const Float4& p = now.positions[reference.rows[k]];
                errors.push_back(glm::distance({p.x, p.y, p.z}, reference.bodies[k].x) / 2);
            }
            std::ranges::sort(errors);
            // Single precision has an error of about 1e-7 per coordinate and step, and collisions amplify this error.
            CHECK(errors.back() < 1e-5);

            // After more iterations, some collisions happen an iteration earlier or later, and all orbits diverge from
            // the reference. Only mean height and total energy remain comparable.
            iterate_both(900);
            now = simulation.read();
            const MixedReference state_now{box, now};
            const auto height = [](const MixedReference& of) {
                double sum = 0;
                for (const MixedReference::Body& body : of.bodies) sum += body.x.y;
                return sum / static_cast<double>(of.bodies.size());
            };
            // Tolerance: about ten additional collisions of one body change the mean height by this value.
            CHECK(std::abs(height(state_now) - height(reference)) < 0.01);
            CHECK(state_now.energy() == doctest::Approx(reference.energy()).epsilon(0.02).scale(0));
        }
    });
}

TEST_CASE("all schedules and memory modes move small and large particles identically bit for bit") {
    on_every_device([](const Device& device) {
        MixedBox box = small_box(2);
        for (const std::size_t capacity :
             // With a capacity of one particle per cell, many particles do not fit into their cells. All schedules and
             // memory modes must omit the same particles.
             {std::size_t{1}, std::size_t{4}}) {
            CAPTURE(capacity);
            box.capacity = capacity;
            const auto start = in_motion(box);
            std::optional<ParticleSet> first;
            for (const MixedMemory memory : {MixedMemory::zero_copy, MixedMemory::zero_copy, MixedMemory::copied})
                for (const MixedSchedule schedule : {MixedSchedule::plain, MixedSchedule::balanced}) {
                    box.memory = memory, box.schedule = schedule;
                    MixedSimulation simulation = mixed_simulation_of(device, box, start);
                    for (int i = 0; i < 60; ++i) simulation.iterate();
                    const ParticleSet now = simulation.read();
                    if (!first) first = now;
                    CHECK(same_bits(*first, now));
                    CHECK((simulation.status().most_full_cells > 0) == (capacity == 1));
                }
        }
    });
}

TEST_CASE("the simulation of small and large particles counts the grid cells that exceed their capacity") {
    on_every_device([](const Device& device) {
        for (const int dimensions : {2, 3})
            for (const bool sorted : {false, true}) {
                MixedBox box = small_box(dimensions);
                box.capacity = 1;
                box.sorted = sorted;
                box.small = 150;
                box.gravity = {};
                auto start = std::make_shared<ParticleSet>(place_mixed(box, 1));
                // Thirty bodies get the position of another body.
                for (std::size_t i = 0; i < 30; ++i)
                    start->positions[box.most_large + i] = start->positions[box.most_large + 30 + i / 3];
                std::set<std::tuple<int, int, int>> occupied, full;
                for (std::size_t i = box.most_large; i < start->size(); ++i) {
                    const Float4& p = start->positions[i];
                    const auto cell = [&](float x, double least) {
                        return static_cast<int>(std::floor((x - static_cast<float>(least)) *
                                                           static_cast<float>(1 / (2 * box.small_radius))));
                    };
                    const std::tuple own{cell(p.x, -1), cell(p.y, -1), dimensions == 3 ? cell(p.z, -0.5) : 0};
                    if (!occupied.insert(own).second) full.insert(own);
                }
                MixedSimulation simulation = mixed_simulation_of(device, box, start);
                simulation.iterate();
                CHECK(simulation.status().full_cells == full.size());
            }
    });
}

TEST_CASE("the energy of small and large particles never grows, and no particle leaves the box or is lost") {
    on_every_device([](const Device& device) {
        for (const int dimensions : {2, 3}) {
            CAPTURE(dimensions);
            const MixedBox box = small_box(dimensions);
            const auto start = in_motion(box);
            MixedSimulation simulation = mixed_simulation_of(device, box, start);
            double before = MixedReference{box, *start}.energy();
            const double at_first = before;
            // All drivers run the same kernels, so a short run suffices for further drivers.
            const int rounds = device.index == 0 ? 40 : 10;
            for (int i = 0; i < rounds; ++i) {
                for (int k = 0; k < 20; ++k) simulation.iterate();
                const ParticleSet now = simulation.read();
                const MixedReference state_now{box, now};
                const double energy = state_now.energy();
                // While springs are compressed, the energy of symplectic Euler oscillates about a conserved value. The
                // amplitude is (frequency x timestep / 2) x spring energy, which is much less than 1 % of the total
                // energy.
                CHECK(energy < before + 0.003 * std::abs(at_first));
                before = std::min(before, energy);
                CHECK(state_now.bodies.size() == box.small + box.dynamic + box.fixed);
                for (const MixedReference::Body& body : state_now.bodies)
                    for (int axis = 0; axis < dimensions; ++axis) {
                        CHECK(body.x[axis] > box.least[axis] + 0.4 * body.radius);
                        CHECK(body.x[axis] < box.most[axis] - 0.4 * body.radius);
                    }
            }
        }
    });
}

TEST_CASE("the user can add and remove large particles, and drag them by the pointer") {
    const std::vector<Device> devices = list_devices();
    REQUIRE(!devices.empty());
    const MixedBox box = small_box(2);
    MixedSimulation simulation =
        mixed_simulation_of(devices.front(), box, std::make_shared<ParticleSet>(place_mixed(box, 1)));
    LargeParticles& large = simulation.large();
    CHECK(large.count() == 11);
    const auto added = large.add({0, 0.9, 0}, 0.1);
    REQUIRE(added);
    CHECK(large.count() == 12);
    simulation.hand() = MixedHand{*added, {0.5, 0.5, 0}};
    for (int i = 0; i < 400; ++i) simulation.iterate();
    CHECK(glm::distance(large.rows()[*added].position, {0.5, 0.5, 0}) < 0.05);
    // A particle that is thrown keeps its velocity.
    simulation.hand() = MixedHand{*added, {-0.5, 0.5, 0}};
    for (int i = 0; i < 10; ++i) simulation.iterate();
    simulation.hand().reset();
    simulation.iterate();
    CHECK(large.rows()[*added].velocity.x < -0.5);
    large.remove(*added);
    CHECK(large.count() == 11);
    while (large.add({0, 0, 0}, 0.1)) {
    }
    CHECK(large.count() == box.most_large);
    simulation.reset();
    CHECK(simulation.status().large == 11);
}

// The environment variable MILKOMEDA_STORM_SECONDS sets the duration in model seconds. A value of 600 takes minutes.
TEST_CASE("no particle passes through walls or large particles while a particle is dragged violently") {
    const std::vector<Device> devices = list_devices();
    REQUIRE(!devices.empty());
    const char* const duration = std::getenv("MILKOMEDA_STORM_SECONDS");
    const double seconds = duration ? std::atof(duration) : 4;
    MixedBox box = small_box(2);
    box.small = 400;
    box.least.x = -1.5, box.most.x = 1.5;
    MixedSimulation simulation =
        mixed_simulation_of(devices.front(), box, std::make_shared<ParticleSet>(place_mixed(box, 1)));
    Random random{1};
    // This is the smallest distance between the centers of a small and a large particle, in radii of the large
    // particle.
    double deepest = 1;
    const auto anywhere = [&] { return glm::dvec3{3.4 * random.uniform() - 1.7, 2.4 * random.uniform() - 1.2, 0}; };
    while (simulation.status().time < seconds) {
        const std::span<const LargeParticle> large = simulation.large().rows();
        if (random.uniform() < 0.05) {
            simulation.hand().reset();
            const std::size_t row = random.below(static_cast<std::uint32_t>(large.size()));
            if (large[row].is_used()) simulation.hand() = MixedHand{row, large[row].position};
        }
        if (simulation.hand() && random.uniform() < 0.2) simulation.hand()->place = anywhere();
        if (random.uniform() < 0.02) {
            const glm::dvec3 way = anywhere();
            simulation.gravity() = glm::length(box.gravity) / glm::length(way) * way;
        }
        simulation.advance();
        const ParticleSet now = simulation.read();
        for (std::size_t i = box.most_large; i < now.size(); ++i) {
            const glm::dvec3 place{now.positions[i].x, now.positions[i].y, 0};
            REQUIRE(std::abs(place.x) <= 1.5 - 0.49 * box.small_radius);
            REQUIRE(std::abs(place.y) <= 1 - 0.49 * box.small_radius);
            for (const LargeParticle& one : large)
                if (one.is_used()) deepest = std::min(deepest, glm::distance(place, one.position) / one.radius);
        }
    }
    CAPTURE(deepest);
    // A particle that passes through a large particle comes near its center. A particle that is pressed into the
    // surface stays in the outer half of the large particle.
    CHECK(deepest > 0.5);
    CHECK(simulation.large().count() == box.dynamic + box.fixed);
}

TEST_CASE("mixed boxes with impossible settings are refused with a one-line message") {
    const auto fault = [](auto change) {
        MixedBox box;
        change(box);
        const MixedFault found = fault_of(box);
        return found.key + ": " + found.why;
    };
    CHECK(fault([](MixedBox&) {}) == ": ");
    CHECK(fault([](MixedBox& b) { b.most.x = -9; }) ==
          "box.right: is -9, but must be larger than left = -8, the opposite wall");
    CHECK(fault([](MixedBox& b) { b.largest_radius = 6; }) ==
          "large.largest_radius: is 6, but must be at most half of 10, the smallest distance of opposite walls");
    CHECK(fault([](MixedBox& b) { b.small_radius = 50; }).starts_with("small.radius: is 50, but must be at most half"));
    CHECK(fault([](MixedBox& b) { b.timestep = 0.1; }).starts_with("timestep: is 0.1, too long for contact"));
    CHECK(fault([](MixedBox& b) { b.most_large = 10; })
              .starts_with(
                  "large.most: is 10, but must not be smaller than the number of large particles at the start, 150"));
    MixedBox full;
    full.small = 100'000;
    CHECK_THROWS_AS(place_mixed(full, 1), std::invalid_argument);
    const MixedBox more = with_numbers(MixedBox{}, 100'000, 150);
    CHECK(more.most.x > 20);
    CHECK(place_mixed(more, 1).size() == 100'000 + more.most_large);
}
