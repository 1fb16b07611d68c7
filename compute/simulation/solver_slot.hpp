// Builds and exchanges the solver of a simulation, and rebuilds its kernels.
#pragma once

#include <memory>
#include <string>

#include "compute/gravity/solvers.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct DeviceRun;

// Part of a Simulation. build() and use() require an OpenCL device.
class SolverSlot {
  public:
    // `run` is null without an OpenCL device.
    SolverSlot(DeviceRun* run, std::shared_ptr<const ParticleSet> initial) : run_{run}, initial_{std::move(initial)} {}

    // Builds a solver for this simulation. May be called in another thread while the run continues. Throws
    // std::runtime_error if the device has too little memory or a kernel does not build.
    ReadySolver build(const SolverChoice& choice, const ReadAsset& read) const;
    // Continues the run with this solver, even during a step.
    void use(ReadySolver solver);

    // Returns the choice of the present solver. kernel.variant is null without a device, and if the solver has no
    // kernel variants.
    SolverChoice choice() const;

    // Returns the name of the present solver and its kernel, as StepConfig::solver_name; empty without a device.
    std::string name() const;

    // Returns false if steps with these parameters need kernels for integers that are not built yet.
    bool is_prepared(const SimulationParameters& parameters) const;
    // Builds the kernels for steps with these parameters, so that the first step does not wait for the
    // compiler (about a second on CPUs).
    void prepare(const SimulationParameters& parameters);
    // Rebuilds all kernels of the run from the given sources. If a kernel does not build, throws
    // std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);

  private:
    DeviceRun* run_;
    std::shared_ptr<const ParticleSet> initial_;
};

}  // namespace milkomeda
