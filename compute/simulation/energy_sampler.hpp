// Brings a state to the host with the potential at every body, while steps go on.
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

namespace milkomeda {

// Where the run's solver has potentials they are taken from it. Else they are summed over all pairs, in
// slices, by a solver of its own, so that a run does not depend on being measured. The host adds those of
// perturbers, which are the last rows.
class EnergySampler {
  public:
    EnergySampler(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
               std::size_t bodies, std::span<const float> softenings_of_perturbers, const ReadAsset& read);

    // Takes the rows of now; `known` are float4 rows with potentials in w, null: to be summed. Needs a lease
    // and a finished queue. What was under way is given up.
    void begin(ParticleBuffers& particles, double time, long steps, double gravity, double softening,
               const cl::Buffer* known);
    // There is something to sum; and a slice of it, returning its pairs, to be waited for. They are none
    // while the solver is being built, which a thread of its own does: it takes a compiler a while.
    bool is_summing() const { return summing_; }
    double enqueue_slice(double pairs);
    // All slices, however long that takes.
    void finish();
    // When the last slice has run the state can be taken, once. Until nobody holds it any more there is no
    // room for another one.
    std::optional<EnergySample> take();
    bool is_busy() const { return state_.has_value() || rows_.use_count() > 1; }
    void give_up();

  private:
    static std::unique_ptr<Solver> build(const SolverContext& place);
    bool has_solver();
    std::size_t rows() const { return place_.bodies + softenings_.size(); }
    std::span<Float4> light_fields() const { return rows_->column(2).first(place_.bodies); }
    void add_perturbers();

    SolverContext place_;  // of light bodies
    std::vector<float> softenings_;
    std::shared_ptr<HostColumns> rows_;  // made when first needed, as all below
    std::future<std::unique_ptr<Solver>> building_;
    std::unique_ptr<Solver> solver_;
    cl::Buffer positions_;  // that it sums over, while the run's go on
    std::optional<EnergySample> state_;
    ForceSpec force_;
    bool summing_ = false, begun_ = false;
};

}  // namespace milkomeda
