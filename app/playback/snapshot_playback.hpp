// Plays back a series of snapshots.
#pragma once

#include <string>

#include "app/playback/snapshot_series.hpp"
#include "app/playback/source_interfaces.hpp"

namespace milkomeda {

// Text for the user: why playback uses no device.
inline constexpr const char* played_back_reason = "snapshots are played back, nothing is computed";

class SnapshotPlayback : public SourceInterfaces {
  public:
    explicit SnapshotPlayback(SnapshotSeries series) : series_{std::move(series)} {}

    SnapshotSeries& series() { return series_; }

  private:
    TransportState state() const override;
    TransportLimits limits() const override {
        return {.next_branch = "snapshots are played back: they have no branches"};
    }
    void play(bool on) override;    // goes to the first snapshot if playback had reached the last snapshot
    void play_backward() override;  // goes to the last snapshot if playback had reached the first snapshot
    void step() override { show_neighbor(false); }
    void step_back() override { show_neighbor(true); }
    void restart() override;
    void loop(bool on) override { loops_ = on; }
    void run_to(double time) override { series_.go_to(time); }
    bool can_reach(double) const override { return true; }
    void show_nearest(double time) override { series_.go_to(time); }
    void next_branch() override;
    void resume(double time, bool playing) override;

    // Advances the time, unless the snapshots of the next frame are still being read.
    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    bool advance_to_video_frame(double seconds, const SimulationParameters&, const FrameTime&) override {
        return advance_by(seconds);
    }
    void go_to(double time, const SimulationParameters& parameters, const std::string& title) override;
    Moment moment() override { return series_.moment(); }
    ParticleSet read() const override { return series_.read(); }
    // Returns a status with the time of the first snapshot and no steps, because playback computes nothing.
    SimulationStatus status() const override {
        return {.tier_reason = played_back_reason, .time = series_.first_time()};
    }
    std::string device_text() const override { return "no device is needed"; }
    std::string take_error() override { return series_.take_error(); }

    Checkpoint make_checkpoint() const override { return checkpoint_of(read(), 0); }

    void show_neighbor(bool backward);
    bool advance_by(double seconds);

    SnapshotSeries series_;
    bool playing_ = true, backward_ = false, loops_ = false;
};

}  // namespace milkomeda
