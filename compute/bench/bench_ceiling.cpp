#include "compute/bench/bench_ceiling.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace milkomeda {

std::optional<double> CeilingBench::rate_with(unsigned per_item) try {
    constexpr std::size_t steps_per_turn = 16;
    constexpr double timed_seconds = 0.015;
    const DeviceTraits& traits = context_.traits;
    const bool vectors = traits.wants_vectors;
    const std::size_t width = vectors ? traits.vector_width : 1, group = vectors ? 1 : 128;
    const std::size_t items = traits.compute_units * (vectors ? 16 : traits.is_cpu ? 128 : 4096);
    const std::string options =
        definitions({{"WIDTH", width}, {"PER_ITEM", per_item}, {"STEPS_PER_TURN", steps_per_turn}}) + options_;
    cl::Kernel kernel{context_.build({source_}, options), "ceiling"};
    const auto out = context_.buffer<cl_float>(items * width, CL_MEM_WRITE_ONLY);
    const auto run = [&](cl_uint turns) {
        return [this, &kernel, &out, items, group, turns] {
            enqueue(context_.queue, kernel, items, group, turns, cl_float{1e-3f}, cl_float{1}, out);
        };
    };
    context_.clock.time(run(1), 1);
    const double first = context_.clock.time(run(64), 1);
    const auto turns = static_cast<cl_uint>(std::clamp(64 * timed_seconds / first, 4.0, 1e6));
    context_.clock.choose(run(turns));
    const double seconds = context_.clock.least(run(turns), 0.1);
    const auto is_finite = [](float each) { return std::isfinite(each); };
    if (!std::ranges::all_of(read_items<float>(context_.queue, out, items * width), is_finite))
        throw std::runtime_error("the kernel that measures the peak rate computed a number that is not finite");
    return static_cast<double>(items * width * per_item * steps_per_turn) * turns * pairs_ / seconds;
} catch (const cl::Error&) {  // The kernel cannot run, for example because it needs too many registers.
    failure_ = std::current_exception();
    return std::nullopt;
}

double CeilingBench::measure() {
    unsigned best = 0;
    for (const unsigned per_item : per_item_) {
        const double rate = rate_with(per_item).value_or(0);
        if (rate > most_) best = per_item;
        most_ = std::max(most_, rate);
    }
    if (most_ == 0) std::rethrow_exception(failure_);
    if (best > 0) per_item_ = {best};
    return most_;
}

}  // namespace milkomeda
