// Runs a mixed box at a wall-clock pace. Each displayed step consists of several iterations.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/playback/source_interfaces.hpp"
#include "app/playback/step_pacer.hpp"
#include "compute/mixed/mixed_simulation.hpp"

namespace milkomeda {

// The simulation of a mixed box, with edits of its large particles and computing times.
class LiveBox {
  public:
    explicit LiveBox(MixedSimulation simulation) : simulation_{std::move(simulation)} {}

    MixedSimulation& simulation() { return simulation_; }
    const MixedSimulation& simulation() const { return simulation_; }
    const MixedBox& box() const { return simulation_.box(); }
    MixedStatus status() const { return simulation_.status(); }

    // Adds a large particle and returns its row (index in the array of large particles); empty if all rows are in use.
    std::optional<std::size_t> add(const glm::dvec3& place, double radius);
    void remove(std::size_t row);
    // Puts a removed particle back into its row. Does nothing if another particle uses the row.
    void put_back(std::size_t row, const LargeParticle& particle);

    // note_rows_change() records that particles have changed. take_rows_change() returns true if particles have changed
    // since its previous call.
    void note_rows_change() { rows_have_changed_ = true; }
    bool take_rows_change() { return std::exchange(rows_have_changed_, false); }

    // Computing times per iteration, averaged over about half a second. update_times() must be called in each frame.
    const MixedTimes& times() const { return times_; }
    void update_times();

  private:
    MixedSimulation simulation_;
    bool rows_have_changed_ = true;
    MixedTimes sum_, times_;
};

// Keeps no run history: all functions that go back in time throw UsageError, except restart().
class MixedRun : public SourceInterfaces {
  public:
    // The run pauses when it first passes the model time `until`.
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
    void show_nearest(double time) override;  // runs to `time` if `time` is in the future
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
    std::string device_text() const override { return status().device; }
    void record_into(FrameProfiler* profiler) override { box_.simulation().record_into(profiler); }
    void reload(const ReadAsset& read) override { box_.simulation().reload(read); }

    Checkpoint make_checkpoint() const override { return checkpoint_of(read(), status().steps); }

    double model_time() const { return box_.status().time; }

    mutable LiveBox box_;  // mutable, because reading rows enqueues device commands
    StepPacer pacer_;
    double until_;
    double video_time_ = 0;  // model time of the last video frame
};

}  // namespace milkomeda
