// The columns of a device snapshot. Copying the columns on the device takes microseconds. When device memory
// is scarce, the columns are moved to host memory in parts that are short enough for a frame.
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
        cl::Buffer on_device;  // null if the column is in host memory
        std::vector<std::byte> on_host;
        std::size_t bytes = 0, moved = 0;
    };
    // positions, velocities, and then, if any, the integer columns and the columns of the gas
    std::vector<Column> columns;

    std::optional<FixedPoint> format;  // format of the integer columns; empty if there are no integer columns
    bool has_gas = false;
    IntegratorState memory;

    // Enqueue copies of whole buffers: add() from a buffer of the run, write() to a buffer of the run. `context` must
    // be the context of `queue`. (Asking the queue for its context would be dangerous: if that query fails, the OpenCL
    // wrapper releases a context that it does not own.)
    void add(const cl::Context& context, const cl::CommandQueue& queue, const cl::Buffer& from);
    void write(const cl::CommandQueue& queue, std::size_t column, const cl::Buffer& to) const;

    // Moves the next part of the columns to host memory. Returns true when all columns are in host memory and their
    // device memory is free.
    bool move_to_host(const cl::CommandQueue& queue);
    bool is_on_device() const { return !columns.empty() && columns.back().on_device() != nullptr; }
    std::size_t bytes() const;
};

}  // namespace milkomeda
