// Log of the parameters and force settings with which the steps of a run were taken, recorded where they
// change. Going back uses it to undo every step exactly as it was done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/simulation/external_mass.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/perturber_clock.hpp"

namespace milkomeda {

// Parameters and solver with which a step is taken. Only the simulation parameters of physics and method
// matter here; the pace has its default.
struct StepConfig {
    SimulationParameters parameters;
    std::optional<ExternalMass> external_mass{};
    int solver = 0;                 // number of the solver within the run, from 0 (StepExecutor::replace)
    float tolerance_scale = 1;      // ForceSpec::tolerance_scale
    PerturberRestart perturbers{};  // the last restart of the perturbers' pace
    std::string solver_name{};      // name and kernel of the solver; only in a run history

    bool operator==(const StepConfig&) const = default;
};

// Step s leads from step index s to s + 1. It evaluates a force at both ends; the next step evaluates a force
// at s + 1 again. The force evaluations of a run are numbered consecutively.
constexpr long first_force_of(long step) {
    return 2 * step + 1;
}
constexpr long last_force_of(long step) {
    return 2 * step + 2;
}
// The shift rounds down, also for steps before the beginning of the run.
constexpr long step_of_force(long force) {
    return (force - 1) >> 1;
}

struct RunChange {
    long force = 1;   // first force evaluation with this configuration
    double time = 0;  // Model time at the step index `time_of`, from which steps of this length are counted.
    long time_of = 0;
    StepConfig config;

    long step() const { return step_of_force(force); }  // first step with this configuration
};

class RunLog {
  public:
    // Clears the log; steps before `step` are not part of the run.
    void restart(long step, double time);
    // Clears the log and forbids undoing steps before `step`; `why` completes the sentence "going back ends
    // here, since ...".
    void end_rewind(long step, double time, std::string why);

    // Like end_rewind(), but keeps the record of the steps from `step` on.
    void forget_before(long step, std::string why);
    // Adapts the record of another run: its solver number `solver` becomes `here`; its other solvers are
    // unknown here.
    void renumber_solvers(int solver, int here);
    // Drops the steps from this step index on, after the run has gone back over them.
    void forget_after(long step_index);
    // Restores a log from the values of changes(), earliest(), ... for a run that is at the latest step index
    // at `time`. Throws std::invalid_argument if they contradict each other.
    static RunLog of(std::vector<RunChange> changes, long earliest, long latest, double time,
                     double start_time, std::string why);

    // Records a forward step. The record of this step and later steps is kept if the configuration is equal,
    // and dropped otherwise.
    void record_step(long step, const StepConfig& config);
    // Records the force evaluation at the end of the step, whose solver or tolerance scale may differ from
    // the beginning.
    void record_last_force(long step, int solver, float tolerance_scale);
    // Records the step before the earliest, which becomes the earliest.
    void prepend_step(const StepConfig& config);

    // Configuration of a recorded force evaluation.
    const StepConfig& config_of(long force) const { return change_at(force).config; }
    bool has_step(long step) const { return step >= earliest_ && step < latest_; }

    // Step indices between which steps are recorded: the limit of going back, and the farthest that the run
    // ever was.
    long earliest() const { return earliest_; }
    long latest() const { return latest_; }
    double time_of(long step_index) const;
    double start_time() const { return start_time_; }  // time while nothing is recorded
    // Reason why going back ends at earliest(); empty if the run began there.
    const std::string& rewind_limit_reason() const { return why_; }

    // Sorted by force evaluation. The first entry is the configuration at the beginning of the run.
    const std::vector<RunChange>& changes() const { return changes_; }

  private:
    const RunChange& change_at(long force) const;
    void forget_from(long force);

    std::vector<RunChange> changes_;
    long earliest_ = 0, latest_ = 0;
    double start_time_ = 0;  // time while nothing is recorded
    std::string why_;
};

// Returns the parameters with defaults for the fields that do not affect a step.
SimulationParameters step_parameters(SimulationParameters parameters);

}  // namespace milkomeda
