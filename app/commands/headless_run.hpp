// A simulation without a window, to which the scene's changes of galaxies are applied on the way.
#pragma once

#include <memory>
#include <vector>

#include "app/scene/scene_setup.hpp"
#include "app/scene/scene_snapshot.hpp"
#include "assets/assets.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class HeadlessRun {
  public:
    // The device context and the assets must outlive the run.
    HeadlessRun(const std::shared_ptr<const SceneSetup>& setup, const DeviceContext& device_context,
                const Assets& assets, const SolverChoice& solver);

    Simulation& simulation() { return simulation_; }
    // Parameters of the steps. The last step may be shorter, so that the run ends at the requested time.
    const SimulationParameters& parameters() const { return parameters_; }
    // The start of the run with the present galaxies.
    const std::shared_ptr<const SceneSetup>& setup() const { return setup_; }
    // Returns the components of the present galaxies and of the galaxies that changes will add.
    std::vector<Component> components() const;

    bool is_at(double until) const;
    // Applies the changes that are due, then advances toward `until`, which may lie before the start, for one
    // step or half a second. Returns true if a step was completed.
    bool step_toward(double until);

  private:
    double left(double until) const;  // model time until then, in the direction of the run
    bool goes_backward(double until) const { return until < begin_; }
    void apply_due_changes();

    const DeviceContext& device_context_;
    const Assets& assets_;
    std::shared_ptr<const SceneSetup> setup_;
    double begin_, shortest_left_;
    SimulationParameters parameters_;
    Simulation simulation_;
    SceneSnapshot state_;
    std::vector<GalaxyKind> kinds_;  // galaxies that changes can add
};

}  // namespace milkomeda
