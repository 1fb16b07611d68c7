// The place of a simulation that holds its solver: builds solvers, exchanges them, and rebuilds kernels.
#pragma once

#include <memory>

#include "compute/gravity/solvers.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct DeviceRun;

// Belongs to a Simulation. build() and use() need an OpenCL device.
class SolverSlot {
  public:
    // `run` is null without a device.
    SolverSlot(DeviceRun* run, std::shared_ptr<const ParticleSet> initial)
        : run_{run}, initial_{std::move(initial)} {}

    // Builds a solver for this simulation. May be called in another thread while steps go on. Throws
    // std::runtime_error if the device has too little memory or a kernel does not build.
    ReadySolver build(const SolverChoice& choice, const ReadAsset& read) const;
    // Continues with this solver, even in the middle of a step.
    void use(ReadySolver solver);

    // The present solver. Its kernel has no variant without a device, and for solvers without variants.
    SolverChoice choice() const;
    // Number of the present solver within the run: StepConfig::solver.
    int number() const;

    // Returns true if steps with these parameters need no further kernel.
    bool is_prepared(const SimulationParameters& parameters) const;
    // Builds the kernels that steps with these parameters need, so that the first step does not wait for the
    // compiler (about a second on CPUs).
    void prepare(const SimulationParameters& parameters);
    // Builds all kernels of the run again from edited sources. Throws std::runtime_error and keeps the old
    // kernels if one does not build.
    void reload(const ReadAsset& read);

  private:
    DeviceRun* run_;
    std::shared_ptr<const ParticleSet> initial_;
};

}  // namespace milkomeda
