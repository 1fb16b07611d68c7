// Transfers the state of a run to the host, with the potential at every body, while the run continues.
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

// Potentials come from the solver of the run if it computes them. Otherwise the sampler has its own
// direct-sum solver, which works in slices, so that sampling does not change the run. The host adds the
// potentials of perturbers, which are the last rows.
class EnergySampler {
  public:
    EnergySampler(const cl::Context& context, const Device& device, const cl::CommandQueue& queue, std::size_t bodies,
                  std::span<const float> softenings_of_perturbers, const ReadAsset& read);

    // Time and step index of the state to sample, and the gravity and softening of its forces.
    struct Moment {
        double time;
        long steps;
        double gravity, softening;
    };
    // Reads the present bodies. `known` holds float4 rows with potentials in w; if `known` is null, the
    // sampler sums the potentials itself. Requires device access and a finished queue. Discards an incomplete
    // sample.
    void begin(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    // Completes the sample, without a time limit.
    void finish();

    // Functions for sampling during a run, within a share of the run's time. begin_within_budget() charges
    // its time to the budget. sum_within_budget() sums a slice if the budget allows, and waits for the slice.
    TimeBudget& budget() { return budget_; }
    const TimeBudget& budget() const { return budget_; }
    bool is_due() const { return budget_.is_due() && !is_busy(); }
    void begin_within_budget(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    void sum_within_budget();

    // Returns the complete sample once, else an empty optional. The next sample cannot begin before the
    // memory of this sample is released.
    std::optional<EnergySample> take();
    void discard();

    // Discards an incomplete sample. The next sample rebuilds the solver from the given kernel sources.
    void reload(const ReadAsset& read);

  private:
    static std::unique_ptr<Solver> build(const SolverContext& place);
    bool is_busy() const { return state_.has_value() || rows_.use_count() > 1; }
    // Returns true if the solver is built. Starts the build (about a second) in another thread.
    bool has_solver();
    // Enqueues a slice and returns its number of pairs; returns 0 while the solver is being built.
    double enqueue_slice(double pairs);
    std::size_t rows() const { return place_.bodies + softenings_.size(); }
    std::span<Float4> field_body_rows() const { return rows_->column(2).first(place_.bodies); }
    void add_perturbers();

    SolverContext place_;  // arguments for building the solver of the field bodies
    std::vector<float> softenings_;
    // The members from here to positions_ are created when they are first needed.
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
