// A simulation that follows the wall clock at a given pace and keeps a history for going back in time.
#pragma once

#include <functional>
#include <utility>

#include "app/playback/recovery_checkpointer.hpp"
#include "app/playback/source_interfaces.hpp"
#include "app/playback/step_pacer.hpp"

namespace milkomeda {

class LiveRun : public SourceInterfaces {
  public:
    // The run pauses once when it passes the model time `until`. It begins with `state` if `state` contains bodies.
    LiveRun(Simulation simulation, double until, const Checkpoint& state = {});
    // Sets the function that resets the simulation in restart(), for runs that begin with a state file.
    void restart_by(std::function<void(Simulation&)> reset) { reset_ = std::move(reset); }

    Simulation& simulation() { return simulation_; }

  private:
    TransportState state() const override;
    TransportLimits limits() const override;
    void play(bool on) override;
    void play_backward() override;
    void step() override { pacer_.request_step(); }
    void step_back() override;
    void restart() override;
    void loop(bool on) override { loops_ = on; }
    void run_to(double time) override;
    bool can_reach(double time) const override;
    void show_nearest(double time) override;
    void next_branch() override;
    // Ignores `time`, because the bodies determine the time of the run.
    void resume(double time, bool playing) override;
    std::optional<SimulationParameters> take_parameters() override {
        return std::exchange(wanted_parameters_, std::nullopt);
    }

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    void go_ahead(const SimulationParameters& parameters) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                                const FrameTime& frame) override;
    // Computes the steps that end at or before `time`. For the remaining time, which is shorter than a step, the
    // bodies move on straight lines.
    void go_to(double time, const SimulationParameters& parameters, const std::string& title) override;
    bool retrace(const RetraceRequest& request) override;
    Moment moment() override;
    bool is_between_steps() const override { return simulation_.is_between_steps(); }
    void finish_step(const SimulationParameters& parameters) override;
    ParticleSet read() const override { return simulation_.checkpoints().read(); }
    SimulationStatus status() const override { return simulation_.status(); }
    std::string device_text() const override;
    std::string take_error() override { return std::exchange(error_, {}); }
    void set_external_mass(const std::optional<ExternalMass>& mass) override;
    void record_into(FrameProfiler* profiler) override { simulation_.probes().record_into(profiler); }
    void reload(const ReadAsset& read) override { simulation_.solver_slot().reload(read); }

    Checkpoint newest_checkpoint() const override { return checkpointer_.newest(); }
    Checkpoint make_checkpoint() const override { return simulation_.checkpoints().take(); }
    void request_checkpoint() override { checkpointer_.request(); }
    std::shared_ptr<const Checkpoint> take_checkpoint() override { return checkpointer_.take_requested(); }
    void keep_history(std::size_t bytes) override;
    RunHistory* run_history() override { return remembers_ ? &history_ : nullptr; }
    const RunHistory* run_history() const override { return remembers_ ? &history_ : nullptr; }

    double model_time() const { return simulation_.status().time; }
    std::optional<double> undo_limit() const;
    StepTime now() const;
    void begin_history();
    bool return_to_history(const RunLog& left);
    bool undo_to(double time);
    StepConfig settings(const SimulationParameters& parameters) const;
    void prepare_history(const SimulationParameters& parameters, const FrameBudget& budget);
    bool skip_ahead(const SimulationParameters& parameters);
    void remember_steps(const SimulationParameters& parameters);
    void keep_end_of_branch();
    void go_to(const DeviceSnapshot& state);
    void restore(const DeviceSnapshot& state, const RunLog& path);
    const DeviceSnapshot& require(const DeviceSnapshot* state) const;
    void go_backward(double seconds, double busy_seconds, const SimulationParameters& parameters);
    bool advance_to_video_frame_backward(double seconds, const SimulationParameters& parameters,
                                         const FrameTime& frame);
    void undo_steps(double seconds, double busy_seconds, const SimulationParameters& parameters);
    void follow_undone_steps(const SimulationParameters& parameters);
    void show_keys_backward(double seconds, const SimulationParameters& parameters);
    void restart_if_looping(bool was_playing);
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);
    long go_back(const FrameBudget& budget);
    void stop(const NonFiniteState& error);
    long steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const;
    long steps_to(double time, const SimulationParameters& parameters) const;
    long steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const;

    Simulation simulation_;
    std::function<void(Simulation&)> reset_ = [](Simulation& simulation) { simulation.reset(); };
    StepPacer pacer_;
    double until_;
    std::string error_;  // message for the next take_error()
    RecoveryCheckpointer checkpointer_;
    bool is_sound_ = true;              // true if all positions and velocities are finite
    double ahead_ = 0;                  // model time from the end of the last step to the picture
    std::optional<double> video_goal_;  // model time of the next video frame

    std::vector<SettingsChange> retraced_;  // changes of settings that retrace() has followed so far
    bool retraces_ = false;                 // true after the first call of retrace()

    bool remembers_ = false;  // true after keep_history()
    long steps_ahead_ = 0;    // number of steps that go_ahead() enqueues
    RunHistory history_{[this]() -> const RunLog& { return simulation_.log(); }};
    std::size_t device_room_ = 0;  // device memory for key frames, in bytes
    std::optional<ExternalMass> external_mass_;
    std::optional<SimulationParameters> wanted_parameters_;
    std::optional<double> cursor_;  // model time of the picture during backward playback; empty otherwise
    std::optional<long> undo_to_;   // step index at which backward playback ends
    double owed_back_ = 0;          // model time by which backward playback lags behind its pace
    bool loops_ = false;
    long jumps_ = 0;
};

}  // namespace milkomeda
