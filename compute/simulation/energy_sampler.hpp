// Transfers the state of a run, with the potential at every body, to the host while the run continues.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/simulation/energy_sample.hpp"
#include "compute/simulation/rate.hpp"
#include "data/base/time_budget.hpp"

namespace milkomeda {

// If the solver of the run computes potentials, the sampler reads these potentials. Otherwise the sampler computes the
// potentials by a direct sum with its own solver, in slices, so that sampling does not change the run. The host adds
// the potentials of the perturbers, which occupy the last rows.
class EnergySampler {
  public:
    EnergySampler(const KernelContext& context, std::size_t bodies, std::span<const float> softenings_of_perturbers);

    // Time, step index and gas of the state to sample, and gravitational constant and softening length of its forces.
    struct Moment {
        double time;
        long steps;
        double gravity, softening;
        GasSample gas;
    };
    // Discards an incomplete sample, and begins a new sample by reading the present bodies. `known` holds float4 rows
    // with potentials in w; if `known` is null, the sampler sums the potentials itself. Requires device access and a
    // finished queue.
    void begin(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    // Sums the remaining potentials of the sample, without a time limit.
    void finish();

    // budget() and the next three functions serve to sample during a run: the budget limits the time of sampling to a
    // share of the time of the steps. begin_within_budget() charges its time to the budget. sum_within_budget()
    // computes a slice of the sum if the budget allows, and waits for the slice.
    TimeBudget& budget() { return budget_; }
    const TimeBudget& budget() const { return budget_; }
    bool is_due() const { return budget_.is_due() && !state_ && rows_.use_count() <= 1; }
    void begin_within_budget(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    void sum_within_budget();

    // Returns a complete sample once, and an empty optional in all other cases. The next sample cannot begin before the
    // memory of this sample is released.
    std::optional<EnergySample> take();
    void discard();

    // Discards an incomplete sample. The next sample rebuilds the solver from the given kernel sources.
    void reload(const ReadAsset& read);

  private:
    static std::unique_ptr<Solver> build(const SolverContext& context);
    // Returns true if the solver is built. Starts the build (about a second) in another thread.
    bool has_solver();
    // Enqueues a slice and returns its number of pairs; returns 0 while the solver is being built.
    double enqueue_slice(double pairs);
    std::size_t rows() const { return context_.bodies + softenings_.size(); }
    std::span<Float4> field_body_rows() const { return rows_->column(2).first(context_.bodies); }
    void add_perturbers();

    SolverContext context_;          // context for the solver of the field bodies
    std::vector<float> softenings_;  // softening lengths of the perturbers
    // The members from rows_ to positions_ are created when the sampler is used for the first time.
    std::shared_ptr<HostColumns> rows_;
    std::future<std::unique_ptr<Solver>> building_;
    std::unique_ptr<Solver> solver_;
    cl::Buffer positions_;  // copy of the positions at the sampled time, because the run changes the original
    std::optional<EnergySample> state_;
    ForceSpec force_;
    bool summing_ = false, begun_ = false;
    TimeBudget budget_{{.idle_share = 2e-3}};
    Rate rate_;  // measured speed of the slices in pairs per second
};

}  // namespace milkomeda
