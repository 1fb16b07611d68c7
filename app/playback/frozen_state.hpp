// Shows a state that does not change, because there is no OpenCL device or the device was lost.
#pragma once

#include <memory>
#include <string>

#include "app/playback/source_interfaces.hpp"

namespace milkomeda {

class FrozenState : public SourceInterfaces {
  public:
    // Shows `state` or, if `state` contains no bodies, `start`. `reason` says in one line why no steps are computed.
    FrozenState(std::shared_ptr<const ParticleSet> start, std::string reason, Checkpoint state = {});

  private:
    TransportState state() const override;
    TransportLimits limits() const override;
    void play(bool on) override;
    void play_backward() override { play(true); }
    void step() override;
    void step_back() override;
    void restart() override;
    void loop(bool) override {}
    void run_to(double time) override;
    void show_nearest(double time) override { run_to(time); }
    void next_branch() override { step_back(); }
    void resume(double, bool) override {}

    void advance(const SimulationParameters&, const FrameTime&) override {}
    // Moves the shown bodies along straight lines, with their velocities, to the model time `time`.
    void go_to(double time, const SimulationParameters& parameters, const std::string& title) override;
    Moment moment() override;
    ParticleSet read() const override { return with_rows(*start_, state_); }
    SimulationStatus status() const override {
        return {.tier_reason = reason_, .time = state_.time, .steps = state_.steps};
    }
    std::string device_text() const override { return "no OpenCL device"; }

    Checkpoint newest_checkpoint() const override { return state_; }
    Checkpoint make_checkpoint() const override { return checkpoint_of(read(), state_.steps); }

    std::shared_ptr<const ParticleSet> start_;
    std::string reason_;
    Checkpoint state_;               // shown state; if it contains no bodies, start_ is shown
    bool rows_have_changed_ = true;  // true until moment() returns the present positions and velocities
    double ahead_ = 0;               // model time from the shown state to the time of the last go_to()
};

}  // namespace milkomeda
