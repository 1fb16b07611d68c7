#include "compute/potential/potential_map.hpp"

#include <cmath>
#include <limits>

#include "compute/potential/potential_sum.hpp"
#include "devices.hpp"
#include "reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr double gravity = 1.5, lattice_softening = 0.05;

// Returns the potential map in double precision, computed for one body and one point at a time. The points are in file
// order: x varies fastest, then y.
std::vector<double> exact_map(const std::vector<Float4>& bodies, const Lattice& lattice) {
    std::vector<double> map;
    for (std::size_t k = 0; k < lattice.counts[2]; ++k)
        for (std::size_t j = 0; j < lattice.counts[1]; ++j)
            for (std::size_t i = 0; i < lattice.counts[0]; ++i) {
                Vec3d p{lattice.center.x, lattice.center.y, lattice.center.z};
                const std::array<std::size_t, 3> at{i, j, k};
                for (int a = 0; a < 3; ++a) {
                    const double along =
                        ((static_cast<double>(at[a]) + 0.5) / static_cast<double>(lattice.counts[a]) - 0.5) *
                        lattice.extent[a];
                    for (int axis = 0; axis < 3; ++axis) p[axis] += along * lattice.axes[a][axis];
                }
                double sum = 0;
                for (const Float4& body : bodies)
                    sum -= gravity * body.w /
                           std::sqrt(std::pow(body.x - p[0], 2) + std::pow(body.y - p[1], 2) +
                                     std::pow(body.z - p[2], 2) + lattice_softening * lattice_softening);
                map.push_back(sum);
            }
    return map;
}

double rms_error(const std::vector<float>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        difference += std::pow(found[i] - expected[i], 2);
        size += expected[i] * expected[i];
    }
    return std::sqrt(difference / size);
}

// The program promises this relative accuracy. Single precision rounds each distance and contribution to 6e-8, and sums
// on three levels add three times this error. The kernel forms of the program have errors below 3e-7.
constexpr double tolerance_of_potential = 1e-6;

struct DeviceSetup {
    explicit DeviceSetup(const Device& used) : device{used} {}
    const Device& device;
    cl::Context context{handle_of(device)};
    cl::CommandQueue queue{context, handle_of(device)};

    cl::Buffer buffer(const std::vector<Float4>& rows) const {
        cl::Buffer made{context, CL_MEM_READ_ONLY, rows.size() * sizeof(Float4)};
        queue.enqueueWriteBuffer(made, CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
        return made;
    }
};

// Returns lines, planes and boxes with irregular sizes. Some are rotated, and some are far from the center of the
// bodies.
std::vector<Lattice> lattices() {
    const double c = std::cos(0.7), s = std::sin(0.7);
    return {{{1, 1, 1}, {0.3, -0.2, 0.1}, {1, 1, 1}},
            {{7, 5, 3}, {}, {20, 10, 5}},
            {{1, 130, 1}, {1, 2, 3}, {1, 30, 1}, {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}}},
            {{1, 33, 40}, {-4, 5, 0}, {1, 12, 9}, {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}}},
            {{129, 17, 1}, {0, 0, 0}, {40, 40, 1}, {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}}};
}

template <typename Test>
void with_every_form(const Device& device, Test test) {
    const DeviceTraits traits{device};
    for (const PotentialForm& form : potential_forms()) {
        if (!form.target->runs_on(traits)) continue;
        for (const KernelSettings& settings : form.settings(traits)) {
            CAPTURE(form.name);
            CAPTURE(form_options(settings));
            test(PotentialChoice{&form, settings});
            if (!form.target->is_made_for(traits) || traits.is_mesa_cpu)
                break;  // A kernel form that is not made for this device is tested only with its default settings.
        }
    }
}

}  // namespace

TEST_CASE("every kernel form of the potential map agrees with a double-precision sum") {
    on_every_device([](const Device& device) {
        const DeviceSetup setup{device};
        // This number of bodies is not a multiple of the block size.
        const std::vector<Float4> bodies = scattered_bodies(1027).positions;
        const cl::Buffer buffer = setup.buffer(bodies);
        const std::vector<Lattice> all = lattices();
        std::vector<std::vector<double>> expected;
        for (const Lattice& lattice : all) expected.push_back(exact_map(bodies, lattice));
        with_every_form(device, [&](const PotentialChoice& choice) {
            PotentialSum sum{{setup.context, device, setup.queue, built_in_kernels()}, choice};
            for (std::size_t i = 0; i < all.size(); ++i) {
                CAPTURE(i);
                sum.begin(buffer, bodies.size(), all[i], gravity, lattice_softening);
                sum.enqueue_slice(std::numeric_limits<double>::infinity());
                CHECK(sum.done() == 1);
                CHECK(rms_error(sum.read(), expected[i]) < tolerance_of_potential);
            }
        });
    });
}

TEST_CASE("potential sums over many bodies are as precise as potential sums over few bodies") {
    on_every_device([](const Device& device) {
        const DeviceSetup setup{device};
        const std::vector<Float4> bodies = scattered_bodies(81'920).positions;
        const cl::Buffer buffer = setup.buffer(bodies);
        const Lattice lattice{{5, 3, 1}, {}, {20, 20, 1}};
        const std::vector<double> expected = exact_map(bodies, lattice);
        with_every_form(device, [&](const PotentialChoice& choice) {
            PotentialSum sum{{setup.context, device, setup.queue, built_in_kernels()}, choice};
            sum.begin(buffer, bodies.size(), lattice, gravity, lattice_softening);
            sum.enqueue_slice(std::numeric_limits<double>::infinity());
            CHECK(rms_error(sum.read(), expected) < tolerance_of_potential);
        });
    });
}

TEST_CASE("a potential map whose sums are computed in ten slices is complete for any number of bodies") {
    on_every_device([](const Device& device) {
        const DeviceSetup setup{device};
        for (const std::size_t count : {1, 127, 128, 129, 3000}) {
            const std::vector<Float4> bodies = scattered_bodies(count).positions;
            const cl::Buffer buffer = setup.buffer(bodies);
            const Lattice lattice{{70, 30, 2}, {}, {20, 20, 4}};
            PotentialSum sum{{setup.context, device, setup.queue, built_in_kernels()}, usual_potential_choice(device)};
            sum.begin(buffer, count, lattice, gravity, lattice_softening);
            double last = 0;
            std::size_t slices = 0;
            while (sum.done() < 1) {
                sum.enqueue_slice(sum.evaluations() / 10);
                CHECK(sum.done() > last);
                last = sum.done();
                ++slices;
            }
            CHECK(slices >= (count > 1280 ? 8 : 1));
            CHECK(rms_error(sum.read(), exact_map(bodies, lattice)) < tolerance_of_potential);
        }
    });
}

TEST_CASE("a potential map can be computed from positions on host or device, and can be restarted") {
    on_every_device([](const Device& device) {
        const DeviceContext context = copied(device);
        const std::vector<Float4> bodies = scattered_bodies(5000).positions,
                                  other_bodies = scattered_bodies(900, 5).positions;
        PotentialMap map{context, built_in_kernels()};
        const Lattice plane{{90, 60, 1}, {}, {30, 20, 1}}, box{{8, 9, 10}, {1, 1, 1}, {5, 5, 5}};
        const auto complete = [&map] {
            while (!map.advance(0.002)) {
            }
            CHECK(map.done() == 1);
            return map.potentials();
        };
        map.begin(bodies, plane, gravity, lattice_softening);
        map.advance(0.001);
        map.begin(bodies, box, gravity, lattice_softening);  // A second map begins before the first map is complete.
        CHECK(rms_error(complete(), exact_map(bodies, box)) < tolerance_of_potential);
        map.begin(other_bodies, plane, gravity, lattice_softening);
        CHECK(rms_error(complete(), exact_map(other_bodies, plane)) < tolerance_of_potential);
    });
}

TEST_CASE("a lattice of potentials too large for the device memory is refused with a message") {
    on_every_device([](const Device& device) {
        PotentialMap map{copied(device), built_in_kernels()};
        const std::vector<Float4> bodies = scattered_bodies(10).positions;
        CHECK_THROWS_WITH_AS(map.begin(bodies, {{100'000, 100'000, 100'000}, {}, {1, 1, 1}}, 1, 0.05),
                             doctest::Contains("is too large for"), std::runtime_error);
    });
}
