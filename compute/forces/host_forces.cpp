#include "compute/forces/host_forces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "compute/errors/force_error_meter.hpp"
#include "compute/fmm/fmm_settings.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/gravity/solvers.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

struct HostForces::Parts {
    Parts(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies, Accuracy wanted)
        : context{*device_context.context,
                  *device_context.device,
                  {*device_context.context, handle_of(*device_context.device)},
                  read},
          accuracy{wanted},
          particles{device_context, context.queue, {}, {}, bodies},
          columns{*device_context.context, context.queue, bodies, 1},
          meter{context} {
        const bool direct = bodies <= most_direct || accuracy == Accuracy::exact;
        solver =
            solver_named(direct ? "direct" : "fmm").make({context, bodies, device_context.secondary, accuracy}, {});
    }

    void finish() {
        context.queue.finish();
        solver->finish();
    }

    // Enqueues slices of about a quarter of a second, and waits for each slice.
    void complete(const auto& enqueue_slice, const auto& is_done, const std::function<void()>& poll) {
        constexpr double slice_seconds = 0.25, most_growth = 8;
        for (double pairs = 1e8; !is_done();) {
            const Clock::time_point start = Clock::now();
            enqueue_slice(pairs);
            finish();
            poll();
            pairs *= std::clamp(slice_seconds / std::max(seconds_since(start), 1e-9), 1 / most_growth, most_growth);
        }
    }

    void sum_once(const ForceSpec& force, const std::function<void()>& poll) {
        solver->begin(particles.positions(), force);
        complete([&](double pairs) { solver->enqueue_slice(pairs); }, [&] { return solver->done() >= 1; }, poll);
    }

    // Returns the 99th percentile of the relative errors of the newest sum.
    double p99(const ForceSpec& force, const std::function<void()>& poll) {
        meter.begin(std::min(ForceErrorMeter::most, particles.size()), 0);
        complete([&](double pairs) { meter.enqueue_slice(particles, solver->accelerations(), force, pairs); },
                 [&] { return meter.left() == 0; }, poll);
        return meter.last_p99();
    }

    // Returns true if the sampled bodies have their former masses and have moved by less than a tenth of the unit of
    // length, so that the tolerance of the last comparison suits them.
    bool has_hardly_moved(double softening) const {
        constexpr float most_way = 0.1f;
        const auto is_near = [](const Float4& a, const Float4& b) {
            return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z) < most_way && a.w == b.w;
        };
        return softening == compared_softening && std::ranges::equal(sampled_rows(), compared_rows, is_near);
    }
    std::vector<Float4> sampled_rows() const {
        const std::span<const Float4> rows = columns.column(0);
        std::vector<Float4> sample;
        const std::size_t every = std::max<std::size_t>(1, rows.size() / ForceErrorMeter::samples);
        for (std::size_t row = 0; row < rows.size(); row += every) sample.push_back(rows[row]);
        return sample;
    }

    // Returns true if the next sum must be compared with the direct sum.
    bool is_comparison_due(double softening) {
        constexpr int interval = 32;
        if (!has_hardly_moved(softening)) {
            tolerance_scale = 1;
            comparisons = 0;
            compared_softening = softening;
        }
        return comparisons < settling_comparisons || ++sums_since_comparison >= interval;
    }
    // Adjusts the tolerance of the next sum to the 99th percentile of the errors of this sum.
    void learn(double target, double p99) {
        tolerance_scale = corrected(tolerance_scale, target, p99);
        ++comparisons;
        compared_rows = sampled_rows();
        sums_since_comparison = 0;
    }

    KernelContext context;
    Accuracy accuracy;
    float tolerance_scale = 1;
    static constexpr int settling_comparisons = 6;  // number of sums in which the tolerance reaches the accuracy
    int comparisons = 0, sums_since_comparison = 0;
    double compared_softening = -1;
    std::vector<Float4> compared_rows;  // sampled bodies of the last comparison
    ParticleBuffers particles;
    HostColumns columns;
    ForceErrorMeter meter;
    std::unique_ptr<Solver> solver;
};

HostForces::HostForces(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                       Accuracy accuracy)
    : parts_{std::make_unique<Parts>(device_context, read, bodies, accuracy)} {}

HostForces::~HostForces() = default;

std::span<Float4> HostForces::rows() const { return parts_->columns.column(0); }

void HostForces::sum(double softening, std::span<Float4> results, const std::function<void()>& poll) {
    // A part of the promised error, because the percentile of the sampled bodies differs from that of all bodies.
    constexpr double accepted = 0.92;
    constexpr int most_sums = 12;
    Parts& parts = *parts_;
    const cl::CommandQueue& queue = parts.context.queue;
    const std::size_t bytes = rows().size() * sizeof(Float4);
    queue.enqueueWriteBuffer(parts.particles.positions(), CL_TRUE, 0, bytes, rows().data());
    const double target = parts.solver->target_error();
    const bool compares = target > 0 && parts.is_comparison_due(softening);
    ForceSpec force{.softening = softening,
                    .with_potential = true,
                    .accuracy = parts.accuracy,
                    .tolerance_scale = parts.tolerance_scale};
    parts.sum_once(force, poll);
    for (int sums = 1; compares; ++sums) {
        const double p99 = parts.p99(force, poll);
        if (p99 <= accepted * target) {
            parts.learn(target, p99);
            break;
        }
        if (sums == most_sums)
            throw std::runtime_error(
                fmt::format("the multipole method does not reach the force error {:g} with these bodies, but only "
                            "{:.2g}; use the accuracy exact",
                            target, p99));
        force.tolerance_scale = parts.tolerance_scale = corrected(force.tolerance_scale, target, p99);
        parts.sum_once(force, poll);
    }
    queue.enqueueReadBuffer(parts.solver->accelerations(), CL_TRUE, 0, bytes, results.data());
}

}  // namespace milkomeda
