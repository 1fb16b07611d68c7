#include "compute/gravity/partial_sums.hpp"

#include <algorithm>
#include <bit>

#include "compute/device/particle_buffers.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t rows_per_group = 32;

// Returns the number of work-items that together add the `slots` partial sums of a body. With few bodies, one work-item
// per body would leave parts of the device idle. More than one work-item per four slots is not faster.
std::size_t lanes_for(const Device& device, std::size_t slots) {
    return device.type == "cpu" ? 1 : std::clamp<std::size_t>(std::bit_floor(slots / 4 + 1), 1, 16);
}

}  // namespace

std::size_t most_partial_bytes(const Device& device, std::size_t bodies) {
    constexpr std::size_t always_enough = std::size_t{512} << 20;
    const auto memory = static_cast<std::size_t>(handle_of(device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    const auto largest = static_cast<std::size_t>(handle_of(device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    const std::size_t usable = memory / 10 * 9;
    const std::size_t taken = bodies * bytes_per_body;
    return std::min({always_enough, memory / 4, largest, usable > taken ? usable - taken : 0});
}

PartialSums::PartialSums(const SolverContext& context, std::size_t slots)
    : lanes_{lanes_for(context.device, slots)},
      add_{context.build({"kernels/direct/partials.cl"}, definitions({{"ROWS", rows_per_group}, {"LANES", lanes_}})),
           "add_partials"} {}

void PartialSums::enqueue_sum(const cl::CommandQueue& queue, const Source& source, const Target& target) {
    enqueue(queue, add_, cl::NDRange{round_up(target.rows, rows_per_group), lanes_},
            cl::NDRange{rows_per_group, lanes_}, source.partials, source.stride, source.slots, target.weight,
            target.add, target.accelerations, target.first, target.rows);
}

}  // namespace milkomeda
