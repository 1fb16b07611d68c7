// Conversion between a run and its state file (data/state/saved_state.hpp).
#pragma once

#include <optional>
#include <string>

#include "app/scene/scene_setup.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// Name, kernel and device of this solver as a state file stores them.
SavedSolver saved_solver(const DeviceContext& device_context, const SolverChoice& choice);

// A run at one moment, for writing a state file in another thread.
struct CheckpointRequest {
    std::shared_ptr<const SceneSetup> initial;  // setup with the same bodies
    std::shared_ptr<const Checkpoint> state;
    EventSchedule course;
    std::vector<bool> shown;
    SimulationParameters parameters;
    SavedSolver solver;
    struct View {
        Look look;
        Camera camera;
    };
    std::optional<View> view{};  // empty if no window shows the run
};

SavedState saved_state(const CheckpointRequest& held);

// Setup of a run that continues from a state file. Throws FileError and std::invalid_argument.
SceneSetup initial_state_of_state(const SceneOptions& options, SavedState state);

// Restores the saved run: bit for bit if the solver is the same. Returns one line for the user about the
// result.
std::string resume(Simulation& simulation, const DeviceContext& device_context, const SceneSetup& initial);

// The solver of a state file; empty if this device does not have it.
std::optional<SolverChoice> solver_again(const SavedSolver& saved, Accuracy accuracy,
                                         const DeviceContext& device_context);
// The solver of this name, as RunHistory records it: "auto", "direct register-tiled:wg=128". Empty if this
// device does not have it.
std::optional<SolverChoice> solver_of_name(const std::string& forces, Accuracy accuracy,
                                           const DeviceContext& device_context);

// Returns true if both solvers compute the same forces, whether `auto` or the user chose them.
bool compute_alike(const SavedSolver& a, const SavedSolver& b);

// The solver of the saved run, unless the command line names a solver.
std::optional<SolverChoice> solver_of(const DeviceOptions& options, const SceneSetup& initial,
                                      const DeviceContext& device_context);

}  // namespace milkomeda
