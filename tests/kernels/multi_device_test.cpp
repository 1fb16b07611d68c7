// Force sums of device teams are compared with double precision and with one device. Every device forms a team with
// itself, in two contexts. If there are several devices, they also form teams with each other.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/sharing_devices.hpp"
#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/teams.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Limit of the relative rms error of forces, equal to the limit for one device (direct_test.cpp). It also covers the
// rounding error of 6e-8 from adding the parts of a sum.
constexpr double tolerance_of_team = 1e-6;

// Computes force sums of a team or of one device. The buffer of positions must exist until its force sum is complete.
class SharedSums {
  public:
    SharedSums(const Devices& devices, std::size_t bodies, const char* kernel, std::vector<double> shares)
        : bodies_{bodies}, context_{handle_of(devices[0])}, queue_{context_, handle_of(devices[0])} {
        const KernelChoice choice = parse_kernel(kernel, devices[0]);
        const SolverContext place{
            {context_, devices[0], queue_, built_in_kernels()}, bodies, {devices.begin() + 1, devices.end()}};
        if (devices.size() == 1)
            solver_ = make_direct_solver(place, choice);
        else
            solver_ = make_multi_device_solver(place, choice, std::move(shares));
    }

    void begin(const std::vector<Float4>& bodies, const ForceSpec& force = {}, const WorkRange& share = {}) {
        const std::size_t bytes = bodies_ * sizeof(Float4);
        positions_ = cl::Buffer{context_, CL_MEM_READ_WRITE, bytes};
        queue_.enqueueWriteBuffer(positions_, CL_FALSE, 0, bytes, bodies.data());
        solver_->begin(positions_, force, share);
    }

    std::vector<Float4> operator()(const std::vector<Float4>& bodies, const ForceSpec& force = {},
                                   double pairs_per_slice = 1e9, const WorkRange& share = {}) {
        begin(bodies, force, share);
        double last = -1;
        while (solver_->done() < 1) {
            CHECK(solver_->done() > last);
            last = solver_->done();
            solver_->enqueue_slice(pairs_per_slice);
        }
        std::vector<Float4> result(bodies_);
        queue_.enqueueReadBuffer(solver_->accelerations(), CL_TRUE, 0, bodies_ * sizeof(Float4), result.data());
        return result;
    }

    // Enqueues work on the first device, so that the upload of the next positions is delayed.
    void keep_busy() {
        constexpr std::size_t bytes = std::size_t{64} << 20;
        const cl::Buffer buffer{context_, CL_MEM_READ_WRITE, bytes};
        for (int repeat = 0; repeat < 4; ++repeat) queue_.enqueueFillBuffer(buffer, cl_uint(repeat), 0, bytes);
    }

    Solver& solver() { return *solver_; }

  private:
    std::size_t bodies_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer positions_;
    std::unique_ptr<Solver> solver_;
};

// Returns a work share of 1/8 for the first device, 7/8 for the second device and 0 for further devices.
std::vector<double> unequal(const Devices& team) {
    std::vector<double> shares(team.size(), 0);
    shares[0] = 0.125;
    shares[1] = 0.875;
    return shares;
}

// The first kernel is one-sided, and the second is symmetric. Both have blocks of 64 bodies on every device.
constexpr const char* kernels[] = {"register-tiled:wg=16,per-item=2,split=2", "symmetric:wg=16,per-item=4"};

std::vector<Field> as_fields(const std::vector<Float4>& rows) {
    std::vector<Field> fields;
    for (const Float4& a : rows) fields.push_back({{a.x, a.y, a.z}, a.w});
    return fields;
}

Device fake_device(std::size_t index, const char* name, const char* type) {
    return {index, "Platform", name, type, {}};
}

}  // namespace

TEST_CASE(
    "the forces of several devices agree with a double-precision sum and with one device for any number of bodies") {
    on_every_team([](const Devices& team) {
        for (const char* kernel : kernels)
            for (const std::size_t count : {1, 2, 3, 257, 1021}) {
                CAPTURE(kernel);
                CAPTURE(count);
                const ParticleSet bodies = scattered_bodies(count);
                const auto found = SharedSums{team, count, kernel, unequal(team)}(bodies.positions);
                if (count == 1) {
                    CHECK(found[0].x == 0);
                    continue;
                }
                CHECK(rms_error(found, direct_field(bodies.positions, 0.05)) < tolerance_of_team);
                const auto one = SharedSums{{team[0]}, count, kernel, {}}(bodies.positions);
                // Both results have rounding errors.
                CHECK(rms_error(found, as_fields(one)) < 2 * tolerance_of_team);
            }
    });
}

TEST_CASE("any single device of a team can compute the whole force sum") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(300);
        const auto expected = direct_field(bodies.positions, 0.05);
        for (const char* kernel : kernels)
            for (const std::size_t all : {std::size_t{0}, team.size() - 1}) {
                CAPTURE(kernel);
                std::vector<double> shares(team.size(), 0);
                shares[all] = 1;
                SharedSums field{team, bodies.size(), kernel, shares};
                CHECK(rms_error(field(bodies.positions), expected) < tolerance_of_team);
                CHECK(field.solver().shares().find(team[all].name + " 100 %") != std::string::npos);
            }
    });
}

TEST_CASE("on several devices, sums over every k-th body, potentials and partial sums agree with double precision") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(301);
        for (const char* kernel : kernels) {
            CAPTURE(kernel);
            SharedSums field{team, bodies.size(), kernel, unequal(team)};
            CHECK(rms_error(field(bodies.positions, {1, 0.05, 4, 3, true}),
                            direct_field(bodies.positions, 0.05, 4, 3, 4)) < tolerance_of_team);

            ForceSpec force{2.5, 0.05};
            force.with_potential = true;
            const auto found = field(bodies.positions, force);
            const auto expected = direct_field(bodies.positions, 0.05, 1, 0, 2.5);
            CHECK(rms_error(found, expected) < tolerance_of_team);
            for (std::size_t i = 0; i < found.size(); ++i)
                // The tolerance allows rounding errors of single-precision sums over 301 bodies.
                CHECK(found[i].w == doctest::Approx(expected[i].potential).epsilon(1e-5).scale(0));

            std::vector<Float4> total(bodies.size());
            for (const WorkRange& share : {WorkRange{0, 0.3}, WorkRange{0.3, 0.30001}, WorkRange{0.30001, 1}}) {
                const auto part = field(bodies.positions, {}, 1e9, share);
                for (std::size_t i = 0; i < total.size(); ++i) {
                    total[i].x += part[i].x;
                    total[i].y += part[i].y;
                    total[i].z += part[i].z;
                }
            }
            CHECK(rms_error(total, direct_field(bodies.positions, 0.05)) < tolerance_of_team);
        }
    });
}

TEST_CASE("device teams with the same division of the work give bitwise identical forces, for slices of any size") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(900);
        for (const char* kernel : kernels) {
            CAPTURE(kernel);
            SharedSums field{team, bodies.size(), kernel, unequal(team)};
            const auto whole = field(bodies.positions);
            for (const double pairs : {0.0, 3e5}) CHECK(same_bits(whole, field(bodies.positions, {}, pairs)));
            CHECK(same_bits(whole, SharedSums{team, bodies.size(), kernel, unequal(team)}(bodies.positions)));
        }
    });
}

TEST_CASE("an abandoned force sum of several devices does not affect the next force sum") {
    on_every_team([](const Devices& team) {
        const ParticleSet other = scattered_bodies(900, 2), bodies = scattered_bodies(900);
        for (const char* kernel : kernels) {
            CAPTURE(kernel);
            SharedSums field{team, bodies.size(), kernel, unequal(team)};
            const auto expected = field(bodies.positions);
            field.begin(other.positions);
            field.solver().enqueue_slice(0);
            // This call abandons the force sum before its positions are sent to the devices.
            field.begin(other.positions);
            CHECK(same_bits(field(bodies.positions), expected));
        }
    });
}

TEST_CASE("helper devices wait for positions whose upload to the first device has not finished") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(900);
        SharedSums field{team, bodies.size(), kernels[1], unequal(team)};
        const auto expected = field(bodies.positions);
        field(scattered_bodies(900, 2).positions);
        field.keep_busy();
        CHECK(same_bits(field(bodies.positions), expected));
    });
}

TEST_CASE("dividing the work of a team by measured speed changes the force sum only by rounding") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(1500);
        SharedSums field{team, bodies.size(), kernels[1], {}};
        CHECK(rms_error(field(bodies.positions), direct_field(bodies.positions, 0.05)) < tolerance_of_team);
        const std::string shares = field.solver().shares();
        for (const Device& device : team) CHECK(shares.find(device.name) != std::string::npos);
        CHECK(shares.find(" %") != std::string::npos);
    });
}

TEST_CASE("work divisions that do not add up to one or do not match the device team are refused") {
    const Devices devices = list_devices();
    REQUIRE(!devices.empty());
    for (const std::vector<double>& wrong : {std::vector{1.0}, {0.5, 0.4}, {1.5, -0.5}, {0.2, 0.3, 0.5}}) {
        const auto make = [&] { SharedSums({devices[0], devices[0]}, 10, kernels[0], wrong); };
        CHECK_THROWS_AS(make(), std::invalid_argument);
    }
}

TEST_CASE("if one of several devices cannot use a symmetric kernel, all devices compute each pair of bodies twice") {
    const Devices devices = list_devices();
    for (const Device& device : devices) {
        CAPTURE(device.name);
        for (const std::size_t block : {64, 192, 512}) {
            const auto choice = symmetric_in_blocks(device, 8192, block);
            REQUIRE(choice);
            CHECK(choice->variant->form == KernelForm::symmetric);
            CHECK(block_of(choice->settings) == block);
        }
        CHECK(!symmetric_in_blocks(device, 8192, 1 << 20));
    }
    for (const Device& first : devices)
        for (const Device& second : devices) {
            // The block size of 2 x 3 = 6 bodies is not a multiple of the vector width 4.
            const char* const kernel = "symmetric:wg=2,per-item=3";
            if (first.name == second.name || symmetric_in_blocks(second, 100, 6)) continue;
            const ParticleSet bodies = scattered_bodies(100);
            SharedSums field{{first, second}, 100, kernel, {0.5, 0.5}};
            CHECK(field.solver().description().find("one-sided, because " + second.name) != std::string::npos);
            CHECK(rms_error(field(bodies.positions), direct_field(bodies.positions, 0.05)) < tolerance_of_team);
        }
}

TEST_CASE("devices get shares of the work in proportion to their measured speeds, rounded to a coarse step") {
    using Shares = std::vector<double>;
    CHECK(divide(Shares{7}) == Shares{1});
    CHECK(divide(Shares{1, 1}) == Shares{0.5, 0.5});
    CHECK(divide(Shares{1, 1.03}) == Shares{0.5, 0.5});
    CHECK(divide(Shares{3, 1}) == Shares{0.75, 0.25});
    CHECK(divide(Shares{1, 100}) == Shares{0, 1});
    CHECK(divide(Shares{0, 1}) == Shares{0, 1});
    CHECK(divide(Shares{1, 1, 1}) == Shares{1.0 / 3, 1.0 / 3, 1.0 / 3});
    for (std::size_t devices = 1; devices < 10; ++devices) {
        Shares rates;
        for (std::size_t i = 0; i < devices; ++i) rates.push_back(1 + static_cast<double>(i * i % 7));
        const Shares shares = divide(rates);
        CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1).epsilon(1e-12).scale(0));
        const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
        const double multiple = 1 / (16.0 * static_cast<double>(devices));
        for (std::size_t i = 0; i < devices; ++i)
            // According to the quota rule, each rounded share differs from the exact share by less than one unit.
            CHECK(std::abs(shares[i] - rates[i] / all) < multiple);
    }
}

TEST_CASE("the user selects devices by numbers, names or \"all\"") {
    const Devices devices{fake_device(0, "Alpha", "cpu"), fake_device(1, "Beta", "gpu"),
                          fake_device(2, "Gamma", "gpu")};
    const auto chosen = [&](std::string_view selection) {
        std::string names;
        for (const Device& device : choose_devices(devices, selection)) names += device.name[0];
        return names;
    };
    CHECK(chosen("") == "B");
    CHECK(chosen("all") == "BAG");
    CHECK(chosen("2,0") == "GA");
    CHECK(chosen("gamma,1") == "GB");
    CHECK(chosen("alpha") == "A");
    for (const char* wrong : {"0,0", "alpha,0", "0,3", "0,", ",0", ",", "0,,1", "all,0", "1 2"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(chosen(wrong), std::invalid_argument);
    }
    CHECK(choose_devices({}, "all").empty());
    CHECK(choose_devices({}, "").empty());
}

TEST_CASE("a simulation with helper devices agrees with one device, even after its kernels are rebuilt") {
    on_every_team([](const Devices& team) {
        const ParticleSet bodies = scattered_bodies(400);
        DeviceContext device_context = copied(team[0]);
        const KernelChoice kernel = parse_kernel(kernels[1], team[0]);
        Simulation one{device_context, {}, {}, bodies, built_in_kernels(), {.kernel = kernel}};
        device_context.secondary = {team.begin() + 1, team.end()};
        Simulation several{device_context, {}, {}, bodies, built_in_kernels(), {.kernel = kernel}};
        CHECK(several.status().device.find(team[0].name + " + " + team[1].name) == 0);
        CHECK(!several.status().shares.empty());
        CHECK(one.status().shares.empty());

        SimulationParameters parameters;
        const auto advance = [&](Simulation& simulation) {
            simulation.advance(parameters, {.steps = 2});
            simulation.solver_slot().use(simulation.solver_slot().build(
                {&solver_named("direct"), parse_kernel(kernels[0], team[0])}, built_in_kernels()));
            simulation.advance(parameters, {.steps = 2});
            simulation.solver_slot().reload(built_in_kernels());
            parameters.fraction_denominator = 2;
            simulation.advance(parameters, {.steps = 2});
            parameters.fraction_denominator = 1;
        };
        advance(one);
        advance(several);
        CHECK(one.status().steps == several.status().steps);
        const ParticleSet a = one.checkpoints().read(), b = several.checkpoints().read();
        double worst = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            worst = std::max({worst, std::abs(double{a.positions[i].x} - b.positions[i].x),
                              std::abs(double{a.positions[i].y} - b.positions[i].y),
                              std::abs(double{a.positions[i].z} - b.positions[i].z)});
        CHECK(worst < 1e-5);  // In each of six steps, positions up to 10 are rounded to 1e-6.
    });
}
