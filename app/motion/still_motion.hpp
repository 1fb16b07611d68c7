// A start that only can be looked at: there is no device to compute with.
#pragma once

#include <memory>

#include "app/motion/motion.hpp"

namespace milkomeda {

class StillMotion : public Motion {
  public:
    // `reason` says in one line why nothing is computed.
    StillMotion(std::shared_ptr<const Particles> particles, std::string reason);

    bool playing() const override { return false; }
    void play(bool on) override;
    void step() override;
    void step_back() override;
    void restart() override {}
    double time() const override { return particles_->time; }
    void resume(double, bool) override {}
    void advance(const SimulationParameters&, const FrameTime&) override {}
    // Bodies would go on as they do now, as between two steps.
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    Moment moment() override;
    Particles state() const override { return *particles_; }
    std::string_view why_no_accelerations() const override { return "not known without a device"; }
    SimulationStatus status() const override;
    std::string device_text() const override { return "no OpenCL device"; }

  private:
    std::shared_ptr<const Particles> particles_;
    std::string reason_;
    double ahead_ = 0;  // model time after the start that go_to() was asked for
};

}  // namespace milkomeda
