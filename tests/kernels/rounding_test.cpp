#include <doctest/doctest.h>

#include "compute/gravity/direct_solver.hpp"
#include "compute/kernels/kernel_choice.hpp"
#include "data/scene/scene.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t rounded_bodies = 81920;
constexpr std::size_t sampled = 1024;

// Swaps every 80th body (bodies / sampled) to the front, so that the first 1024 rows are a sample of all bodies.
std::vector<Float4> sample_first(std::vector<Float4> rows) {
    for (std::size_t i = 0; i < sampled; ++i) std::swap(rows[i], rows[i * (rounded_bodies / sampled)]);
    return rows;
}

std::vector<Float4> sum_of(const Device& device, const KernelChoice& kernel, const std::vector<Float4>& rows,
                           double softening) {
    const cl::Context context{handle_of(device)};
    const cl::CommandQueue queue{context, handle_of(device)};
    const cl::Buffer positions{context, CL_MEM_READ_WRITE, rows.size() * sizeof(Float4)};
    queue.enqueueWriteBuffer(positions, CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    const auto solver = make_direct_solver({{context, device, queue, built_in_kernels()}, rows.size()}, kernel);
    // One-sided kernels complete one row after another, so the fraction sampled / bodies of the sum completes the
    // sampled rows. Symmetric kernels complete all rows only at the end of the whole sum.
    const bool one_sided = kernel.variant->form == KernelForm::one_sided;
    solver->begin(positions, {1, softening}, {0, one_sided ? double{sampled} / rounded_bodies : 1.0});
    while (solver->done() < 1) solver->enqueue_slice(1e9);
    std::vector<Float4> found(sampled);
    queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, found.size() * sizeof(Float4), found.data());
    return found;
}

}  // namespace

TEST_CASE("force sums of 81,920 bodies have small rounding errors with every setting that a kernel search may choose") {
    // The program promises a relative rms error below 5e-7. On CPUs, partial sums on three levels
    // (kernels/direct/levels.h) have an error of 1.3e-7, and partial sums on two levels have an error of 2.6e-7.
    const auto limit = [](const Device& device) { return device.type == "cpu" ? 2e-7 : 5e-7; };
    const Scene scene = stellar_scene("milky-way-andromeda");
    const std::vector<Float4> rows = sample_first(generate(scene, rounded_bodies).positions);
    const double softening = scene.simulation.softening;
    const std::vector<Field> expected = direct_field(rows, softening, 1, 0, 1, sampled);
    on_every_device([&](const Device& device) {
        for (const KernelVariant& variant : direct_variants()) {
            // A whole sum takes minutes if the variant is not made for the device, or if the device uses the CPU driver
            // of Mesa.
            if (!variant.target->runs_on(device) || !variant.target->is_made_for(device) || is_mesa_cpu(device))
                continue;
            for (const KernelSettings& settings : candidates(variant, device, rounded_bodies)) {
                const KernelChoice kernel{&variant, settings};
                CAPTURE(to_string(kernel));
                const auto found = sum_of(device, kernel, rows, softening);
                CHECK(rms_error(found, expected) < limit(device));
            }
        }
    });
}
