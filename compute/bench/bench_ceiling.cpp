#include "compute/bench/bench_ceiling.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "compute/device/program.hpp"

namespace milkomeda {

std::optional<double> CeilingBench::rate_with(KernelForm form, unsigned per_item) try {
    constexpr std::size_t steps_per_turn = 16;
    const auto native = handle_of(context_.device).getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    const bool vectors = context_.device.type == "cpu" && native > 1;
    const std::size_t width = !vectors ? 1 : native >= 16 ? 16 : native >= 8 ? 8 : 4;
    const std::size_t group = vectors ? 1 : 128;
    const std::size_t units = handle_of(context_.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const std::size_t items = units * (vectors ? 16 : context_.device.type == "cpu" ? 128 : 4096);
    cl::Kernel kernel{build_program(context_.context, context_.device, context_.read, {"kernels/bench/ceiling.cl"},
                                    "-DWIDTH=" + std::to_string(width) + " -DPER_ITEM=" + std::to_string(per_item) +
                                        " -DSTEPS_PER_TURN=" + std::to_string(steps_per_turn) +
                                        (form == KernelForm::symmetric ? " -DSYMMETRIC" : "")),
                      "ceiling"};
    const cl::Buffer out{context_.context, CL_MEM_WRITE_ONLY, items * width * sizeof(cl_float)};
    const auto run = [&](cl_uint turns) {
        return [this, &kernel, &out, items, group, turns] {
            enqueue(context_.clock.queue(), kernel, items, group, turns, cl_float{1e-3f}, cl_float{1}, out);
        };
    };
    context_.clock.time(run(1), 1);
    const double first = context_.clock.time(run(64), 1);
    const auto turns = static_cast<cl_uint>(std::clamp(64 * 0.015 / first, 4.0, 1e6));
    context_.clock.choose(run(turns));
    const double seconds = context_.clock.least(run(turns), 0.1);

    std::vector<float> found(items * width);
    context_.clock.queue().enqueueReadBuffer(out, CL_TRUE, 0, found.size() * sizeof(float), found.data());
    for (const float each : found)
        if (!std::isfinite(each)) throw std::runtime_error("the ceiling's result is not finite");
    const double pairs = static_cast<double>(items * width * per_item) * static_cast<double>(turns) *
                         double{steps_per_turn} * (form == KernelForm::symmetric ? 2 : 1);
    return pairs / seconds;
} catch (const cl::Error&) {  // for example, the kernel needs too many registers
    failure_ = std::current_exception();
    return std::nullopt;
}

double CeilingBench::rate(KernelForm form) {
    double most = 0;
    unsigned& best = per_item_[form];
    for (const unsigned per_item : best > 0 ? std::vector{best} : std::vector{1u, 2u, 4u, 8u}) {
        const double rate = rate_with(form, per_item).value_or(0);
        if (rate > most) best = per_item;
        most = std::max(most, rate);
    }
    return most;
}

void CeilingBench::measure() {
    for (const KernelForm form : {KernelForm::one_sided, KernelForm::symmetric}) {
        auto known = std::ranges::find(found_, form, &BenchCeiling::form);
        if (known == found_.end()) known = found_.insert(known, {form, 0});
        known->pairs_per_second = std::max(known->pairs_per_second, rate(form));
        if (known->pairs_per_second == 0) std::rethrow_exception(failure_);
    }
}

}  // namespace milkomeda
