// A simulation that runs by the clock on the wall.
#pragma once

#include "app/motion/motion.hpp"
#include "app/motion/transport.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

class LiveMotion : public Motion {
  public:
    // Pauses once when it passes the model time `until`. Goes on from `state`, if it is not empty.
    LiveMotion(Simulation simulation, double until, const WholeState& state = {});

    bool playing() const override { return transport_.playing(); }
    bool moves() const override { return transport_.moves(); }
    void play(bool on) override { transport_.play(on); }
    void step() override { transport_.request_step(); }  // finishes the step under way, or does one
    void step_back() override;
    void restart() override;
    double time() const override { return simulation_.status().time; }
    void head_for(double time) override { transport_.head_for(time); }
    std::optional<double> heading_for() const override { return transport_.heading_for(); }
    void resume(double time, bool playing) override;  // from the start: these are other bodies

    void advance(const SimulationParameters& parameters, const FrameTime& frame) override;
    bool advance_film(double seconds, const SimulationParameters& parameters,
                      const FrameTime& frame) override;
    // Takes the steps that end at or before `time`; what is left of it, less than a step, rows are moved by
    // their velocities.
    void go_to(double time, const SimulationParameters& parameters, const std::string& what) override;

    void visit(const std::optional<VisitingBody>& body) override { simulation_.visit(body); }

    Moment moment() override;

    bool synchronised() const override { return simulation_.synchronised(); }
    void finish_step(const SimulationParameters& parameters) override;
    Particles state() const override { return simulation_.read(); }
    WholeState kept_state() const override { return kept_; }

    void measure_accelerations(const SimulationParameters& parameters) override;
    void want_accelerations() override { simulation_.want_accelerations(); }
    std::span<const float> acceleration_magnitudes() const override;
    std::string_view why_no_accelerations() const override { return "not known before the first step"; }

    std::optional<ForceErrors> force_errors() const override { return simulation_.force_errors(); }

    SimulationStatus status() const override { return simulation_.status(); }
    std::string device_text() const override;
    std::string take_error() override;
    double pace_reached() const override { return transport_.pace_reached(); }
    void reload(const ReadAsset& read) override { simulation_.reload(read); }
    SolverChoice solver() const override { return simulation_.solver(); }
    Simulation* simulation() override { return &simulation_; }

  private:
    void keep_state();
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);
    long steps_to(double time, const SimulationParameters& parameters) const;
    long steps_allowed(const FrameTime& frame, const SimulationParameters& parameters) const;

    Simulation simulation_;
    Transport transport_;
    double until_;
    std::string error_;  // that nobody was told of yet
    WholeState kept_, arriving_;
    bool keeping_ = false;     // the next one is arriving
    double keep_seconds_ = 0;  // that it has taken
    Clock::time_point keep_next_ = Clock::now();
    double ahead_ = 0;                 // model time after the last step that was asked for
    std::optional<double> film_goal_;  // the model time of its next frame
};

}  // namespace milkomeda
