// Executes the steps of a run on its device, divided into slices.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "compute/simulation/run_parts.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

// Longest device work of a round (StepRounds), in seconds. Short rounds keep the measured speed of the device up to
// date, and a display on the device responsive.
constexpr double longest_round_seconds = 0.01;

// A step executes the operations of its integrator in order. Force evaluations are divided into slices, and every other
// operation is enqueued as a whole. Functions that use the bodies on the device require device access
// (ParticleBuffers).
class StepExecutor {
  public:
    struct Position {
        double time = 0;     // model time of the last completed step
        long steps = 0;      // step index
        long completed = 0;  // number of completed steps, forward and backward
    };
    // The step in progress; between steps, the last step.
    struct Step {
        // index, in the list of operations, of the force evaluation or of the drift of gas in progress; empty between
        // steps
        std::optional<std::size_t> operation;
        Direction direction = Direction::forward;
        SimulationParameters parameters{};
        std::optional<ExternalMass> external_mass{};
        PerturberRestart restart{};
        double drifted = 0, last_drift = 0;  // sum of this step's drifts so far, and the last drift, in timesteps
        double kicked = 0;                   // sum of this step's kicks by gravity so far, in timesteps
        // numbers of force evaluations and drifts that this step has completed
        std::size_t forces = 0, drifts = 0;
        double gas_share = 0;  // expected part of this step's duration that the gas takes

        // Returns the sum of the absolute durations of all drifts in this step, in model time. The sum exceeds the
        // timestep if substeps go back in time.
        double drift_time() const {
            return parameters.timestep * drifted_length(scheme_of(parameters.integrator).operations);
        }
    };
    // If the run computes in single precision, `why_floats` and `row_outside` hold the reason why the run does not use
    // integers.
    struct IntegerRange {
        std::string why_floats;                                  // reason as text, for the user
        std::optional<std::size_t> row_outside{};                // row of a body that the integers cannot represent
        std::optional<std::size_t> row_widening{};               // row of a body that has left the 32-bit domain
        bool is_reported = false, is_widening_reported = false;  // true if a message has told the user about the row
    };

    explicit StepExecutor(RunParts& parts) : parts_{parts} {}
    // Waits for the device, because some drivers crash if the program ends while the device is working.
    ~StepExecutor();
    StepExecutor(const StepExecutor&) = delete;
    StepExecutor& operator=(const StepExecutor&) = delete;

    // Enqueues one slice of a force evaluation. After the last slice, also enqueues the operations up to the next
    // force. Between steps, begins a step; a backward step uses the parameters in the log, or `parameters` before the
    // beginning of the log. Returns the number of interactions in the slice, about `pairs`.
    double enqueue_slice(const SimulationParameters& parameters, Direction direction, double pairs);
    // Converts the bodies to the number format of the integrator. Must be called between steps.
    void prepare(const SimulationParameters& parameters);
    // Discards an incomplete step. The bodies on the device become the initial state at model time `time`.
    void restart(double time, long steps = 0);
    // Returns the integrator state. Must be called between steps.
    IntegratorState integrator_state();
    // Continues with the integrator state, after the bodies have been restored and restart() has been called.
    void recall(const IntegratorState& state);

    // Continues the run with `solver`, and restarts an incomplete force evaluation.
    void use(ReadySolver solver);
    // Rebuilds all kernels. On failure, throws std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);
    // Returns the choice from which the present solver was built, but with the accuracy of the last force evaluation.
    SolverChoice solver_choice() const;
    // require_force() computes the force at the present positions, unless the force is known for these parameters.
    // require_accelerations() computes it only if no force at these positions is known. Must be called between steps.
    void require_force(const SimulationParameters& parameters);
    void require_accelerations(const SimulationParameters& parameters);

    const Position& position() const { return position_; }
    const Step& step() const { return step_; }
    const OperationList& operations() const { return scheme_of(step_.parameters.integrator).operations; }
    bool between_steps() const { return !step_.operation; }
    // Returns true if gas moves as gas in steps with these parameters, and not like stars.
    bool moves_gas(const SimulationParameters& parameters) const {
        return parts_.gas && parameters.gas.model != GasModel::off;
    }
    const RunLog& log() const { return log_; }
    // Copies the steps of `path` that follow the present step into the log (see Simulation::append_future()).
    void append_future(const RunLog& path);
    Rewind rewind() const;
    IntegerRange& range() { return range_; }
    // Returns the number of interactions that a step needs, as estimated from the last force evaluation.
    double step_pairs() const;
    // Returns the model time of a picture, and the time by which a picture extrapolates the bodies.
    double drawn_time() const;
    double drawn_offset() const;
    // Returns true if the bodies may have changed since the last call.
    bool take_changed() { return std::exchange(is_changed_, false); }

  private:
    int sign() const { return sign_of(step_.direction); }
    bool is_opening_force() const;
    void begin_step(const SimulationParameters& parameters, Direction direction);
    void begin_first_force();
    void begin_inner_force(std::size_t operation);
    // Begins the force evaluation that is the operation number `operation` of the current step. If `operation` is
    // empty, begins a force evaluation between two steps.
    void begin_force(std::optional<std::size_t> operation, const ForceSpec& force);
    void execute_from(std::size_t operation);
    void execute(const Operation& operation, double damping);
    void begin_gas_drift(std::size_t operation);
    double continue_gas_drift(double pairs);
    void end_step();
    double done() const;
    double share_of_gas() const;

    void compare_force();
    double enqueue_comparison(double pairs);
    bool settle_perturbers();
    void sample_if_due();

    bool is_gas_moving() const { return parts_.gas && parts_.gas->is_moving(); }
    SimulationParameters for_gas(const SimulationParameters& parameters) const;
    StepConfig config(const SimulationParameters& parameters) const;
    PerturberRestart restart_of_perturbers(const SimulationParameters& parameters) const;
    void learn_from_last_step();
    void use_recorded_solver(int number);
    void forget_lost_solvers();
    void end_rewind(const std::string& why);

    struct ForceEvaluation {
        std::optional<ForceSpec> known;   // force at the present positions, perhaps still incomplete; empty if unknown
        std::optional<ForceSpec> latest;  // specification of the last force evaluation that began
        // numbers of interactions: enqueued in this force evaluation, and computed in the last complete force
        // evaluation
        double pairs = 0, last_pairs = 0;
    };

    RunParts& parts_;
    Position position_;
    Step step_;
    ForceEvaluation force_;
    IntegerRange range_;
    RunLog log_;
    // Reason why neither the incomplete step nor an earlier step can be undone after the incomplete step has ended.
    // Empty if the incomplete step does not prevent rewinding.
    std::string end_rewind_after_step_;
    bool is_changed_ = false;  // true if the bodies may have changed since take_changed()
};

}  // namespace milkomeda
