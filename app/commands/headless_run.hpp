// A simulation without a window that applies the scene's scripted edits of galaxies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/option_parts.hpp"
#include "app/scene/scene_setup.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class HeadlessRun {
  public:
    // `device_context` and `assets` must outlive the run.
    HeadlessRun(const std::shared_ptr<const SceneSetup>& setup, const DeviceContext& device_context,
                const Assets& assets, const SolverChoice& solver);

    Simulation& simulation() { return simulation_; }
    // Returns the parameters of the steps. The last timestep may be shorter, so that the run ends at the requested
    // time.
    const SimulationParameters& parameters() const { return parameters_; }
    // Returns the setup of the run. After a scripted edit, the setup contains the bodies that exist after this edit.
    const std::shared_ptr<const SceneSetup>& setup() const { return setup_; }
    // Returns the components of the present galaxies, followed by the components of galaxies that later edits add.
    std::vector<Component> components() const;

    // Begins another leg of the run: later values of `until` are compared with the present time, instead of the start.
    void begin_leg() { begin_ = simulation_.status().time; }
    bool is_at(double until) const;  // true if the run has reached the model time `until`
    // Applies due edits, then begins or continues a step toward `until`, for at most half a second of computing.
    // `until` may lie before the start of the run or leg. Returns true if the step was completed.
    bool step_toward(double until);

  private:
    double left(double until) const;  // remaining model time to `until`, in the direction of the run
    bool goes_backward(double until) const { return until < begin_; }
    void apply_due_changes();

    const DeviceContext& device_context_;
    const Assets& assets_;
    std::shared_ptr<const SceneSetup> setup_;
    double begin_ = setup_->particles.time;  // model time at the start of the run or leg
    SimulationParameters parameters_ = setup_->parameters;
    Simulation simulation_;
    SceneSnapshot state_;
    std::vector<GalaxyKind> kinds_;  // kinds of galaxies that edits can add
};

// Returns why a run with these parameters cannot undo steps; empty if it can.
std::string why_irreversible(const SimulationParameters& parameters, bool has_gas);

// Bodies of a run at one time, and the drawn bodies of each component.
struct StateOfRun {
    ParticleSet particles;
    std::vector<ShownBodies> shown;
};

// Returns the state of the run at the model time `time`, which must not lie before the start. Computes the run with a
// progress bar unless `time` is the start. Throws std::runtime_error if a device is needed and missing.
StateOfRun state_at(double time, const std::shared_ptr<const SceneSetup>& setup, const DeviceOptions& device,
                    const ProgramOptions& program, const DeviceContext& device_context, const Assets& assets);

// Loads the scene or file of `options`, and returns its setup with the state at options.times.at, or at the start.
// Throws UsageError for a mixed box, with the words `refusal`, and for a time before the start. Other errors as
// state_at().
struct ObservedState {
    std::shared_ptr<const SceneSetup> setup;
    StateOfRun state;
    double time;
};
ObservedState observed_state(const SceneOptions& options, const DeviceOptions& device, const ProgramOptions& program,
                             const Assets& assets, const std::string& refusal);

}  // namespace milkomeda
