// Log of the parameters and force settings of all steps of a run, recorded where they change. Stepping backward
// undoes every step with the settings with which it was taken, and the run history shows the settings of each branch.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "data/simulation/external_mass.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/perturber_clock.hpp"

namespace milkomeda {

// Parameters and solver of a step. Only simulation parameters for which affects_steps() is true matter; all other
// parameters have default values.
struct StepConfig {
    SimulationParameters parameters;
    std::optional<ExternalMass> external_mass{};
    // number of the solver in the run: 0 for the first solver, 1 for the solver after the first replacement, ...
    int solver = 0;
    float tolerance_scale = 1;      // value of ForceSpec::tolerance_scale
    PerturberRestart perturbers{};  // most recent restart of the perturbers' pace
    std::string solver_name{};      // name and kernel of the solver; empty in a log that was read from a file

    bool operator==(const StepConfig&) const = default;
};

// Returns the part of a configuration that the user chooses: parameters, external mass and name of the solver. All
// other members, which the run determines itself, have default values.
StepConfig settings_of(const StepConfig& config);
bool have_equal_settings(const StepConfig& a, const StepConfig& b);

// A step index and its model time.
struct StepTime {
    long steps = 0;
    double time = 0;
};

// The settings of all steps from `from` to the next change.
struct SettingsChange {
    StepTime from;
    StepConfig config;

    // Compares the settings and the step index, but not the time, which is rounded.
    bool operator==(const SettingsChange& other) const {
        return from.steps == other.from.steps && config == other.config;
    }
};

// Step s leads from step index s to s + 1 and evaluates a force at both ends. The next step evaluates a second force at
// index s + 1. The force evaluations of a run are numbered consecutively: 2 s + 1 and 2 s + 2 belong to step s.
constexpr long first_force_of(long step) { return 2 * step + 1; }
constexpr long last_force_of(long step) { return 2 * step + 2; }
// Returns the step to which a force evaluation belongs. The right shift rounds down, also for negative numbers (steps
// before the run's beginning).
constexpr long step_of_force(long force) { return (force - 1) >> 1; }

struct RunChange {
    long force = 1;  // number of the first force evaluation with this configuration
    // model time `time` at the step index `time_of`; a later step n is at the time time + (n - time_of) * timestep
    double time = 0;
    long time_of = 0;
    StepConfig config;

    long step() const { return step_of_force(force); }  // returns the first step with this configuration
};

// The log contains the steps from first() to latest(). The steps from earliest() on can be undone exactly; the log
// keeps the steps before earliest() for the run history.
class RunLog {
  public:
    // Clears the log and sets the current step index and time. Steps before `step` do not belong to the run.
    void restart(long step, double time);
    // Declares that steps before `step` cannot be undone. The times of later steps are counted from `time`, the model
    // time at `step`. `why` completes the sentence "going back ends here, since ...".
    void end_rewind(long step, double time, std::string why);
    // Declares that steps before `step` cannot be undone. Step times do not change; for `why` see end_rewind().
    void forget_before(long step, std::string why);
    // Adapts the log of another run to this run: solver number `solver` becomes `here` and gets the name `name`. All
    // other solvers get the number -1 and the name "another solver".
    void renumber_solvers(int solver, int here, const std::string& name);
    // Removes the steps from `step_index` on, after the run has gone back over them.
    void forget_after(long step_index);
    // Adds the steps of `path` that follow latest(). Used after the run has gone back and can repeat the steps of
    // `path`.
    void append_future(const RunLog& path);
    // Restores a log from the values of changes(), earliest(), ... for a run whose latest step index has the
    // model time `time`. Throws std::invalid_argument if the values are inconsistent.
    static RunLog of(std::vector<RunChange> changes, long earliest, long latest, double time, double start_time,
                     std::string why);

    // Records a forward step. If the step is already recorded with equal settings, keeps the records of later steps;
    // otherwise drops the records of later steps.
    void record_step(long step, const StepConfig& config);
    // Records the force evaluation at the end of a step, whose solver or tolerance scale may differ from the
    // beginning of the step.
    void record_last_force(long step, int solver, float tolerance_scale);
    // Records a step before the earliest recorded step.
    void prepend_step(const StepConfig& config);

    // Returns the configuration of a recorded force evaluation.
    const StepConfig& config_of(long force) const { return change_at(force).config; }
    // Returns true if the step is recorded and can be undone.
    bool has_step(long step) const { return step >= earliest_ && step < latest_; }

    // Range of the recorded step indices: first() is the first index, earliest() the earliest index to which steps can
    // be undone, and latest() the latest index that the run has reached.
    long first() const { return first_; }
    long earliest() const { return earliest_; }
    long latest() const { return latest_; }
    double time_of(long step_index) const;
    // Returns the model time from which the times of the steps that can be undone are counted.
    double start_time() const { return start_time_; }
    // Returns the reason why going back ends at earliest(); empty if the run began there.
    const std::string& rewind_limit_reason() const { return why_; }

    // Returns the changes, sorted by the number of their force evaluation. The first entry is the initial
    // configuration.
    const std::vector<RunChange>& changes() const { return changes_; }
    // Returns the log without the steps that cannot be undone.
    RunLog undoable_part() const;
    // Returns the settings of the steps with indices `begin` to `end` - 1, one entry for each change.
    std::vector<SettingsChange> settings(long begin, long end) const;

  private:
    const RunChange& change_at(long force) const;
    // Return the step index and time from which step times are counted: origin_of() for the steps for which `change` is
    // in effect, origin_for() for new steps from `step` on.
    StepTime origin_of(const RunChange& change) const;
    StepTime origin_for(long step, double timestep) const;
    // Sets the configuration of the force evaluations with numbers change.force to `end` - 1.
    void put(const RunChange& change, long end);
    void forget_from(long force);

    std::vector<RunChange> changes_;
    long first_ = 0, earliest_ = 0, latest_ = 0;
    double start_time_ = 0;  // model time at step index counted_from_; the start time if the log has no step
    long counted_from_ = std::numeric_limits<long>::min();  // step of the last end_rewind(), or min() if none
    std::string why_;
};

// Returns the parameters, with default values in place of all parameters that do not affect a step.
SimulationParameters step_parameters(SimulationParameters parameters);

}  // namespace milkomeda
