// The second run of a comparison: a run with exact forces or other parameters, another branch of the run's history, or
// a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/loaded_scene.hpp"
#include "data/simulation/parameter_table.hpp"

namespace milkomeda {

// Describes the second run of a comparison.
struct Comparison {
    enum class With { exact_forces, parameters, branch, file };
    With with = With::exact_forces;
    SimulationParameters parameters{};                 // With::parameters: parameters of the second run
    std::weak_ptr<const RunHistory::Branch> branch{};  // With::branch: branch of the first run's history
    SceneOptions file{};                               // With::file: source of the second run
    std::string name{};                                // title of a branch or file
};

// Returns the parameters that affect steps and differ, with their values in `after`.
using ParameterChanges = std::vector<std::pair<const Parameter*, SettingValue>>;
ParameterChanges changes_between(const SimulationParameters& before, const SimulationParameters& after);

class SecondRun {
  public:
    // Begins the second run from the present state of `run`, which must be between two steps and has the parameters
    // `first`. If the second run is another branch, the second run begins at the last key frame of
    // the branch before the present time. Throws UsageError if the comparison is
    // impossible, and the exceptions of a new simulation.
    SecondRun(const Comparison& comparison, const LoadedScene& run, const SimulationParameters& first,
              ComputeContext compute);

    LoadedScene& scene() { return scene_; }
    ParticleSource& source() { return scene_.particle_source(); }
    const ParticleSource& source() const { return scene_.particle_source(); }

    // Returns the parameters of the next step of the second run. `first`: parameters of the first run's step.
    SimulationParameters parameters(const SimulationParameters& first) const;
    // Brings the second run to the model time `time` of the first run. A simulation begins a step if it is behind by
    // more than half a step; a snapshot series shows its moment at this time. `first`: as in parameters().
    void follow(double time, const SimulationParameters& first);
    // True while the second run computes a step that follow() has begun.
    bool is_behind() const { return source().transport().moving(); }
    // True if both runs have equal bodies on one device.
    bool has_equal_bodies() const { return has_equal_bodies_; }

    // Return the titles of the pictures of the second and of the first run. first_title() is empty in a comparison with
    // exact forces; the caller then shows the solver of the first run as the title.
    std::string title() const;
    std::string first_title(const SimulationParameters& first) const;

  private:
    LoadedScene begin(const LoadedScene& run, const SimulationParameters& first, ComputeContext compute) const;
    void begin_branch(const LoadedScene& run);

    Comparison comparison_;
    std::vector<std::pair<const Parameter*, SettingValue>> changes_;  // With::parameters: values that differ
    RunLog log_;                                                      // With::branch: log of the branch
    LoadedScene scene_;
    bool has_equal_bodies_ = false;
};

}  // namespace milkomeda
