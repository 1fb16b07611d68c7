#include "compute/states/snapshot_columns.hpp"

#include <algorithm>

namespace milkomeda {

bool DeviceSnapshot::on_device() const { return columns && columns->is_on_device(); }

void SnapshotColumns::add(const cl::Context& context, const cl::CommandQueue& queue, const cl::Buffer& from) {
    Column column;
    column.bytes = from.getInfo<CL_MEM_SIZE>();
    column.on_device = cl::Buffer{context, CL_MEM_READ_WRITE, column.bytes};
    queue.enqueueCopyBuffer(from, column.on_device, 0, 0, column.bytes);
    columns.push_back(std::move(column));
}

void SnapshotColumns::write(const cl::CommandQueue& queue, std::size_t number, const cl::Buffer& to) const {
    const Column& column = columns[number];
    if (column.on_device())
        queue.enqueueCopyBuffer(column.on_device, to, 0, 0, column.bytes);
    else
        queue.enqueueWriteBuffer(to, CL_TRUE, 0, column.bytes, column.on_host.data());
}

bool SnapshotColumns::move_to_host(const cl::CommandQueue& queue) {
    constexpr std::size_t part = 8 << 20;
    for (Column& column : columns) {
        if (!column.on_device()) continue;
        column.on_host.reserve(column.bytes);
        const std::size_t next = std::min(part, column.bytes - column.moved);
        column.on_host.resize(column.moved + next);
        queue.enqueueReadBuffer(column.on_device, CL_TRUE, column.moved, next, column.on_host.data() + column.moved);
        column.moved += next;
        if (column.moved == column.bytes) column.on_device = {};
        return !columns.back().on_device();
    }
    return true;
}

std::size_t SnapshotColumns::bytes() const {
    std::size_t all = sizeof(SnapshotColumns) + memory.log.changes().size() * sizeof(RunChange);
    for (const Column& column : columns) all += column.bytes;
    return all;
}

}  // namespace milkomeda
