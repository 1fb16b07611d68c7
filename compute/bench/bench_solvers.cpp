#include "compute/bench/bench_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/bench/bench_field.hpp"
#include "compute/errors/force_errors.hpp"
#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/fmm_solver.hpp"
#include "data/base/clock.hpp"
#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

constexpr double all_pairs = std::numeric_limits<double>::infinity();

// Computes reference accelerations of sampled bodies in double precision, and compares the accelerations of a solver
// with them.
class SampledForces {
  public:
    SampledForces(const std::vector<Float4>& bodies, double softening) : bodies_{bodies} {
        constexpr std::size_t most_rows = 4096;
        for (std::size_t row = 0; row < std::min(most_rows, bodies.size()); ++row)
            rows_.push_back(bodies.size() <= most_rows ? row
                                                       : sampled_row(static_cast<std::uint32_t>(row), bodies.size()));
        expected_.resize(rows_.size());
        parallel_for(rows_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) expected_[i] = exact_acceleration(bodies, rows_[i], softening);
        });
    }

    SolverErrors errors(const std::vector<Float4>& found) const {
        SolverErrors result;
        std::vector<double> all;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const auto& [x, y, z] = expected_[i];
            const Float4& a = found[rows_[i]];
            all.push_back(std::hypot(a.x - x, a.y - y, a.z - z) / std::hypot(x, y, z));
            result.rms += all.back() * all.back() / static_cast<double>(rows_.size());
        }
        std::ranges::sort(all);
        result.rms = std::sqrt(result.rms);
        result.p50 = all[all.size() / 2];
        result.p99 = all[all.size() * 99 / 100];
        result.most = all.back();
        std::array<double, 3> momentum{};
        double size = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double mass = bodies_[i].w;
            momentum[0] += mass * found[i].x;
            momentum[1] += mass * found[i].y;
            momentum[2] += mass * found[i].z;
            size += mass * std::hypot(found[i].x, found[i].y, found[i].z);
        }
        result.momentum = std::hypot(momentum[0], momentum[1], momentum[2]) / size;
        return result;
    }

  private:
    const std::vector<Float4>& bodies_;
    std::vector<std::size_t> rows_;
    std::vector<std::array<double, 3>> expected_;
};

class SolverBench {
  public:
    SolverBench(BenchContext& context, std::vector<Float4> bodies, double softening)
        : context_{context},
          bodies_{std::move(bodies)},
          softening_{softening},
          forces_{bodies_, softening},
          solver_context_{context.kernel_context(), bodies_.size()},
          positions_{context.buffer<Float4>(bodies_.size())} {
        queue().enqueueWriteBuffer(positions_, CL_TRUE, 0, bodies_.size() * sizeof(Float4), bodies_.data());
    }

    // Times the direct sum. A sum that takes longer than 0.25 s is timed on a part of its rows.
    SolverTime direct() {
        constexpr double longest_whole = 0.25, probed_pairs = 1e7;
        const ForceSpec force{1, softening_};
        const auto solver = make_direct_solver(solver_context_, {});
        const auto enqueue = [&](double pairs) {
            solver->begin(positions_, force);
            solver->enqueue_slice(pairs);
        };
        const auto seconds_of = [&](double pairs) {
            queue().finish();
            const Clock::time_point start = Clock::now();
            enqueue(pairs);
            queue().finish();
            return seconds_since(start) / solver->done();
        };
        seconds_of(probed_pairs);  // warm-up, not timed: drivers compile a kernel when the kernel first runs
        const double whole = seconds_of(probed_pairs), n = static_cast<double>(bodies_.size());
        const double pairs = whole > longest_whole ? n * n * longest_whole / whole : all_pairs;
        SolverTime result{.solver = "direct", .accuracy = {}, .bodies = bodies_.size()};
        const double seconds = context_.clock.median([&] { enqueue(pairs); }, longest_whole);
        result.part = solver->done();
        result.seconds = seconds / result.part;
        if (result.part == 1) result.errors = errors_of(solver->accelerations());
        return result;
    }

    SolverTime fmm(Accuracy accuracy, const FmmSettings& settings) {
        constexpr double timed_seconds = 0.25;
        Fmm fmm = make_fmm(solver_context_, settings);
        const auto sum = [&] {
            fmm.begin(positions_, 1, softening_);
            while (fmm.done() < 1) fmm.enqueue_slice(all_pairs);
        };
        sum();  // warm-up: the solver measures how much memory its interaction lists need
        // Adjusts the tolerance until the 99th percentile of the force error reaches the target, as a simulation does
        // (compute/errors/force_error_meter.hpp).
        for (int i = 0; i < settling_sums; ++i) {
            sum();
            const double p99 = errors_of(fmm.accelerations()).p99;
            if (p99 > 0) fmm.use_tolerance(fmm.settings().tolerance * tolerance_step(target_error(accuracy), p99));
        }
        sum();
        SolverTime result{.solver = "fmm", .accuracy = accuracy, .bodies = bodies_.size(), .settings = fmm.settings()};
        result.seconds = context_.clock.median(sum, timed_seconds);
        result.stages = stages(fmm);
        result.bytes_per_body = static_cast<double>(fmm.bytes()) / static_cast<double>(bodies_.size());
        result.errors = errors_of(fmm.accelerations());
        return result;
    }

    // Times several devices that share each sum. Uses the host's clock, because each device has its own clock.
    SolverTime together(Accuracy accuracy, std::span<const Device> secondary) {
        constexpr int timings = 5;
        SolverContext context = solver_context_;
        context.secondary.assign(secondary.begin(), secondary.end());
        context.accuracy = accuracy;
        const auto solver = make_fmm_solver(context);
        ForceSpec force{.softening = softening_, .accuracy = accuracy};
        const auto sum = [&] {
            const Clock::time_point start = Clock::now();
            solver->begin(positions_, force);
            while (solver->done() < 1) solver->enqueue_slice(all_pairs);
            queue().finish();
            return seconds_since(start);
        };
        for (int i = 0; i < settling_sums; ++i) {
            sum();
            force.tolerance_scale =
                corrected(force.tolerance_scale, target_error(accuracy), errors_of(solver->accelerations()).p99);
        }
        sum();
        std::vector<double> seconds;
        for (int i = 0; i < timings; ++i) seconds.push_back(sum());
        std::ranges::sort(seconds);
        return {.solver = "fmm",
                .accuracy = accuracy,
                .bodies = bodies_.size(),
                .seconds = seconds[timings / 2],
                .shares = solver->shares(),
                .errors = errors_of(solver->accelerations())};
    }

  private:
    static constexpr int settling_sums = 6;

    const cl::CommandQueue& queue() const { return context_.queue; }

    std::vector<StageTime> stages(Fmm& fmm) {
        std::vector<StageTime> times;
        fmm.begin(positions_, 1, softening_);
        queue().finish();
        while (fmm.done() < 1) {
            const Clock::time_point start = Clock::now();
            const std::string_view name = fmm.enqueue_stage();
            queue().finish();
            auto stage = std::ranges::find(times, name, &StageTime::name);
            if (stage == times.end()) stage = times.insert(stage, {name});
            stage->seconds += seconds_since(start);
        }
        return times;
    }

    SolverErrors errors_of(const cl::Buffer& accelerations) {
        return forces_.errors(read_items<Float4>(queue(), accelerations, bodies_.size()));
    }

    BenchContext& context_;
    std::vector<Float4> bodies_;
    double softening_;
    SampledForces forces_;
    SolverContext solver_context_;
    cl::Buffer positions_;
};

const SolverTime* time_of(std::span<const SolverTime> times, std::optional<Accuracy> accuracy, std::size_t bodies) {
    const SolverTime* quickest = nullptr;
    for (const SolverTime& time : times)
        if (time.accuracy == accuracy && time.bodies == bodies && (!quickest || time.seconds < quickest->seconds))
            quickest = &time;
    return quickest;
}

}  // namespace

std::vector<SolverTime> bench_solvers(std::span<const Device> devices, const ReadAsset& read,
                                      const BenchOptions& options, const BenchBodies& bodies,
                                      const BenchProgress& progress) {
    BenchContext context{devices.front(), read};
    const bool together = devices.size() > 1;
    const auto settings_for = [&](Accuracy accuracy) {
        return options.full && !together ? fmm_variants(accuracy) : std::vector{fmm_settings(accuracy)};
    };
    std::size_t rows = together ? 0 : 1;  // number of results for each number of bodies
    for (const Accuracy accuracy : bench_accuracies) rows += settings_for(accuracy).size();
    std::vector<SolverTime> times;
    const auto add = [&](const SolverTime& time) {
        times.push_back(time);
        progress(static_cast<double>(times.size()) / static_cast<double>(options.bodies.size() * rows));
    };
    for (const std::size_t count : options.bodies) {
        SolverBench bench{context, bodies(count).positions, options.softening};
        if (!together) add(bench.direct());
        for (const Accuracy accuracy : bench_accuracies)
            for (const FmmSettings& settings : settings_for(accuracy))
                add(together ? bench.together(accuracy, devices.subspan(1)) : bench.fmm(accuracy, settings));
    }
    return times;
}

// Interpolates ln(seconds of the direct sum / seconds of the multipole method) linearly in the logarithm of the number
// of bodies. Uses the fastest variant of the multipole method.
std::optional<Crossover> crossover(std::span<const SolverTime> times, Accuracy accuracy) {
    double last_bodies = 0, last_seconds = 0, last_ratio = 0;
    for (const SolverTime& direct : times) {
        const SolverTime* fmm = time_of(times, accuracy, direct.bodies);
        if (direct.accuracy || !fmm) continue;
        const double ratio = std::log(direct.seconds / fmm->seconds), n = static_cast<double>(direct.bodies);
        if (ratio >= 0 && last_ratio < 0) {
            const double way = last_ratio / (last_ratio - ratio);
            return Crossover{last_bodies * std::pow(n / last_bodies, way),
                             last_seconds * std::pow(fmm->seconds / last_seconds, way)};
        }
        last_bodies = n;
        last_seconds = fmm->seconds;
        last_ratio = ratio;
    }
    return std::nullopt;
}

}  // namespace milkomeda
