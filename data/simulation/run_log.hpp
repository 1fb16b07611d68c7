// How the steps of a run were taken, so that going back undoes each as it was done: parameters and what else
// the forces depend on, kept where they change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/simulation/parameters.hpp"
#include "data/simulation/perturber_clock.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// What a step is taken with. Its parameters are those of its physics and method; the pace is none of its own.
struct StepConfig {
    SimulationParameters parameters;
    std::optional<ExternalMass> external_mass{};
    int solver = 0;                 // the first, second, ... one of a run (Engine::replace)
    float tolerance_scale = 1;           // ForceSpec::tolerance_scale
    PerturberRestart perturbers{};  // the last one of their pace

    bool operator==(const StepConfig&) const = default;
};

// Step s leads from step_index s to step_index s + 1. It sums a force at either, and so does the step after it at
// step_index s + 1: the forces of a run are numbered.
constexpr long first_force_of(long step) {
    return 2 * step + 1;
}
constexpr long last_force_of(long step) {
    return 2 * step + 2;
}
// Both shifts round down, also before the run's beginning.
constexpr long position_of_force(long force) {
    return force >> 1;
}
constexpr long step_of_force(long force) {
    return (force - 1) >> 1;
}

struct RunChange {
    long force = 1;   // from this one on
    double time = 0;  // model time at the step_index `time_of` from which steps of this length are counted
    long time_of = 0;
    StepConfig config;

    long step() const { return step_of_force(force); }  // the first that was taken so
};

class RunLog {
  public:
    // Nothing was done yet; steps before this one are no part of the run.
    void restart(long step, double time);
    // Nothing before this step can be undone; `why` ends the sentence "going back ends here, since ...".
    void end_rewind(long step, double time, std::string why);

    // The same, of what is recorded.
    void forget_before(long step, std::string why);
    // What another run has recorded: of its solvers only this one is the same here, and has this number.
    void renumber_solvers(int solver, int here);
    // The steps from this step_index on, which the run has gone back over, are forgotten.
    void forget_after(long step_index);
    // As changes(), earliest(), ... said it, of a run that is at the latest step_index at this time. Throws
    // std::invalid_argument where they contradict each other.
    static RunLog of(std::vector<RunChange> changes, long earliest, long latest, double time,
                     double start_time, std::string why);

    // A step forwards is taken with these. What is recorded of it and of later ones stays where it is the
    // same, and is forgotten where it is not.
    void record_step(long step, const StepConfig& config);
    // The force at the end of that step: the solver or its tolerance_scale may be others than at the beginning.
    void record_last_force(long step, int solver, float tolerance_scale);
    // The same for the step before the earliest, which then is the earliest.
    void prepend_step(const StepConfig& config);

    // What this force was, or will be, summed with. Needs one that is recorded.
    const StepConfig& config_of(long force) const { return change_at(force).config; }
    bool has_step(long step) const { return step >= earliest_ && step < latest_; }

    // Positions that steps lead between: as far as going back reaches, and as far as the run ever was.
    long earliest() const { return earliest_; }
    long latest() const { return latest_; }
    double time_of(long step_index) const;
    double start_time() const { return start_time_; }           // while nothing is recorded
    const std::string& rewind_limit_reason() const { return why_; }  // empty: there the run began

    // In their order. The first one is how the run began.
    const std::vector<RunChange>& changes() const { return changes_; }

  private:
    const RunChange& change_at(long force) const;
    void forget_from(long force);

    std::vector<RunChange> changes_;
    long earliest_ = 0, latest_ = 0;
    double start_time_ = 0;  // while nothing is recorded
    std::string why_;
};

// Without what says nothing about a step.
SimulationParameters step_parameters(SimulationParameters parameters);

}  // namespace milkomeda
