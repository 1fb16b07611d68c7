#include "compute/gravity/auto_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "compute/gravity/direct_solver.hpp"
#include "compute/gravity/fmm_solver.hpp"
#include "compute/gravity/timing_cloud.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Limits that allow a choice without timing. With fewer than `few_bodies` bodies, the direct sum is at least as fast as
// the multipole method. Building the tree takes at least `least_fmm_seconds` on any device. A multipole sum takes at
// most `most_fmm_seconds_per_body` on any device.
constexpr std::size_t few_bodies = 10'000;
constexpr double least_fmm_seconds = 0.3e-3, most_fmm_seconds_per_body = 50e-6;

// Returns the seconds of a whole sum: the smallest of three estimates. Each estimate times a part of a sum (at least 5
// ms, or the whole sum) and divides the time by the size of the part.
double time_sum(Solver& solver, const SolverContext& context, const cl::Buffer& positions, const ForceSpec& force) {
    constexpr double long_enough = 5e-3;
    double best = std::numeric_limits<double>::infinity();
    double pairs = 1e6;
    for (int timing = 0; timing < 3;) {
        solver.begin(positions, force);
        context.queue.finish();
        const Clock::time_point start = Clock::now();
        solver.enqueue_slice(pairs);
        context.queue.finish();
        solver.finish();
        const double seconds = seconds_since(start);
        if (solver.done() < 1 && seconds < long_enough) {
            pairs *= 4;
            continue;
        }
        best = std::min(best, seconds / solver.done());
        ++timing;
    }
    return best;
}

std::string milliseconds(double seconds) { return fmt::format("{:.2g} ms", seconds * 1e3); }

class AutoSolver final : public Solver {
  public:
    AutoSolver(const SolverContext& context, const KernelChoice& kernel) : context_{context}, kernel_{kernel} {
        choose({.accuracy = context.accuracy});
    }

    void begin(const cl::Buffer& positions, const ForceSpec& force, const WorkRange& share) override {
        choose(force);
        solver_->begin(positions, force, share);
    }
    double enqueue_slice(double pairs) override { return solver_->enqueue_slice(pairs); }
    double done() const override { return solver_->done(); }
    const cl::Buffer& accelerations() const override { return solver_->accelerations(); }
    bool holds_potentials() const override { return solver_->holds_potentials(); }
    bool takes_fractions() const override { return solver_->takes_fractions(); }
    double target_error() const override { return solver_->target_error(); }
    void note_seconds(double seconds) override { solver_->note_seconds(seconds); }
    void forget() override { solver_->forget(); }
    void finish() override { solver_->finish(); }
    std::vector<TreeCell> cells(std::size_t most) const override { return solver_->cells(most); }
    std::string description() const override { return fmt::format("auto: {} ({})", solver_->description(), why_); }
    std::string shares() const override { return solver_->shares(); }
    KernelChoice kernel() const override { return solver_->kernel(); }

  private:
    enum class Method { direct, multipole };

    void choose(const ForceSpec& force) {
        if (force.fraction_denominator > 1) return use(Method::direct, "only the direct sum supports fractions");
        if (force.accuracy == Accuracy::exact) return use(Method::direct, "accuracy exact");
        if (context_.multipole && force.accuracy == first_accuracy_)
            return use(*context_.multipole ? Method::multipole : Method::direct,
                       "the method was chosen earlier in this run");
        if (context_.bodies < few_bodies) return use(Method::direct, "the direct sum is faster for few bodies");

        context_.accuracy = force.accuracy;
        std::optional<double>& fmm_seconds = fmm_seconds_[static_cast<std::size_t>(force.accuracy)];
        if (!fmm_seconds) fmm_seconds = time(force);
        const std::string direct = milliseconds(*direct_seconds_), fmm = milliseconds(*fmm_seconds);
        if (*fmm_seconds == quicker) return use(Method::multipole, fmt::format("a direct sum takes {}", direct));
        if (*fmm_seconds == slower) return use(Method::direct, fmt::format("a direct sum takes {}", direct));
        if (*fmm_seconds < *direct_seconds_)
            use(Method::multipole, fmt::format("a multipole sum takes {}, a direct sum {}", fmm, direct));
        else
            use(Method::direct, fmt::format("a direct sum takes {}, a multipole sum {}", direct, fmm));
    }

    // Returns the seconds of a multipole sum. Returns `slower` or `quicker` without timing the multipole method if the
    // time of the direct sum already shows which method is faster.
    double time(const ForceSpec& force) {
        const cl::Buffer positions = timing_sphere_in(context_.context, context_.bodies);
        if (!direct_seconds_) {
            use(Method::direct, {});
            direct_seconds_ = time_sum(*solver_, context_, positions, force);
        }
        if (*direct_seconds_ < least_fmm_seconds) return slower;
        if (*direct_seconds_ > most_fmm_seconds_per_body * static_cast<double>(context_.bodies)) return quicker;
        use(Method::multipole, {});
        solver_->begin(positions, force);
        solver_->enqueue_slice(all_pairs);  // warm-up, not timed: the solver learns the lengths of its lists
        const double seconds = time_sum(*solver_, context_, positions, force);
        solver_->forget();
        return seconds;
    }

    // Only one of the two solvers exists at a time, because the device's memory might be too small for two solvers.
    void use(Method method, const std::string& why) {
        why_ = why;
        if (solver_ && method == method_) return;
        solver_.reset();
        method_ = method;
        solver_ = method == Method::direct ? make_direct_solver(context_, kernel_) : make_fmm_solver(context_);
    }

    static constexpr double quicker = 0, slower = std::numeric_limits<double>::infinity();
    static constexpr double all_pairs = std::numeric_limits<double>::infinity();

    SolverContext context_;
    const Accuracy first_accuracy_ = context_.accuracy;
    KernelChoice kernel_;
    std::unique_ptr<Solver> solver_;
    Method method_ = Method::direct;  // method of `solver_`
    std::string why_;
    std::optional<double> direct_seconds_;
    std::array<std::optional<double>, names<Accuracy>.size()> fmm_seconds_;
};

}  // namespace

std::unique_ptr<Solver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel) {
    return std::make_unique<AutoSolver>(context, kernel);
}

}  // namespace milkomeda
