// A simulation that runs by the clock on the wall.
#pragma once

#include <functional>
#include <utility>

#include "app/playback/particle_source.hpp"
#include "app/playback/recovery_checkpointer.hpp"
#include "app/playback/step_pacer.hpp"

namespace milkomeda {

class LiveRun : public ParticleSource {
  public:
    // Pauses once when it passes the model time `until`. Goes on from `state`, if it is not empty.
    LiveRun(Simulation simulation, double until, const Checkpoint& state = {});
    // restart() is by these means, where the start is not the beginning of a run.
    void restart_by(std::function<void(Simulation&)> reset) { reset_ = std::move(reset); }

    bool playing() const override { return transport_.playing() || cursor_; }
    bool moves() const override { return transport_.moves() || cursor_; }
    void play(bool on) override;
    void step() override { transport_.request_step(); }  // finishes the step under way, or does one
    void step_back() override;
    void restart() override;
    double time() const override { return simulation_.status().time; }
    void head_for(double time) override;
    std::optional<double> heading_for() const override { return transport_.heading_for(); }
    void play_backwards() override;
    bool goes_backwards() const override { return cursor_.has_value(); }
    std::optional<double> exact_from() const override;
    void loop(bool on) override { loops_ = on; }
    bool loops() const override { return loops_; }
    void show(double time) override;
    void next_future() override;
    double first_moment() const override { return remembers_ ? history_.start().time : time(); }
    double last_moment() const override { return remembers_ ? history_.end().time : time(); }

    void remember(std::size_t bytes) override;
    RunHistory* run_history() override { return remembers_ ? &history_ : nullptr; }
    const RunHistory* run_history() const override { return remembers_ ? &history_ : nullptr; }
    std::optional<SimulationParameters> take_parameters() override {
        return std::exchange(wanted_parameters_, std::nullopt);
    }
    long jumps() const override { return jumps_; }
    void resume(double time, bool playing) override;  // from the start: these are other bodies

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    void go_ahead(const SimulationParameters& parameters) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                                const FrameTime& frame) override;
    // Takes the steps that end at or before `time`; what is left of it, less than a step, rows are moved by
    // their velocities.
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    void retrace(std::span<const RunHistory::Branch::Change> laws, long steps, double ahead) override;
    void make_solvers_by(const std::function<ReadySolver(const std::string&)>& make) override {
        make_solver_ = make;
    }

    void set_external_mass(const std::optional<ExternalMass>& body) override {
        simulation_.set_external_mass(body);
        external_mass_ = body;
    }

    Moment moment() override;

    bool synchronised() const override { return simulation_.synchronised(); }
    void finish_step(const SimulationParameters& parameters) override;
    ParticleSet state() const override { return simulation_.checkpoints().read(); }
    Checkpoint kept_state() const override { return keeper_.kept(); }
    Checkpoint whole_state() const override { return simulation_.checkpoints().take(); }
    void want_whole_state() override { keeper_.want_whole(); }
    std::shared_ptr<const Checkpoint> take_whole_state() override { return keeper_.take_whole(); }

    void measure_accelerations(const SimulationParameters& parameters) override;
    void want_accelerations() override { simulation_.probes().want_accelerations(); }
    std::span<const float> acceleration_magnitudes() const override;
    std::string_view why_no_accelerations() const override { return "not known before the first step"; }

    std::optional<ForceErrors> force_errors() const override { return simulation_.probes().force_errors(); }

    SimulationStatus status() const override { return simulation_.status(); }
    std::string device_text() const override;
    std::string take_error() override;
    double pace_reached() const override { return transport_.pace_reached(); }
    void reload(const ReadAsset& read) override { simulation_.solver_slot().reload(read); }
    SolverChoice solver() const override { return simulation_.solver_slot().choice(); }
    Simulation* simulation() override { return &simulation_; }

  private:
    RunHistory::Moment now() const;
    std::vector<RunHistory::Branch::Change> laws_of_log() const;
    void begin_time_line();
    bool stands_on_time_line();
    bool undo_to(double time);
    Law law_of(const SimulationParameters& parameters) const;
    void take_law(const SimulationParameters& parameters, const FrameBudget& budget);
    bool skip_ahead(const SimulationParameters& parameters);
    void remember_steps(const SimulationParameters& parameters);
    void go_to(const DeviceSnapshot& state, bool from_other_way = false);
    const DeviceSnapshot& require(const DeviceSnapshot* state) const;
    void go_backwards(double seconds, double busy_seconds, const SimulationParameters& parameters);
    bool advance_to_video_frame_backward(double seconds, const SimulationParameters& parameters,
                                         const FrameTime& frame);
    std::string forces_now() const;
    void undo_steps(double seconds, double busy_seconds, const SimulationParameters& parameters);
    void show_keys_backwards(double seconds, const SimulationParameters& parameters);
    void begin_again_if_it_loops(bool was_playing);
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);
    long go_back(const FrameBudget& budget);
    void stop(const NonFiniteState& error);
    long steps_to_go_ahead(const FrameTime& frame, const SimulationParameters& parameters) const;
    long steps_to(double time, const SimulationParameters& parameters) const;
    long steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const;

    Simulation simulation_;
    std::function<void(Simulation&)> reset_ = [](Simulation& simulation) { simulation.reset(); };
    StepPacer transport_;
    double until_;
    std::string error_;  // that nobody was told of yet
    RecoveryCheckpointer keeper_;
    bool is_sound_ = true;              // the state that the simulation is in
    double ahead_ = 0;                  // model time after the last step that was asked for
    std::optional<double> video_goal_;  // the model time of its next frame

    RunHistory::Laws retraced_;  // by which steps were taken
    bool retraces_ = false;
    std::function<ReadySolver(const std::string&)> make_solver_;

    bool remembers_ = false;
    long steps_ahead_ = 0;  // that the next frame owes for certain: the device may begin with them
    RunHistory history_;
    std::size_t device_room_ = 0;  // for key frames
    std::optional<ExternalMass> external_mass_;
    std::optional<SimulationParameters> wanted_parameters_;
    std::optional<double> cursor_;  // going backwards, the time shown
    std::optional<long> undo_to_;   // this step, and stands there
    double owed_back_ = 0;          // model time
    bool loops_ = false;
    long jumps_ = 0;
};

}  // namespace milkomeda
