// Log of the parameters and force settings of a run's steps, recorded where they change. Stepping backward
// uses the log to undo every step with the settings with which it was taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/simulation/external_mass.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/perturber_clock.hpp"

namespace milkomeda {

// Parameters and solver of a step. Only simulation parameters of the groups physics and method are used; the
// others have default values.
struct StepConfig {
    SimulationParameters parameters;
    std::optional<ExternalMass> external_mass{};
    int solver = 0;                 // number of the solver in the run, counted from 0 (StepExecutor::replace)
    float tolerance_scale = 1;      // value of ForceSpec::tolerance_scale
    PerturberRestart perturbers{};  // most recent restart of the perturbers' pace
    std::string solver_name{};      // name and kernel of the solver; set only in a run history

    bool operator==(const StepConfig&) const = default;
};

// Step s leads from step index s to s + 1 and evaluates a force at both ends. The next step evaluates a
// second force at index s + 1. The force evaluations of a run are numbered consecutively: 2 s + 1 and 2 s + 2
// belong to step s.
constexpr long first_force_of(long step) { return 2 * step + 1; }
constexpr long last_force_of(long step) { return 2 * step + 2; }
// The right shift rounds down, also for negative numbers (steps before the run's beginning).
constexpr long step_of_force(long force) { return (force - 1) >> 1; }

struct RunChange {
    long force = 1;   // number of the first force evaluation with this configuration
    double time = 0;  // model time at step index `time_of`, from which steps with this timestep are counted
    long time_of = 0;
    StepConfig config;

    long step() const { return step_of_force(force); }  // returns the first step with this configuration
};

class RunLog {
  public:
    // Clears the log and sets the current step index and time. Steps before `step` do not belong to the run.
    void restart(long step, double time);
    // Clears the log, so that steps before `step` cannot be undone. `why` completes the sentence "going back
    // ends here, since ...".
    void end_rewind(long step, double time, std::string why);

    // Removes the steps before `step`, which then cannot be undone; `why` is explained above.
    void forget_before(long step, std::string why);
    // Adapts the log of another run to this run: solver number `solver` becomes `here`; all other solvers
    // become unknown.
    void renumber_solvers(int solver, int here);
    // Removes the steps from `step_index` on, after the run has gone back over them.
    void forget_after(long step_index);
    // Restores a log from the values of changes(), earliest(), ... for a run whose latest step index has the
    // model time `time`. Throws std::invalid_argument if the values are inconsistent.
    static RunLog of(std::vector<RunChange> changes, long earliest, long latest, double time, double start_time,
                     std::string why);

    // Records a forward step. If the step is already recorded with an equal configuration, keeps the record
    // of this step and of later steps; otherwise drops it.
    void record_step(long step, const StepConfig& config);
    // Records the force evaluation at the end of a step, whose solver or tolerance scale may differ from the
    // beginning of the step.
    void record_last_force(long step, int solver, float tolerance_scale);
    // Records a step before the earliest recorded step.
    void prepend_step(const StepConfig& config);

    // Returns the configuration of a recorded force evaluation.
    const StepConfig& config_of(long force) const { return change_at(force).config; }
    bool has_step(long step) const { return step >= earliest_ && step < latest_; }

    // Range of the recorded step indices: the limit of going back, and the latest index reached.
    long earliest() const { return earliest_; }
    long latest() const { return latest_; }
    double time_of(long step_index) const;
    double start_time() const { return start_time_; }  // model time while no step is recorded
    // Returns the reason why going back ends at earliest(); empty if the run began there.
    const std::string& rewind_limit_reason() const { return why_; }

    // Returns the changes sorted by force evaluation. The first entry is the initial configuration.
    const std::vector<RunChange>& changes() const { return changes_; }

  private:
    const RunChange& change_at(long force) const;
    void forget_from(long force);

    std::vector<RunChange> changes_;
    long earliest_ = 0, latest_ = 0;
    double start_time_ = 0;  // model time while no step is recorded
    std::string why_;
};

// Returns the parameters with default values for those that do not affect a step.
SimulationParameters step_parameters(SimulationParameters parameters);

}  // namespace milkomeda
