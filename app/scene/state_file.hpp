// Conversion between a run and its state file. data/state/saved_state.hpp describes the file.
#pragma once

#include <optional>
#include <string>

#include "app/scene/scene_setup.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// Returns the name, kernel and device of a solver as a state file stores them.
SavedSolver saved_solver(const DeviceContext& device_context, const SolverChoice& choice);

// Data of a run at one moment, from which another thread can write a state file.
struct CheckpointRequest {
    std::shared_ptr<const SceneSetup> initial;  // setup of the run, with the bodies of `state`
    std::shared_ptr<const Checkpoint> state;
    EventSchedule course;
    std::vector<ShownBodies> shown;
    SimulationParameters parameters;
    SavedSolver solver;
    struct View {
        Look look;
        Camera camera;
        bool keeps_framed = false;  // true if the camera keeps all galaxies in view
        // camera path, if the user has changed the path of the scene
        std::optional<std::vector<SceneKeyFrame>> path{};
    };
    std::optional<View> view{};  // empty if no window shows the run
    SavedDiagnostics diagnostics{};
};

SavedState saved_state(const CheckpointRequest& request);

// Returns the setup of a run that continues from a state file. Throws FileError if the file is inconsistent,
// and std::invalid_argument for invalid options.
SceneSetup initial_state_of_state(const SceneOptions& options, SavedState state);

// Restores the saved run in `simulation`. The run continues bit for bit if the solver, the device and the program
// version are unchanged. Returns one line for the user on whether the run continues bit for bit.
std::string resume(Simulation& simulation, const DeviceContext& device_context, const SceneSetup& initial);

// Returns the solver that has computed a saved run; empty if this device does not support the solver.
std::optional<SolverChoice> solver_again(const SavedSolver& saved, Accuracy accuracy,
                                         const DeviceContext& device_context);
// Returns the solver whose name in a run history is `forces`, such as "auto" or "direct register-tiled:wg=128". Empty
// if this device does not support the solver.
std::optional<SolverChoice> solver_of_name(const std::string& forces, Accuracy accuracy,
                                           const DeviceContext& device_context);

// Returns true if both solvers compute identical forces. The solvers may differ in whether `auto` or the user chose
// them.
bool compute_alike(const SavedSolver& a, const SavedSolver& b);

// Returns the solver of the saved run in `initial`; empty if there is no saved run, if the command line chooses a
// solver, or if this device does not support the solver.
std::optional<SolverChoice> solver_of(const DeviceOptions& options, const SceneSetup& initial,
                                      const DeviceContext& device_context);

}  // namespace milkomeda
