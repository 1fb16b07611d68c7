// A simulation that follows the wall clock at a given pace and keeps a history for going back in time.
#pragma once

#include <functional>
#include <utility>

#include "app/playback/backward_playback.hpp"
#include "app/playback/branching_run.hpp"
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

    Simulation& simulation() { return run_.simulation(); }

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
    void resume(double /*time*/, bool playing) override { play(playing); }
    std::optional<SimulationParameters> take_parameters() override { return run_.take_parameters(); }

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    void go_ahead(const SimulationParameters& parameters) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                                const FrameTime& frame) override;
    // Computes the steps that end at or before `time`. For the remaining time, which is shorter than a step, the
    // bodies move on straight lines.
    void go_to(double time, const SimulationParameters& parameters, const std::string& title) override;
    bool retrace(const RetraceRequest& request) override;
    Moment moment() override;
    bool is_between_steps() const override { return run_.simulation().is_between_steps(); }
    void finish_step(const SimulationParameters& parameters) override;
    ParticleSet read() const override { return run_.simulation().checkpoints().read(); }
    SimulationStatus status() const override { return run_.simulation().status(); }
    std::string device_text() const override;
    std::string take_error() override { return std::exchange(error_, {}); }
    void set_external_mass(const std::optional<ExternalMass>& mass) override { run_.set_external_mass(mass); }
    void record_into(FrameProfiler* profiler) override { simulation().probes().record_into(profiler); }
    void reload(const ReadAsset& read) override { simulation().solver_slot().reload(read); }

    Checkpoint newest_checkpoint() const override { return checkpointer_.newest(); }
    Checkpoint make_checkpoint() const override { return run_.simulation().checkpoints().take(); }
    void request_checkpoint() override { checkpointer_.request(); }
    std::shared_ptr<const Checkpoint> take_checkpoint() override { return checkpointer_.take_requested(); }
    void keep_history(std::size_t bytes) override { run_.keep_history(bytes); }
    RunHistory* run_history() override { return run_.has_history() ? &run_.history() : nullptr; }
    const RunHistory* run_history() const override { return run_.has_history() ? &run_.history() : nullptr; }

    double model_time() const { return run_.now().time; }
    bool skip_ahead(const SimulationParameters& parameters);
    void go_to(const DeviceSnapshot& key);
    void restart_if_looping(bool was_playing);
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);
    bool advance_backward(const SimulationParameters& parameters, const FrameTime& frame,
                          std::optional<double> video_seconds);
    void stop(const NonFiniteState& error);
    void take_range_news();
    long steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const;
    long steps_to(double time, const SimulationParameters& parameters) const;
    long steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const;

    BranchingRun run_;
    std::function<void(Simulation&)> reset_ = [](Simulation& simulation) { simulation.reset(); };
    StepPacer pacer_;
    BackwardPlayback backward_{run_};
    double until_;
    std::string error_;  // message for the next take_error()
    RecoveryCheckpointer checkpointer_;
    std::vector<SettingsChange> retraced_;  // changes of settings that retrace() has followed so far
    bool retraces_ = false;                 // true after the first call of retrace()
    long steps_ahead_ = 0;                  // number of steps that go_ahead() enqueues
    bool loops_ = false;
};

}  // namespace milkomeda
