#include <algorithm>
#include <bit>
#include <chrono>

#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/direct_forms.hpp"

namespace milkomeda {

std::size_t most_partial_bytes(const Device& device, std::size_t bodies) {
    constexpr std::size_t always_enough = std::size_t{512} << 20;
    const auto memory = static_cast<std::size_t>(handle_of(device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    const auto largest = static_cast<std::size_t>(handle_of(device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    const std::size_t usable = memory / 10 * 9;
    const std::size_t taken = bodies * bytes_per_body;
    return std::min({always_enough, memory / 4, largest, usable > taken ? usable - taken : 0});
}

cl_float softening_squared(const Force& force) {
    return static_cast<cl_float>(std::max(force.softening * force.softening, 1e-20));
}

std::string build_options(const KernelSettings& settings) {
    std::string options;
    const auto define = [&options](const char* name, unsigned value) {
        if (value > 0) options += std::string{" -D"} + name + '=' + std::to_string(value);
    };
    define("WORK_GROUP", settings.work_group);
    define("PER_ITEM", settings.per_item);
    define("UNROLL", settings.unroll);
    define("WIDTH", settings.width);
    return options;
}

// Few bodies leave a device idle unless several items share a row; one item for every four slots is plenty.
PartialSums::PartialSums(const Workplace& place, std::size_t slots)
    : lanes_{place.device.type == "cpu" ? 1 : std::clamp<std::size_t>(std::bit_floor(slots / 4 + 1), 1, 16)},
      add_{build_program(place.context, place.device, place.read, "kernels/direct/partials.cl",
                         "-DLANES=" + std::to_string(lanes_)),
           "add_partials"} {}

void PartialSums::enqueue_sum(const cl::CommandQueue& queue, const cl::Buffer& partials, std::size_t stride,
                              std::size_t slots, double weight, bool add, const cl::Buffer& accelerations,
                              std::size_t first, std::size_t rows) {
    constexpr std::size_t rows_per_group = 32;
    enqueue(queue, add_, cl::NDRange{round_up(rows, rows_per_group), lanes_},
            cl::NDRange{rows_per_group, lanes_}, partials, cl_uint(stride), cl_uint(slots), cl_float(weight),
            cl_uint(add), accelerations, cl_uint(first), cl_uint(rows));
}

std::unique_ptr<Solver> make_direct_solver(const cl::Context& context, const Device& device,
                                           const cl::CommandQueue& queue, std::size_t bodies,
                                           const ReadAsset& read, const KernelVariant& variant,
                                           const KernelSettings& settings) {
    const Workplace place{context, device, queue, bodies, read};
    if (variant.form == KernelForm::one_sided)
        return make_one_sided_solver(place, variant, complete(variant, settings, device, bodies), {});
    if (auto solver = make_symmetric_solver(place, variant, complete(variant, settings, device, bodies)))
        return solver;
    const KernelVariant& other = default_one_sided_variant(device);
    return make_one_sided_solver(place, other, complete(other, {}, device, bodies), {});
}

double time_sum(Solver& solver, const cl::CommandQueue& queue, const cl::Buffer& positions,
                const Force& force, int repeats) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point start;
    for (int repeat = 0; repeat <= repeats; ++repeat) {
        if (repeat == 1) {
            queue.finish();
            start = Clock::now();
        }
        solver.begin(positions, force);
        while (solver.done() < 1) solver.enqueue_slice(1e30);
    }
    queue.finish();
    return std::chrono::duration<double>(Clock::now() - start).count() / repeats;
}

}  // namespace milkomeda
