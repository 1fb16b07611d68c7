// The parts of a run on a device.
#pragma once

#include <functional>
#include <optional>

#include "compute/simulation/distance_meter.hpp"
#include "compute/simulation/energy_sampler.hpp"
#include "compute/simulation/finite_check.hpp"
#include "compute/simulation/force_records.hpp"
#include "compute/simulation/gas_steps.hpp"
#include "compute/simulation/integer_columns.hpp"
#include "compute/simulation/moves.hpp"
#include "compute/simulation/rate.hpp"
#include "compute/simulation/run_device.hpp"
#include "compute/simulation/solver_history.hpp"
#include "compute/simulation/tolerance_control.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// The executor of the steps (StepExecutor, StepRounds) and the parts of a Simulation (Probes, Checkpoints, SolverSlot)
// share these objects.
struct RunParts {
    RunParts(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
             const ReadAsset& read, const SolverChoice& choice)
        : device{device_context, gl, shared, initial, read},
          solvers{build_solver(device, choice, read)},
          step_program{build_step_program(device)},
          floats{device.queue, step_program},
          integers{device, step_program, device.particles.field_bodies()},
          sampler{device, initial.size(), device.perturbers.softenings()},
          tolerance{device},
          finite_check{device, step_program},
          distances{device} {
        if (gas_count(initial.components) > 0) gas.emplace(device, device_context, initial);
    }

    RunDevice device;
    SolverHistory solvers;
    cl::Program step_program;
    FloatMoves floats;
    IntegerColumns integers;
    EnergySampler sampler;
    ToleranceControl tolerance;
    FiniteCheck finite_check;
    DistanceMeter distances;
    ForceRecords records;
    std::optional<GasSteps> gas;                // empty if the run has no gas
    Rate rate;                                  // measured speed of the force evaluations
    std::optional<ExternalMass> external_mass;  // invisible attractor; affects the steps that begin later

    // Calls `store` after each forward step whose index is a multiple of `interval`; 0 stores no snapshots.
    struct SnapshotSchedule {
        long interval = 0;
        std::function<void()> store{};
    } snapshots;
};

}  // namespace milkomeda
