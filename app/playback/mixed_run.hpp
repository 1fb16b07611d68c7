// Runs a box of mixed particles at a wall-clock pace. Each displayed step consists of several iterations.
#pragma once

#include <string>

#include "app/playback/checkpointing.hpp"
#include "app/playback/frame_source.hpp"
#include "app/playback/live_box.hpp"
#include "app/playback/step_pacer.hpp"
#include "app/playback/transport.hpp"

namespace milkomeda {

// Keeps no history: functions that go back in time throw UsageError, except restart().
class MixedRun : public FrameSource, public Transport, public Checkpointing {
  public:
    // The run pauses once when it passes the model time `until`.
    MixedRun(MixedSimulation simulation, double until);

    LiveBox& box() { return box_; }

  private:
    TransportState state() const override;
    TransportLimits limits() const override;
    void play(bool on) override { pacer_.play(on); }
    void play_backward() override { step_back(); }
    void step() override { pacer_.request_step(); }
    void step_back() override;
    void restart() override;
    void loop(bool) override {}
    void run_to(double time) override { pacer_.run_to(time); }
    void show_nearest(double time) override;  // runs to the time if it is later
    void next_branch() override { step_back(); }
    void resume(double, bool playing) override { play(playing); }

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                                const FrameTime& frame) override;
    void go_to(double time, const SimulationParameters& parameters, const std::string& title) override;
    Moment moment() override;
    bool is_between_steps() const override { return box_.simulation().is_whole(); }
    void finish_step(const SimulationParameters&) override;
    ParticleSet read() const override { return box_.simulation().read(); }
    SimulationStatus status() const override;
    std::string device_text() const override { return device_; }
    void record_into(FrameProfiler* profiler) override { box_.simulation().record_into(profiler); }
    void reload(const ReadAsset& read) override { box_.simulation().reload(read); }

    Checkpoint make_checkpoint() const override { return checkpoint_of(read(), status().steps); }

    double model_time() const { return box_.status().time; }
    SimulationParameters with_step_of_box(const SimulationParameters& parameters) const;
    long steps_to(double time) const;

    mutable LiveBox box_;  // mutable, because reading rows enqueues device commands
    StepPacer pacer_;
    double until_;
    std::string device_;
    double video_time_ = 0;  // model time of the last video frame
};

}  // namespace milkomeda
