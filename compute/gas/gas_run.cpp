#include "compute/gas/gas_run.hpp"

#include <algorithm>

namespace milkomeda {

GasRun::GasRun(const FmmContext& context, const GasSettings& settings, GasRows rows)
    : rows_{std::move(rows)},
      solver_{context, settings, rows_.count},
      begin_substep_{solver_.program(), "begin_substep"},
      end_substep_{solver_.program(), "end_substep"},
      former_rates_{context.buffer<GasRate>(rows_.count)} {
    solver_.begin(rows_);
}

void GasRun::substep(double dt, const cl::Buffer& gravity, double since) {
    constexpr std::size_t group = 64;
    const cl::CommandQueue& queue = solver_.context().queue;
    enqueue(queue, begin_substep_, rows_.count, group, rows_.positions, rows_.velocities, rows_.first, rows_.count, dt,
            solver_.constants(), rows_.conditions, rows_.rates);
    std::swap(former_rates_, rows_.rates);
    solver_.enqueue_rates(rows_, dt, gravity, since);
    enqueue(queue, end_substep_, rows_.count, group, rows_.velocities, rows_.first, rows_.count, dt, rows_.conditions,
            former_rates_, rows_.rates);
}

int GasRun::advance(double dt, const cl::Buffer& gravity) {
    // Time is counted in ticks. A substep is a power of two of ticks, at a multiple of its own length.
    constexpr int ticks = 1 << 14;
    int substeps = 0;
    for (int now = 0; now < ticks; ++substeps) {
        const double longest = solver_.longest_substep(rows_);
        int length = ticks;
        while (length > 1 && (dt * length / ticks > longest || now % length != 0)) length /= 2;
        now += length;
        substep(dt * length / ticks, gravity, dt * now / ticks - dt / 2);
    }
    return substeps;
}

}  // namespace milkomeda
