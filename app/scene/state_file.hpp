// A run as a state file keeps it (data/state/saved_state.hpp), and what a state file says to go on from.
#pragma once

#include <optional>
#include <string>

#include "app/scene/scene_setup.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/state/saved_state.hpp"

namespace milkomeda {

// What computes the forces now, in the words of a state file.
SavedSolver saved_solver(const DeviceContext& device_context, const SolverChoice& choice);

// A run at a moment, held so that another thread can write it down.
struct CheckpointRequest {
    std::shared_ptr<const SceneSetup> initial;  // of the same bodies
    std::shared_ptr<const Checkpoint> state;
    EventSchedule course;
    std::vector<bool> shown;
    SimulationParameters parameters;
    SavedSolver solver;
    struct View {
        Look look;
        Camera camera;
    };
    std::optional<View> view{};  // where somebody sees it
};

SavedState saved_state(const CheckpointRequest& held);

// The start of a run that goes on from a state file. Throws FileError, std::invalid_argument.
SceneSetup initial_state_of_state(const SceneOptions& options, SavedState state);

// Begins where the saved run ended: bit for bit, if the solver is the same. Returns what a person ought to
// know of that, in one line.
std::string resume(Simulation& simulation, const DeviceContext& device_context, const SceneSetup& initial);

// A solver by what was said of it once; empty where this device does not have it.
std::optional<SolverChoice> solver_again(const SavedSolver& saved, Accuracy accuracy,
                                         const DeviceContext& device_context);
// The same by the words of a law (app/playback/run_history.hpp): "auto", "direct register-tiled:wg=128".
std::optional<SolverChoice> solver_of_name(const std::string& forces, Accuracy accuracy,
                                           const DeviceContext& device_context);

// What computes the same, whoever chose it.
bool compute_alike(const SavedSolver& a, const SavedSolver& b);

// The saved run's solver for another run of it, where the command line asks for none.
std::optional<SolverChoice> solver_of(const DeviceOptions& options, const SceneSetup& initial,
                                      const DeviceContext& device_context);

}  // namespace milkomeda
