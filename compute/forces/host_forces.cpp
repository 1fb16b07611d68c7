#include "compute/forces/host_forces.hpp"

#include <fmt/format.h>

#include <algorithm>

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

    // Returns the 99th percentile of the relative errors of the newest sum. All sums compare the same bodies.
    double p99(const ForceSpec& force, const std::function<void()>& poll) {
        meter.restart();
        meter.begin(std::min(ForceErrorMeter::most, particles.size()), 0);
        complete([&](double pairs) { meter.enqueue_slice(particles, solver->accelerations(), force, pairs); },
                 [&] { return meter.left() == 0; }, poll);
        return meter.last_p99();
    }

    KernelContext context;
    Accuracy accuracy;
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
    constexpr int most_sums = 12;
    Parts& parts = *parts_;
    const cl::CommandQueue& queue = parts.context.queue;
    const std::size_t bytes = rows().size() * sizeof(Float4);
    queue.enqueueWriteBuffer(parts.particles.positions(), CL_TRUE, 0, bytes, rows().data());
    ForceSpec force{.softening = softening, .with_potential = true, .accuracy = parts.accuracy};
    const double target = parts.solver->target_error();
    parts.sum_once(force, poll);
    for (int sums = 1; target > 0; ++sums) {
        const double p99 = parts.p99(force, poll);
        if (p99 <= target) break;
        if (sums == most_sums)
            throw std::runtime_error(
                fmt::format("the multipole method does not reach the force error {:g} with these bodies, but only "
                            "{:.2g}; use the accuracy exact",
                            target, p99));
        force.tolerance_scale = corrected(force.tolerance_scale, target, p99);
        parts.sum_once(force, poll);
    }
    queue.enqueueReadBuffer(parts.solver->accelerations(), CL_TRUE, 0, bytes, results.data());
}

}  // namespace milkomeda
