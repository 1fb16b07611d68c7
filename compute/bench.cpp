#include "compute/bench.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>

#include "compute/bench_clock.hpp"
#include "compute/solver.hpp"

namespace milkomeda {
namespace {

using Clock = std::chrono::steady_clock;
using Vector = std::array<double, 3>;

constexpr std::array<unsigned, 5> fractions{1, 2, 4, 8, 16};

double squared(const Vector& v) {
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

// Accelerations of a few bodies, summed in double precision, one pair at a time.
class Reference {
  public:
    Reference(const std::vector<Float4>& bodies, double softening, unsigned k) {
        constexpr std::size_t most_rows = 256;
        std::mt19937 random{1};  // the same rows in every run
        for (std::size_t row = 0; row < std::min(most_rows, bodies.size()); ++row)
            rows_.push_back(bodies.size() <= most_rows ? row : random() % bodies.size());
        for (const std::size_t i : rows_) {
            Vector sum{};
            for (std::size_t j = 0; j < bodies.size(); j += k) {
                const Vector d{double{bodies[j].x} - bodies[i].x, double{bodies[j].y} - bodies[i].y,
                               double{bodies[j].z} - bodies[i].z};
                const double square = squared(d) + softening * softening;
                const double pull = square > 0 ? k * double{bodies[j].w} / (square * std::sqrt(square)) : 0;
                for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += pull * d[axis];
            }
            expected_.push_back(sum);
        }
    }

    void compare(const std::vector<Float4>& found, BenchResult& result) const {
        double difference = 0, size = 0, largest = 0;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            const Float4& a = found[rows_[row]];
            const Vector& expected = expected_[row];
            const double error = squared({a.x - expected[0], a.y - expected[1], a.z - expected[2]});
            difference += error;
            size += squared(expected);
            largest = std::max(largest, error);
        }
        result.rms_error = std::sqrt(difference / size);
        result.max_error = std::sqrt(largest / (size / static_cast<double>(rows_.size())));
    }

  private:
    std::vector<std::size_t> rows_;
    std::vector<Vector> expected_;
};

class DirectBench {
  public:
    DirectBench(const Device& device, const ReadSource& read, const BenchWish& wish,
                const BenchProgress& progress)
        : device_{device}, read_{read}, wish_{wish}, progress_{progress} {
        for (const KernelVariant& variant : direct_variants())
            if (runs_on(variant, device) && (wish.full || device.type == "cpu" || variant.made_for != "cpu"))
                variants_.push_back(&variant);
    }

    void measure_ceilings();
    void measure(const BenchBodies& bodies);
    BenchReport report();

  private:
    struct Job {
        const KernelVariant* variant;
        std::size_t bodies;
    };
    // What jobs with the same number of bodies have in common.
    struct Field {
        Particles particles;
        cl::Buffer positions;
        std::map<unsigned, Reference> references;  // by the fraction's denominator
    };
    struct Candidate {
        KernelSettings settings;
        std::unique_ptr<Solver> solver;
        double seconds = 0;
    };

    double left() const {
        return wish_.seconds - std::chrono::duration<double>(Clock::now() - start_).count();
    }
    double ceiling_of(KernelForm form);
    std::optional<double> ceiling_with(KernelForm form, unsigned per_item);
    void open_field(const BenchBodies& bodies, std::size_t count);
    void measure(const KernelVariant& variant);
    Candidate best_candidate(const KernelVariant& variant, double seconds);
    std::unique_ptr<Solver> make(const KernelVariant& variant, const KernelSettings& settings);
    double probe(Solver& solver);
    void sum(Solver& solver, unsigned k);
    void sweep(const KernelVariant& variant, Candidate& best, double timed);
    void add_result(const KernelVariant& variant, Candidate& candidate, unsigned k, bool best,
                    double seconds);
    void check(const BenchResult& result, const std::vector<Float4>& found) const;

    const Device& device_;
    const ReadSource& read_;
    const BenchWish& wish_;
    const BenchProgress& progress_;
    const Clock::time_point start_ = Clock::now();
    cl::Context context_{device_.handle};
    BenchClock clock_{context_, device_};
    std::vector<const KernelVariant*> variants_;
    std::vector<Job> jobs_;  // left
    std::map<std::size_t, Field> fields_;
    std::map<const KernelVariant*, BenchResult> last_;  // the best of each
    std::map<KernelForm, unsigned> ceiling_per_item_;
    BenchReport report_;
    std::size_t bodies_ = 0;  // at hand, and its field
    Field* field_ = nullptr;
};

std::optional<double> DirectBench::ceiling_with(KernelForm form, unsigned per_item) try {
    constexpr std::size_t steps_to_a_turn = 16;  // as in the kernel
    const auto native = device_.handle.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    const bool vectors = device_.type == "cpu" && native > 1;
    const std::size_t width = !vectors ? 1 : native >= 16 ? 16 : native >= 8 ? 8 : 4;
    const std::size_t group = vectors ? 1 : 128;
    const std::size_t units = device_.handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    const std::size_t items = units * (vectors ? 16 : device_.type == "cpu" ? 128 : 4096);
    cl::Kernel kernel{
        build_program(context_, device_, read_, "kernels/ceiling.cl",
                      "-DWIDTH=" + std::to_string(width) + " -DPER_ITEM=" + std::to_string(per_item) +
                          (form == KernelForm::symmetric ? " -DSYMMETRIC" : "")),
        "ceiling"};
    const cl::Buffer out{context_, CL_MEM_WRITE_ONLY, items * width * sizeof(cl_float)};
    const auto run = [&](cl_uint turns) {
        return [this, &kernel, &out, items, group, turns] {
            enqueue(clock_.queue(), kernel, items, group, turns, cl_float{1e-3f}, cl_float{1}, out);
        };
    };
    clock_.time(run(1), 1);
    const double first = clock_.time(run(64), 1);
    const auto turns = static_cast<cl_uint>(std::clamp(64 * 0.015 / first, 4.0, 1e6));
    clock_.choose(run(turns));
    const double seconds = clock_.median(run(turns), 0.1);

    std::vector<float> found(items * width);
    clock_.queue().enqueueReadBuffer(out, CL_TRUE, 0, found.size() * sizeof(float), found.data());
    for (const float each : found)
        if (!std::isfinite(each)) throw std::runtime_error("the ceiling's result is not finite");
    const double pairs = static_cast<double>(items * width * per_item) * static_cast<double>(turns) *
                         double{steps_to_a_turn} * (form == KernelForm::symmetric ? 2 : 1);
    return pairs / seconds;
} catch (const cl::Error&) {  // too many registers, say
    return std::nullopt;
}

// The second time only with what was best the first time.
double DirectBench::ceiling_of(KernelForm form) {
    double most = 0;
    unsigned& best = ceiling_per_item_[form];
    for (const unsigned per_item : best > 0 ? std::vector{best} : std::vector{1u, 2u, 4u, 8u}) {
        const double rate = ceiling_with(form, per_item).value_or(0);
        if (rate > most) best = per_item;
        most = std::max(most, rate);
    }
    return most;
}

// Called before and after all else, so that a machine that was busy for a moment does not lower it.
void DirectBench::measure_ceilings() {
    for (const KernelForm form : {KernelForm::one_sided, KernelForm::symmetric}) {
        auto known = std::ranges::find(report_.ceilings, form, &BenchCeiling::form);
        if (known == report_.ceilings.end()) known = report_.ceilings.insert(known, {form, 0});
        known->pairs_per_second = std::max(known->pairs_per_second, ceiling_of(form));
    }
}

// The fewest bodies come first; then, since time is short on slow devices, the fastest kernels.
void DirectBench::measure(const BenchBodies& bodies) {
    for (const std::size_t count : wish_.bodies)
        for (const KernelVariant* variant : variants_) jobs_.push_back({variant, count});
    const double all_jobs = static_cast<double>(jobs_.size());
    const auto rate = [this](const Job& job) {
        const auto last = last_.find(job.variant);
        return last == last_.end() ? 0 : last->second.pairs_per_second;
    };
    const std::size_t fewest = wish_.bodies.front();
    while (!jobs_.empty()) {
        const Job job = jobs_.front();
        jobs_.erase(jobs_.begin());
        open_field(bodies, job.bodies);
        measure(*job.variant);
        progress_(1 - static_cast<double>(jobs_.size()) / all_jobs);
        const bool first_round_over = !jobs_.empty() && job.bodies == fewest && jobs_.front().bodies > fewest;
        if (first_round_over && !wish_.full)
            std::ranges::stable_sort(jobs_, [&](const Job& a, const Job& b) { return rate(a) > rate(b); });
    }
}

void DirectBench::open_field(const BenchBodies& bodies, std::size_t count) {
    const auto [place, is_new] = fields_.try_emplace(count);
    bodies_ = count;
    field_ = &place->second;
    if (!is_new) return;
    field_->particles = bodies(count);
    field_->positions = cl::Buffer{context_, CL_MEM_READ_ONLY, count * sizeof(Float4)};
    clock_.queue().enqueueWriteBuffer(field_->positions, CL_TRUE, 0, count * sizeof(Float4),
                                      field_->particles.positions.data());
}

BenchReport DirectBench::report() {
    report_.device_clock = clock_.uses_device_clock();
    for (BenchResult& result : report_.results) {
        const auto ceiling =
            std::ranges::find(report_.ceilings, result.kernel.variant->form, &BenchCeiling::form);
        if (ceiling->pairs_per_second > 0)
            result.of_ceiling = result.pairs_per_second / ceiling->pairs_per_second;
    }
    std::ranges::stable_sort(report_.results, [](const BenchResult& a, const BenchResult& b) {
        return std::pair{a.bodies, a.kernel.variant} < std::pair{b.bodies, b.kernel.variant};
    });
    std::ranges::stable_sort(report_.left_out, [](const BenchLeftOut& a, const BenchLeftOut& b) {
        return std::pair{a.bodies, a.variant} < std::pair{b.bodies, b.variant};
    });
    return std::move(report_);
}

void DirectBench::sum(Solver& solver, unsigned k) {
    solver.begin(field_->positions, {.softening = wish_.softening, .fraction_denominator = k});
    while (solver.done() < 1) solver.enqueue_slice(1e30);
}

// Null for a variant that gives way to another, because its partial sums would take too much memory.
std::unique_ptr<Solver> DirectBench::make(const KernelVariant& variant, const KernelSettings& settings) {
    auto solver = make_direct_solver(context_, device_, clock_.queue(), bodies_, read_, variant, settings);
    const std::string name = solver->description();
    return name.find(" " + std::string{variant.name} + ":") == std::string::npos ? nullptr
                                                                                 : std::move(solver);
}

// Seconds that a sum takes, judged by a part of it; the first part also makes the driver ready.
double DirectBench::probe(Solver& solver) {
    constexpr double pairs = 5e6, enough_seconds = 0.005;
    constexpr double whole_seconds = 0.15;  // a part favours settings that fill the device with fewer bodies
    const double all = static_cast<double>(bodies_) * static_cast<double>(bodies_);
    double share = std::min(1.0, pairs / all);
    double seconds = 0;
    for (int round = 0; round < 6; ++round) {
        double done = 0;
        seconds = clock_.time(
                      [&] {
                          solver.begin(field_->positions, {.softening = wish_.softening});
                          solver.enqueue_slice(share * all);
                          done = solver.done();
                      },
                      1) /
                  std::max(done, 1e-12);
        if (round == 0) continue;
        if (share >= 1 || (seconds * done >= enough_seconds && seconds > whole_seconds)) break;
        share = seconds <= whole_seconds ? 1 : std::min(1.0, share * 8);
    }
    if (seconds >= enough_seconds) return seconds;
    return clock_.time([&] { sum(solver, 1); }, static_cast<int>(enough_seconds / seconds) + 1);
}

// The default, what was best for fewer bodies, then the others until the time is spent.
DirectBench::Candidate DirectBench::best_candidate(const KernelVariant& variant, double seconds) {
    const Clock::time_point start = Clock::now();
    std::vector<KernelSettings> order = candidates(variant, device_, bodies_);
    if (const auto last = last_.find(&variant); last != last_.end()) {
        const auto found = std::ranges::find(order, last->second.kernel.settings);
        if (found > order.begin() + 1 && found != order.end())
            std::rotate(order.begin() + 1, found, found + 1);
    }
    Candidate best;
    for (const KernelSettings& settings : order) {
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        if (best.solver && spent > seconds) break;
        try {
            Candidate candidate{settings, make(variant, settings), 0};
            if (!candidate.solver) continue;
            candidate.seconds = probe(*candidate.solver);
            if (!best.solver || candidate.seconds < best.seconds) best = std::move(candidate);
        } catch (const cl::Error&) {  // more registers than this device has, say
        }
    }
    return best;
}

void DirectBench::measure(const KernelVariant& variant) {
    constexpr double timed_share = 0.3, most_seconds = 0.3, longest_sum = 5, sums = 4;
    const double time_left = std::max(0.0, left());
    const auto too_long = [&](double seconds) {
        return wish_.full ? seconds > longest_sum : seconds * sums > time_left;
    };
    const auto leave_out = [&] { report_.left_out.push_back({&variant, bodies_}); };
    if (const auto last = last_.find(&variant); last != last_.end()) {
        const double all = static_cast<double>(bodies_) * static_cast<double>(bodies_);
        constexpr double gain = 3;  // more bodies fill a large device better
        const double expected = all / last->second.pairs_per_second;
        if (too_long(expected / (device_.type == "cpu" ? 1 : gain))) return leave_out();
    }
    const double allowance = time_left / static_cast<double>(jobs_.size() + 1);
    Candidate best = best_candidate(variant, std::min(wish_.full ? 5 : allowance * (1 - timed_share), 5.0));
    if (!best.solver) return leave_out();
    if (too_long(best.seconds)) return leave_out();
    const double timed = wish_.full ? most_seconds : std::min(allowance * timed_share, most_seconds);
    add_result(variant, best, 1, true, timed);
    last_[&variant] = report_.results.back();
    if (wish_.full) sweep(variant, best, timed);
}

// All settings, then all fractions with the best of them.
void DirectBench::sweep(const KernelVariant& variant, Candidate& best, double timed) {
    const std::size_t first = report_.results.size() - 1;
    double best_seconds = report_.results[first].seconds;
    for (const KernelSettings& settings : candidates(variant, device_, bodies_)) {
        if (settings == report_.results[first].kernel.settings) continue;
        try {
            Candidate candidate{settings, make(variant, settings), 0};
            if (!candidate.solver) continue;
            add_result(variant, candidate, 1, false, timed);
            if (report_.results.back().seconds >= best_seconds) continue;
            best_seconds = report_.results.back().seconds;
            best = std::move(candidate);
        } catch (const cl::Error&) {  // more registers than this device has, say
        }
    }
    for (std::size_t i = first; i < report_.results.size(); ++i)
        report_.results[i].best = report_.results[i].kernel.settings == best.settings;
    if (variant.form == KernelForm::one_sided)
        for (const unsigned k : fractions)
            if (k > 1) add_result(variant, best, k, true, timed);
}

void DirectBench::add_result(const KernelVariant& variant, Candidate& candidate, unsigned k, bool best,
                             double seconds) {
    BenchResult result{
        .kernel = {&variant, candidate.settings}, .bodies = bodies_, .fraction_denominator = k, .best = best};
    result.seconds = clock_.median([&] { sum(*candidate.solver, k); }, seconds);
    const double sources = std::ceil(static_cast<double>(bodies_) / k);
    result.pairs_per_second = static_cast<double>(bodies_) * sources / result.seconds;

    std::vector<Float4> found(bodies_);
    clock_.queue().enqueueReadBuffer(candidate.solver->accelerations(), CL_TRUE, 0, bodies_ * sizeof(Float4),
                                     found.data());
    const auto reference =
        field_->references.try_emplace(k, field_->particles.positions, wish_.softening, k).first;
    reference->second.compare(found, result);
    check(result, found);
    report_.results.push_back(result);
}

void DirectBench::check(const BenchResult& result, const std::vector<Float4>& found) const {
    constexpr double most_error = 1e-4;  // the worst single-precision sum is far better
    const std::string what =
        to_string(result.kernel) + " on " + device_.name + ", " + std::to_string(result.bodies) + " bodies: ";
    for (const Float4& a : found)
        if (!std::isfinite(a.x + a.y + a.z)) throw std::runtime_error(what + "the result is not finite");
    if (!(result.rms_error <= most_error))
        throw std::runtime_error(what + "the result is wrong, by " + std::to_string(result.rms_error) +
                                 " of the force");
}

}  // namespace

BenchReport bench_direct(const Device& device, const ReadSource& read, const BenchWish& wish,
                         const BenchBodies& bodies, const BenchProgress& progress) {
    DirectBench bench{device, read, wish, progress};
    bench.measure_ceilings();
    bench.measure(bodies);
    bench.measure_ceilings();
    return bench.report();
}

}  // namespace milkomeda
