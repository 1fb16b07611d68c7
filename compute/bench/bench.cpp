#include "compute/bench/bench.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "compute/bench/bench_ceiling.hpp"
#include "compute/bench/bench_field.hpp"
#include "compute/gravity/autotuner.hpp"
#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/timing_cloud.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Runs the autotuner and marks the chosen kernel in the report; adds a result if the report has no result for that
// kernel. Times the chosen kernel and the fastest kernel of the report alternately, so that a disturbance of the
// machine affects both timings.
void measure_choice(BenchContext& context, BenchField& field, BenchReport& report) {
    constexpr int turns = 3;
    Autotuner search{{Tier::copied, "", context.device, std::make_shared<cl::Context>(context.context)},
                     field.positions(),
                     context.read};
    search.run();
    const KernelChoice choice = search.best();
    std::vector<BenchResult*> rivals;
    const auto add_rival = [&](const KernelChoice& kernel) {
        const auto known = std::ranges::find_if(report.results, [&](const BenchResult& result) {
            return result.kernel == kernel && result.bodies == field.bodies() && result.fraction_denominator == 1;
        });
        if (known != report.results.end()) rivals.push_back(&*known);
    };
    if (const BenchResult* fastest = best_of(report, field.bodies())) add_rival(fastest->kernel);
    add_rival(choice);
    if (rivals.empty() || rivals.back()->kernel != choice) {
        BenchCandidate candidate = field.candidate(*choice.variant, choice.settings);
        if (!candidate.solver) return;
        report.results.push_back(field.time(candidate, {.seconds = 0.1, .longest_whole = 1}));
        report.results.back().best = false;
        rivals.clear();
        add_rival(best_of(report, field.bodies())->kernel);
        add_rival(choice);
    }
    rivals.back()->chosen = true;
    for (int turn = 0; turn < turns; ++turn)
        for (BenchResult* rival : rivals) {
            BenchCandidate candidate = field.candidate(*rival->kernel.variant, rival->kernel.settings);
            const BenchResult again = field.time(candidate, {.seconds = 0.1, .longest_whole = 1});
            if (again.seconds >= rival->seconds) continue;
            rival->seconds = again.seconds;
            rival->part = again.part;
            rival->pairs_per_second = again.pairs_per_second;
        }
}

struct Job {
    const KernelVariant* variant;
    std::size_t bodies;
};

class DirectBench {
  public:
    DirectBench(const Device& device, const ReadAsset& read, const BenchOptions& options, const BenchBodies& bodies,
                const BenchProgress& progress)
        : context_{device, read}, options_{options}, bodies_{bodies}, progress_{progress} {}

    BenchReport run();

  private:
    double left() const { return options_.seconds - seconds_since(start_); }
    void run(const std::vector<Job>& jobs);
    BenchField& field(std::size_t bodies);
    void measure(const Job& job);
    bool no_time_for(const Job& job) const;
    BenchCandidate search(const Job& job, double seconds);
    BenchCandidate sweep(const Job& job);
    std::vector<KernelSettings> all_settings(const Job& job) const;

    BenchContext context_;
    const BenchOptions& options_;
    const BenchBodies& bodies_;
    const BenchProgress& progress_;
    const Clock::time_point start_ = Clock::now();
    std::size_t jobs_ = 0, jobs_left_ = 0;
    std::map<std::size_t, BenchField> fields_;
    std::map<const KernelVariant*, BenchResult> last_;  // best result of each kernel variant so far
    std::vector<SimdLoop> loops_;                       // SIMD loops of the baseline; empty on GPUs
    BenchReport report_;
};

// The time limit cuts the measurements short on slow devices, so the order of the measurements matters. The plain
// kernel comes first, because all rates are compared with its rate. Next come all kernels with the smallest number of
// bodies. The larger numbers of bodies follow, the fastest kernels first.
BenchReport DirectBench::run() {
    const std::string source = "kernels/bench/ceiling.cl";
    CeilingBench one_sided{context_, source, {1, 2, 4, 8}},
        symmetric{context_, source, {1, 2, 4, 8}, " -DSYMMETRIC", 2};
    const auto measure_ceilings = [&] {
        report_.ceilings = {{KernelForm::one_sided, one_sided.measure()}, {KernelForm::symmetric, symmetric.measure()}};
    };
    measure_ceilings();
    if (context_.device.type == "cpu") loops_ = simd_loops();

    std::vector<Job> references, first, later;
    const std::size_t fewest = options_.bodies.front();
    for (const std::size_t bodies : options_.bodies)
        for (const KernelVariant& variant : direct_variants()) {
            const bool worthwhile = options_.full || context_.device.type == "cpu" || variant.target != &cpu_target;
            if (!variant.target->runs_on(context_.device) || !worthwhile) continue;
            auto& jobs = variant.name == plain_kernel ? references : bodies == fewest ? first : later;
            jobs.push_back({&variant, bodies});
        }
    jobs_ = jobs_left_ = references.size() + first.size() + later.size();
    run(references);
    run(first);
    measure_ceilings();
    const auto rate = [this](const Job& job) {
        const auto last = last_.find(job.variant);
        return last == last_.end() ? 0 : last->second.pairs_per_second;
    };
    if (!options_.full) std::ranges::stable_sort(later, [&](const Job& a, const Job& b) { return rate(a) > rate(b); });
    run(later);
    if (options_.search)
        for (const std::size_t bodies : options_.bodies) measure_choice(context_, field(bodies), report_);
    if (options_.full)
        for (const std::size_t bodies : options_.bodies) report_.phases.push_back(field(bodies).time_phases());

    measure_ceilings();
    for (const auto& [bodies, field] : fields_)
        if (field.baseline())
            for (const BenchBaseline& baseline : field.baseline()->found()) report_.baselines.push_back(baseline);
    report_.device_clock = context_.clock.uses_device_clock();
    finish(report_, context_.device);
    return std::move(report_);
}

void DirectBench::run(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) {
        --jobs_left_;
        measure(job);
        progress_(1 - static_cast<double>(jobs_left_) / static_cast<double>(jobs_));
    }
}

BenchField& DirectBench::field(std::size_t bodies) {
    if (const auto known = fields_.find(bodies); known != fields_.end()) return known->second;
    for (const auto& [fewer, field] : fields_)  // a bench with fewer bodies has already found the fastest SIMD loops
        if (field.baseline() && !field.baseline()->found().empty()) loops_ = field.baseline()->best_loops();
    return fields_.try_emplace(bodies, context_, bodies_(bodies), options_.softening, loops_).first->second;
}

// Returns whether even the smallest measurable part of a sum would take longer than the time left. The estimate uses
// the kernel's rate with fewer bodies, or, if that rate is unknown, the slowest rate of all kernels. A measurement that
// takes less than half a second is always made.
bool DirectBench::no_time_for(const Job& job) const {
    constexpr double rows_of_a_slice = 256, slices = 5, as_nothing_seconds = 0.5;
    if (options_.full || last_.empty()) return false;
    const auto slower = [](const auto& a, const auto& b) {
        return a.second.pairs_per_second < b.second.pairs_per_second;
    };
    const auto last = last_.find(job.variant);
    const auto& known = last != last_.end() ? *last : *std::ranges::min_element(last_, slower);
    const double pairs_per_second = known.second.pairs_per_second;
    const double units = handle_of(context_.device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const double bodies = static_cast<double>(job.bodies);
    const double seconds = slices * bodies * std::min(units * rows_of_a_slice, bodies) / pairs_per_second;
    return seconds > std::max(left(), as_nothing_seconds);
}

void DirectBench::measure(const Job& job) {
    constexpr double search_share = 0.7, longest_search = 5, longest_timing = 0.3;
    // Limits in seconds of BenchTiming::longest_whole, the duration up to which a sum is timed as a whole. The limit is
    // at least `always_whole`. If time is left, it is at most `longest_reference` for the plain kernel and
    // `longest_sum` for other kernels.
    constexpr double always_whole = 0.1, longest_reference = 0.2, longest_sum = 1;
    // seconds reserved for each later job
    constexpr double part_of_later_job = 0.35;
    constexpr double sums = 4;  // number of sums per timing: one warm-up and three timed sums
    const auto leave_out = [&](const std::string& failure) {
        report_.left_out.push_back({job.variant, job.bodies, failure});
    };
    if (no_time_for(job)) return leave_out({});
    const double allowance = std::max(0.0, left()) / static_cast<double>(jobs_left_ + 1);
    BenchCandidate best = options_.full ? sweep(job) : search(job, std::min(allowance * search_share, longest_search));
    if (!best.solver) return leave_out(best.failure);
    const bool is_plain = job.variant->name == plain_kernel;
    BenchTiming timing{.seconds = longest_timing, .longest_whole = longest_sum, .baseline_seconds = 0};
    if (!options_.full) {
        const double to_spare = left() - static_cast<double>(jobs_left_) * part_of_later_job;
        timing.seconds = std::clamp(allowance * (1 - search_share), 0.05, longest_timing);
        timing.longest_whole = std::clamp(to_spare / sums, always_whole, is_plain ? longest_reference : longest_sum);
    }
    if (is_plain || job.variant->target == &cpu_target)
        timing.baseline_seconds = std::max(timing.seconds, timing.longest_whole);
    report_.results.push_back(field(job.bodies).time(best, timing));
    last_[job.variant] = report_.results.back();
}

// Tries the default settings first, next the best settings found for fewer bodies, and then the remaining
// settings until `seconds` have passed. Returns the fastest settings.
BenchCandidate DirectBench::search(const Job& job, double seconds) {
    const Clock::time_point start = Clock::now();
    std::vector<KernelSettings> order = candidates(*job.variant, context_.device, job.bodies);
    if (const auto last = last_.find(job.variant); last != last_.end()) {
        const auto found = std::ranges::find(order, last->second.kernel.settings);
        if (found > order.begin() + 1 && found != order.end()) std::rotate(order.begin() + 1, found, found + 1);
    }
    BenchCandidate best{job.variant, {}, nullptr};
    for (const KernelSettings& settings : order) {
        const double spent = seconds_since(start);
        if (best.solver && spent > seconds) break;
        BenchCandidate candidate = field(job.bodies).candidate(*job.variant, settings);
        if (candidate.solver && (!best.solver || candidate.seconds < best.seconds))
            best = std::move(candidate);
        else if (best.failure.empty())
            best.failure = candidate.failure;
    }
    return best;
}

// Returns the autotuner's settings, and the default settings with every work-group size from 32 to 512.
std::vector<KernelSettings> DirectBench::all_settings(const Job& job) const {
    std::vector<KernelSettings> all = candidates(*job.variant, context_.device, job.bodies);
    for (const unsigned work_group : {32u, 64u, 128u, 256u, 512u}) try {
            const KernelSettings more = complete(*job.variant, {.work_group = work_group}, context_.device, job.bodies);
            if (more.work_group == work_group && std::ranges::find(all, more) == all.end()) all.push_back(more);
        } catch (const std::invalid_argument&) {  // the device does not allow these settings
        }
    return all;
}

// Times all settings, with all bodies and with fractions of the bodies as sources, and adds the results to the report.
// Returns the settings that are fastest with all bodies as sources. For a symmetric variant, fractions are timed only
// once, because they are computed by a one-sided kernel, which ignores the settings.
BenchCandidate DirectBench::sweep(const Job& job) {
    BenchCandidate best{job.variant, {}, nullptr};
    std::vector<BenchResult> found;
    const auto time_fractions = [&](BenchCandidate& candidate) {
        for (const unsigned k : {2u, 4u, 8u, 16u})
            found.push_back(field(job.bodies).time(candidate, {.fraction_denominator = k}));
    };
    for (const KernelSettings& settings : all_settings(job)) {
        BenchCandidate candidate = field(job.bodies).candidate(*job.variant, settings);
        if (!candidate.solver) {
            if (best.failure.empty()) best.failure = candidate.failure;
            continue;
        }
        if (job.variant->form == KernelForm::one_sided) time_fractions(candidate);
        found.push_back(field(job.bodies).time(candidate, {}));
        candidate.seconds = found.back().seconds;
        if (!best.solver || candidate.seconds < best.seconds) best = std::move(candidate);
    }
    if (best.solver && job.variant->form == KernelForm::symmetric) time_fractions(best);
    for (BenchResult& result : found) {
        result.best = std::ranges::none_of(found, [&](const BenchResult& other) {
            return other.fraction_denominator == result.fraction_denominator && other.seconds < result.seconds;
        });
        if (result.fraction_denominator > 1 || result.kernel.settings != best.settings)
            report_.results.push_back(result);
    }
    return best;
}

}  // namespace

BenchReport bench_direct(const Device& device, const ReadAsset& read, const BenchOptions& options,
                         const BenchBodies& bodies, const BenchProgress& progress) {
    return DirectBench{device, read, options, bodies, progress}.run();
}

std::vector<BenchResult> bench_multi_device(std::span<const Device> devices, const ReadAsset& read,
                                            const BenchOptions& options, const BenchBodies& bodies,
                                            std::span<const BenchReport> alone) {
    BenchContext context{devices.front(), read};
    const std::vector<Device> secondary{devices.begin() + 1, devices.end()};
    std::vector<BenchResult> results;
    for (const std::size_t count : options.bodies) {
        const BenchResult* first = best_of(alone.front(), count);
        if (!first) continue;
        BenchField field{context, bodies(count), options.softening, {}};
        BenchCandidate together{
            .variant = first->kernel.variant,
            .settings = first->kernel.settings,
            .solver = make_direct_solver({context.kernel_context(), count, secondary}, first->kernel),
            .seconds = first->seconds};
        BenchResult result = field.time(together, {.seconds = 0.3, .longest_whole = 2});
        result.kernel = together.solver->kernel();
        result.computed_by = result.kernel.variant;
        result.shares = together.solver->shares();
        result.times_first = result.pairs_per_second / first->pairs_per_second;
        double ceilings = 0;
        for (const BenchReport& report : alone)
            for (const BenchCeiling& ceiling : report.ceilings)
                if (ceiling.form == result.computed_by->form) ceilings += ceiling.pairs_per_second;
        result.of_ceiling = result.pairs_per_second / ceilings;
        results.push_back(result);
    }
    return results;
}

void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed) {
    const cl::Context own{handle_of(device)};
    const KernelContext context{own, device, {own, handle_of(device)}, read};
    const cl::Buffer positions = dummy_bodies(context, bodies);
    for (const KernelVariant& variant : direct_variants())
        for (const KernelSettings& settings : candidates(variant, device, bodies)) {
            if (!variant.target->runs_on(device)) continue;
            const Clock::time_point start = Clock::now();
            const auto solver = make_direct_solver({context, bodies}, {&variant, settings});
            solver->begin(positions, {});
            solver->enqueue_slice(0);
            context.queue.finish();
            timed({&variant, settings}, seconds_since(start));
        }
}

}  // namespace milkomeda
