#include "compute/bench/bench_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compute/device/host_columns.hpp"
#include "compute/device/opencl_error.hpp"
#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/timing_cloud.hpp"
#include "compute/simulation/moves.hpp"

namespace milkomeda {

BenchField::BenchField(BenchContext& context, ParticleSet particles, double softening, std::vector<SimdLoop> loops)
    : context_{context},
      particles_{std::move(particles)},
      softening_{softening},
      positions_{context.buffer<Float4>(bodies())} {
    context.queue.enqueueWriteBuffer(positions_, CL_TRUE, 0, bodies() * sizeof(Float4), particles_.positions.data());
    if (!loops.empty())
        baseline_ = std::make_unique<BaselineBench>(
            particles_.positions, softening, static_cast<unsigned>(context.traits.compute_units), std::move(loops));
}

const BenchReference& BenchField::reference(unsigned k) {
    return references_.try_emplace(k, particles_.positions, softening_, k).first->second;
}

BenchCandidate BenchField::candidate(const KernelVariant& variant, const KernelSettings& settings) try {
    auto solver = make_direct_solver({context_.kernel_context(), bodies()}, {&variant, settings});
    // The solver uses a different variant if the partial sums of `variant` need too much memory.
    if (solver->kernel().variant != &variant) return {&variant, settings, nullptr};
    const double seconds = probe(*solver);
    return {&variant, settings, std::move(solver), seconds};
    // The kernel cannot run, for example because it needs more registers than the device has.
} catch (const cl::Error& error) {
    return {&variant, settings, nullptr, 0, opencl_call_failed(error.what(), error.err())};
}

// Enqueues at least the fraction `part` of the sum and returns the fraction that was enqueued. The fraction
// may be larger than `part` because slices have a minimum size.
double BenchField::enqueue_sum(Solver& solver, unsigned k, double part) {
    solver.begin(positions_, {.softening = softening_, .fraction_denominator = k});
    const double all = static_cast<double>(bodies()) * static_cast<double>(bodies()) / k;
    while (solver.done() < part) solver.enqueue_slice(part < 1 ? part * all : 1e30);
    return solver.done();
}

// Returns the seconds of a whole sum, extrapolated from a part. The first round only warms up the driver.
double BenchField::probe(Solver& solver) {
    constexpr double pairs = 5e6, enough_seconds = 0.005;
    // A sum that takes less than this number of seconds is timed as a whole: timing a part would favor settings that
    // need few bodies to keep the device busy.
    constexpr double whole_seconds = 0.15;
    const double all = static_cast<double>(bodies()) * static_cast<double>(bodies());
    double share = std::min(1.0, pairs / all);
    double seconds = 0;
    for (int round = 0; round < 6; ++round) {
        double done = 0;
        seconds = context_.clock.time(
            [&] {
                solver.begin(positions_, {.softening = softening_});
                solver.enqueue_slice(share * all);
                done = solver.done();
            },
            1);
        seconds /= std::max(done, 1e-12);
        if (round == 0) continue;
        if (share >= 1 || (seconds * done >= enough_seconds && seconds > whole_seconds)) break;
        share = seconds <= whole_seconds ? 1 : std::min(1.0, share * 8);
    }
    if (seconds >= enough_seconds) return seconds;
    return context_.clock.time([&] { enqueue_sum(solver, 1, 1); }, static_cast<int>(enough_seconds / seconds) + 1);
}

// Returns the median seconds of the fraction `part` of the sum. Timings of the sum alternate with timings of the
// baseline, so that a disturbance of the machine affects the sum and the baseline alike.
double BenchField::median(Solver& solver, const BenchTiming& timing, double part) {
    constexpr double short_sum = 0.1;
    const auto sum = [&] { enqueue_sum(solver, timing.fraction_denominator, part); };
    double seconds = context_.clock.median(sum, timing.seconds);
    if (!baseline_ || timing.baseline_seconds <= 0) return seconds;
    baseline_->measure(timing.baseline_seconds, reference(1));
    if (seconds > short_sum) return seconds;
    seconds = std::min(seconds, context_.clock.median(sum, timing.seconds));
    baseline_->measure(timing.seconds, reference(1));
    return std::min(seconds, context_.clock.median(sum, timing.seconds));
}

BenchResult BenchField::time(BenchCandidate& candidate, const BenchTiming& timing) {
    constexpr double timings = 4;  // number of sums per timing: one warm-up and three timed sums
    const unsigned k = timing.fraction_denominator;
    const bool gives_way = k > 1 && candidate.variant->form == KernelForm::symmetric;
    BenchResult result{.kernel = {candidate.variant, candidate.settings},
                       .computed_by = gives_way ? &default_one_sided_variant(context_.device) : candidate.variant,
                       .bodies = bodies(),
                       .fraction_denominator = k};
    const double whole = candidate.seconds / k;
    if (whole > timing.longest_whole)
        result.part = enqueue_sum(*candidate.solver, k, std::min(1.0, timing.seconds / timings / whole));
    context_.queue.finish();
    result.seconds = median(*candidate.solver, timing, result.part) / result.part;
    const double sources = std::ceil(static_cast<double>(bodies()) / k);
    result.pairs_per_second = static_cast<double>(bodies()) * sources / result.seconds;
    check(*candidate.solver, result);
    return result;
}

void BenchField::check(const Solver& solver, BenchResult& result) {
    if (result.part < 1 && result.computed_by->form == KernelForm::symmetric) return;
    const auto found = read_items<Float4>(context_.queue, solver.accelerations(), bodies());
    const auto computed = static_cast<std::size_t>(result.part * static_cast<double>(bodies()));
    const std::string what =
        fmt::format("{} on {}, {} bodies: ", to_string(result.kernel), context_.device.name, bodies());
    result.errors = reference(result.fraction_denominator).check(found, computed, what);
}

BenchPhases BenchField::time_phases() {
    constexpr double seconds = 0.05;
    const DeviceContext device_context{Tier::copied, "", context_.device,
                                       std::make_shared<cl::Context>(context_.context)};
    const cl::CommandQueue& queue = context_.queue;
    ParticleBuffers buffers{device_context, queue, {}, {}, bodies()};
    buffers.write(particles_.positions, particles_.velocities);
    FloatMoves moves{queue, build_step_program(context_)};
    const cl::Buffer accelerations = dummy_bodies(context_, bodies());
    const HostColumns host{context_.context, queue, bodies()};

    const double dt = SimulationParameters{}.timestep;
    const auto move = [&] {  // one leapfrog step without its force evaluation
        moves.kick(buffers, accelerations, dt / 2, Direction::forward, 1);
        moves.drift(buffers, accelerations, dt, Direction::forward, 0);
        moves.kick(buffers, accelerations, dt / 2, Direction::forward, 1);
    };
    const auto read = [&] { buffers.read(host.positions(), host.velocities()); };
    return {bodies(), context_.clock.median(move, seconds), context_.clock.median(read, seconds)};
}

}  // namespace milkomeda
