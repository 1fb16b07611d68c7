#include "compute/gas/gas_run.hpp"

#include <algorithm>
#include <utility>

#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t row_group = 64;

}  // namespace

GasRun::GasRun(const FmmContext& context, const GasSettings& settings, GasRows rows)
    : rows_{std::move(rows)}, solver_{context, settings, rows_.count}, move_{solver_.program(), "move_gas"} {}

// Moves the buffer of the drift: a handle whose copying fails during an assignment would be released twice.
void GasRun::begin(GasDrift drift) {
    drift_ = std::move(drift);
    now_ = length_ = substeps_ = 0;
    is_limited_ = false;
}

// Moves the particles to the end of the next substep, and begins the computation of the rates there.
void GasRun::begin_substep() {
    if (now_ == 0) solver_.begin_drift(rows_, drift_);
    const GasTargets::Next next = solver_.next_substep(now_);
    length_ = next.end - now_;
    is_limited_ |= next.is_limited;
    enqueue(solver_.context().queue, move_, rows_.count, row_group, rows_.positions, rows_.velocities, rows_.count,
            drift_.dt * length_ / gas_ticks, solver_.constants(), rows_.conditions, rows_.rates);
    solver_.begin_rates(rows_, drift_, next.end);
}

bool GasRun::continue_drift(double seconds) {
    constexpr double least_targets = 32;
    const Clock::time_point start = Clock::now();
    double left = seconds;
    do {
        if (length_ == 0) begin_substep();
        const Clock::time_point part_start = Clock::now();
        const auto all = static_cast<double>(solver_.targets());
        const double targets = std::min(std::max(least_targets, left * targets_per_second_), all);
        if (solver_.enqueue_rates(rows_, static_cast<std::size_t>(targets))) {
            now_ += length_;
            length_ = 0;
            ++substeps_;
            if (now_ < gas_ticks) solver_.choose_substeps(rows_, drift_, now_);
        }
        solver_.context().queue.finish();
        // A computation of few targets says little about the speed with many.
        const double speed = targets / seconds_since(part_start);
        targets_per_second_ = targets < all ? speed : std::max(speed, targets_per_second_);
        left = seconds - seconds_since(start);
    } while (now_ < gas_ticks && left > 0);
    return now_ == gas_ticks;
}

int GasRun::advance(double dt, const cl::Buffer& gravity) {
    begin({.dt = dt, .gravity = gravity});
    continue_drift();
    return substeps_;
}

}  // namespace milkomeda
