#include "compute/gas/gas_run.hpp"

#include <algorithm>
#include <utility>

#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t row_group = 64;

}  // namespace

GasRun::GasRun(const FmmContext& context, const GasSettings& settings, GasRows rows)
    : rows_{std::move(rows)},
      solver_{context, settings, rows_.count},
      begin_substep_{solver_.program(), "begin_substep"},
      end_substep_{solver_.program(), "end_substep"},
      former_rates_{context.buffer<GasRate>(rows_.count)} {}

// Moves the buffer of the drift: a handle whose copying fails during an assignment would be released twice.
void GasRun::begin(Drift drift) {
    drift_ = std::move(drift);
    now_ = length_ = substeps_ = 0;
    is_limited_ = false;
}

// Chooses the length of the next substep, moves the particles, and begins the computation of the rates at its end.
void GasRun::begin_substep() {
    const double longest = solver_.longest_substep(rows_);
    const int least = std::max(1, ticks / drift_.most_substeps);
    length_ = ticks;
    while (length_ / 2 >= least && (drift_.dt * length_ / ticks > longest || now_ % length_ != 0)) length_ /= 2;
    is_limited_ |= drift_.dt * length_ / ticks > longest;
    const bool is_first = substeps_ == 0;
    const double dt = drift_.dt * length_ / ticks, elapsed = drift_.dt * (now_ + length_) / ticks;
    enqueue(solver_.context().queue, begin_substep_, rows_.count, row_group, rows_.positions, rows_.velocities,
            rows_.count, dt, is_first, solver_.constants(), rows_.conditions, rows_.rates);
    std::swap(former_rates_, rows_.rates);
    solver_.begin_rates(rows_, dt, is_first, drift_.gravity, drift_.since + elapsed);
}

void GasRun::end_substep() {
    enqueue(solver_.context().queue, end_substep_, rows_.count, row_group, rows_.velocities, rows_.count,
            drift_.dt * length_ / ticks, rows_.conditions, former_rates_, rows_.rates);
    now_ += length_;
    length_ = 0;
    ++substeps_;
}

bool GasRun::continue_drift(double seconds) {
    constexpr double least_targets = 32;
    const Clock::time_point start = Clock::now();
    double left = seconds;
    do {
        if (length_ == 0) begin_substep();
        const Clock::time_point part_start = Clock::now();
        const double targets =
            std::min(std::max(least_targets, left * targets_per_second_), static_cast<double>(solver_.targets()));
        if (solver_.enqueue_rates(rows_, static_cast<std::size_t>(targets))) end_substep();
        solver_.context().queue.finish();
        targets_per_second_ = targets / seconds_since(part_start);
        left = seconds - seconds_since(start);
    } while (now_ < ticks && left > 0);
    return now_ == ticks;
}

int GasRun::advance(double dt, const cl::Buffer& gravity) {
    begin({.dt = dt, .gravity = gravity});
    continue_drift();
    return substeps_;
}

}  // namespace milkomeda
