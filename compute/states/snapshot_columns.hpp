// The columns of a stored state: copied on the device, which takes microseconds, and moved to host memory, in
// parts that a frame has time for, where the device's is wanted for others.
#pragma once

#include <optional>
#include <vector>

#include "compute/device/opencl.hpp"
#include "compute/states/device_snapshot.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

struct SnapshotColumns {
    struct Column {
        cl::Buffer on_device;  // null once it is in host memory
        std::vector<std::byte> on_host;
        std::size_t bytes = 0, moved = 0;
    };
    std::vector<Column> columns;  // positions and velocities; then those of integers

    std::optional<FixedPoint> format;  // of the integers, where there are any
    IntegratorState memory;

    // Enqueue copies, of and into all of a buffer. The context is the queue's, which is not asked for it:
    // where that fails the wrapper would give back a context that it never took.
    void add(const cl::Context& context, const cl::CommandQueue& queue, const cl::Buffer& from);
    void write(const cl::CommandQueue& queue, std::size_t column, const cl::Buffer& to) const;

    // Moves the next part; true when all is in host memory, and the device's is free.
    bool move_to_host(const cl::CommandQueue& queue);
    bool is_on_device() const { return !columns.empty() && columns.back().on_device() != nullptr; }
    std::size_t bytes() const;
};

}  // namespace milkomeda
