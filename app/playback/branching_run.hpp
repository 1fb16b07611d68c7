// A simulation with a run history: records steps and key frames, and goes to key frames and to other branches.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "app/playback/run_history.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// State of the picture of a run. A jump to a key frame or to the start resets all members except `jumps`.
struct PictureState {
    double ahead = 0;                    // model time from the end of the last step to the picture
    std::optional<double> video_goal{};  // model time of the next video frame
    bool is_finite = true;               // true if all positions and velocities are finite
    long jumps = 0;                      // number of jumps in time so far
};

class BranchingRun {
  public:
    static constexpr double time_rounding = 1e-9;  // tolerance in model time for the rounding errors of many steps

    explicit BranchingRun(Simulation simulation) : simulation_{std::move(simulation)} {}

    Simulation& simulation() { return simulation_; }
    const Simulation& simulation() const { return simulation_; }
    PictureState picture;

    // Begins the history at the first call. Sets the memory budget of the key frames in bytes.
    void keep_history(std::size_t bytes);
    bool has_history() const { return has_history_; }
    RunHistory& history() { return history_; }
    const RunHistory& history() const { return history_; }

    StepTime now() const;                      // step index and model time of the last completed step
    std::optional<double> undo_limit() const;  // earliest time to which steps can be undone exactly, if any
    // Returns the step configuration of a new step with these parameters.
    StepConfig settings(const SimulationParameters& parameters) const;
    // Returns the timestep of the step that begins at this step index; `otherwise` if no step is recorded.
    double timestep_after(long steps, double otherwise) const;

    // Compute, enqueue and undo steps like the functions of Simulation. The history records computed steps, in a new
    // branch if their settings differ from the recorded settings.
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);
    long enqueue_steps(const SimulationParameters& parameters, long most_steps);
    long go_back(const SimulationParameters& parameters, const FrameBudget& budget);
    // Returns the recorded parameters of the next step once, after the run has jumped or gone back, or has recomputed a
    // step after which the recorded parameters change. Otherwise returns an empty optional.
    std::optional<SimulationParameters> take_parameters() { return std::exchange(wanted_parameters_, std::nullopt); }
    void set_external_mass(const std::optional<ExternalMass>& mass);

    // Goes to a key frame of the present branch. Returns false if the run is at the key frame already. The call can
    // drop key frames, including `key`.
    bool go_to(const DeviceSnapshot& key);
    // Makes the next branch the present branch, and goes to its last key frame at or before the model time `time`, or
    // to its last key frame if there is no such key frame. There must be a key frame at or before the present step.
    void go_to_next_branch(double time);
    // Returns to the start of the run by calling `reset`. Continues a branch whose log contains the steps up to this
    // start, or begins a new history.
    void restart(const std::function<void(Simulation&)>& reset);

  private:
    void begin_history();
    bool return_to_history(const RunLog& left);
    void prepare_history(const SimulationParameters& parameters, const FrameBudget& budget);
    void remember_steps(const SimulationParameters& parameters);
    void keep_end_of_branch();
    void restore(const DeviceSnapshot& state, const RunLog& path);

    Simulation simulation_;
    bool has_history_ = false;  // true after keep_history()
    RunHistory history_{[this]() -> const RunLog& { return simulation_.log(); }};
    std::size_t device_room_ = 0;  // device memory for key frames, in bytes
    std::optional<ExternalMass> external_mass_;
    std::optional<SimulationParameters> wanted_parameters_;
};

}  // namespace milkomeda
