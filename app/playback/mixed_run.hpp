// ParticleSet of mixed sizes that run by the clock on the wall: a displayed step of some iterations in most
// frames.
#pragma once

#include "app/playback/particle_source.hpp"
#include "app/playback/step_pacer.hpp"
#include "compute/mixed/mixed_simulation.hpp"

namespace milkomeda {

class MixedRun : public ParticleSource {
  public:
    // Pauses once when it passes the model time `until`.
    MixedRun(MixedSimulation simulation, double until);

    bool playing() const override { return transport_.playing(); }
    bool moves() const override { return transport_.moves(); }
    void play(bool on) override { transport_.play(on); }
    void step() override { transport_.request_step(); }
    // Nothing is kept of the way: these throw UsageError.
    void step_back() override;
    void play_backwards() override { step_back(); }
    void next_future() override { step_back(); }
    void show(double time) override;  // one that lies ahead is headed for
    void loop(bool) override {}
    void restart() override;
    double time() const override { return simulation_.status().time; }
    void resume(double, bool playing) override { play(playing); }
    void head_for(double time) override { transport_.head_for(time); }
    std::optional<double> heading_for() const override { return transport_.heading_for(); }

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters& parameters,
                      const FrameTime& frame) override;
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    Moment moment() override;
    bool synchronised() const override { return simulation_.is_whole(); }
    void finish_step(const SimulationParameters&) override;
    ParticleSet state() const override { return simulation_.read(); }
    Checkpoint kept_state() const override { return kept_; }

    std::string_view why_no_accelerations() const override { return "not known for particles in a box"; }
    SimulationStatus status() const override;
    std::string device_text() const override { return device_; }
    double pace_reached() const override { return transport_.pace_reached(); }
    void reload(const ReadAsset& read) override { simulation_.reload(read); }
    MixedRun* mixed() override { return this; }
    const MixedRun* mixed() const override { return this; }

    void record_into(FrameProfiler* timeline) { simulation_.record_into(timeline); }
    MixedSimulation& simulation_of_box() { return simulation_; }
    const MixedSimulation& simulation_of_box() const { return simulation_; }
    // Large particles come and go, paused or not. The row of the new one; none where there is no room.
    std::optional<std::size_t> add(const Vector3& place, double radius);
    void remove(std::size_t row);
    void put_back(std::size_t row, const LargeParticle& particle);  // where the row is free
    const MixedBox& box() const { return simulation_.box(); }
    MixedStatus mixed_status() const { return simulation_.status(); }
    // Of one iteration: means over the last half second or so.
    const MixedTimes& times() const { return times_; }

  private:
    SimulationParameters by_steps(const SimulationParameters& parameters) const;
    void note_times();
    long steps_to(double time) const;

    mutable MixedSimulation simulation_;  // reading rows takes the queue's word
    StepPacer transport_;
    double until_;
    std::string device_;
    Checkpoint kept_;
    bool rows_have_moved_ = true;
    MixedTimes sum_, times_;
    double video_time_ = 0;  // of the model: that a film has come to
};

}  // namespace milkomeda
