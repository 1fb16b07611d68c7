// Reads a state to the host with the potential at every body, while steps go on.
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

// Potentials are taken from the solver of the run if it computes them. Otherwise a solver of the sampler sums
// them over all pairs, in slices, so that sampling does not change the run. The host adds the potentials of
// perturbers, which are the last rows.
class EnergySampler {
  public:
    EnergySampler(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                  std::size_t bodies, std::span<const float> softenings_of_perturbers, const ReadAsset& read);

    // State to be sampled, with the law of its gravity.
    struct Moment {
        double time;
        long steps;
        double gravity, softening;
    };
    // Takes the present rows; `known` holds float4 rows with potentials in w, null: potentials are summed.
    // Needs device access and a finished queue. Discards a sample under way.
    void begin(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    // Completes the sample, however long that takes.
    void finish();

    // Sampling beside the steps of a run takes a share of their time. begin_within_budget() charges the
    // budget; sum_within_budget() sums a slice if one is due, and waits for it.
    TimeBudget& budget() { return budget_; }
    const TimeBudget& budget() const { return budget_; }
    bool is_due() const { return budget_.is_due() && !is_busy(); }
    void begin_within_budget(ParticleBuffers& particles, const Moment& moment, const cl::Buffer* known);
    void sum_within_budget();

    // Returns the sample, once, after its last slice. The next sample needs its memory to be released.
    std::optional<EnergySample> take();
    void discard();

    // Uses kernels from edited sources. Discards a sample under way.
    void reload(const ReadAsset& read);

  private:
    static std::unique_ptr<Solver> build(const SolverContext& place);
    bool is_busy() const { return state_.has_value() || rows_.use_count() > 1; }
    // Returns false while another thread builds the solver, which takes the compiler a second.
    bool has_solver();
    // Enqueues a slice and returns its pairs; 0 while the solver is being built.
    double enqueue_slice(double pairs);
    std::size_t rows() const { return place_.bodies + softenings_.size(); }
    std::span<Float4> field_body_rows() const { return rows_->column(2).first(place_.bodies); }
    void add_perturbers();

    SolverContext place_;  // for the field bodies
    std::vector<float> softenings_;
    // These and the following members are made when they are first needed.
    std::shared_ptr<HostColumns> rows_;
    std::future<std::unique_ptr<Solver>> building_;
    std::unique_ptr<Solver> solver_;
    cl::Buffer positions_;  // copy of the positions, which the run changes meanwhile
    std::optional<EnergySample> state_;
    ForceSpec force_;
    bool summing_ = false, begun_ = false;
    TimeBudget budget_{{.idle_share = 2e-3}};
    Rate rate_;  // of the slices
};

}  // namespace milkomeda
