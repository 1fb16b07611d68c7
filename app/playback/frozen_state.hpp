// A state that only can be looked at: there is no device to compute with, or no longer.
#pragma once

#include <memory>

#include "app/playback/particle_source.hpp"

namespace milkomeda {

class FrozenState : public ParticleSource {
  public:
    // The start, or `state` if it is not empty. `reason` says in one line why nothing is computed.
    FrozenState(std::shared_ptr<const ParticleSet> start, std::string reason, Checkpoint state = {});

    bool playing() const override { return false; }
    void play(bool on) override;
    void step() override;
    void step_back() override;
    void restart() override;
    double time() const override { return state_.time; }
    void head_for(double time) override;
    void play_backwards() override { play(true); }
    void loop(bool) override {}
    void show(double time) override { head_for(time); }
    void next_future() override { step_back(); }
    void resume(double, bool) override {}
    void advance(const SimulationParameters&, const FrameTime&) override {}
    // Bodies would go on as they do now, as between two steps.
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    Moment moment() override;
    ParticleSet state() const override;
    Checkpoint kept_state() const override { return state_; }
    std::string_view why_no_accelerations() const override { return "not known without a device"; }
    SimulationStatus status() const override;
    std::string device_text() const override { return "no OpenCL device"; }

  private:
    std::shared_ptr<const ParticleSet> start_;
    std::string reason_;
    Checkpoint state_;             // without rows: those of the start
    bool rows_have_moved_ = true;  // since the last moment()
    double ahead_ = 0;             // model time after the state that go_to() was asked for
};

}  // namespace milkomeda
