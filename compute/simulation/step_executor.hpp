// Computes the steps of a run on its device, divided into slices that fit into a frame.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "compute/device/host_columns.hpp"
#include "compute/simulation/checkpoint.hpp"
#include "compute/simulation/run_parts.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

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
        // index, in the list of operations, of the force evaluation in progress; empty between steps
        std::optional<std::size_t> operation;
        Direction direction = Direction::forward;
        SimulationParameters parameters{};
        std::optional<ExternalMass> external_mass{};
        PerturberRestart restart{};
        double drifted = 0, last_drift = 0;  // sum of this step's drifts so far, and the last drift, in timesteps
        std::size_t forces = 0;              // number of completed force evaluations in this step
    };
    // Says why a run computes in single precision instead of with integers.
    struct IntegerRange {
        std::string why_floats;
        std::optional<std::size_t> row_outside{};  // row of a body that has left the integers' domain
        bool is_reported = false;                  // true if a message has told the user about `row_outside`
    };

    explicit StepExecutor(RunParts& parts);
    // Waits for the device, because some drivers crash if the program ends while the device is working.
    ~StepExecutor();
    StepExecutor(const StepExecutor&) = delete;
    StepExecutor& operator=(const StepExecutor&) = delete;

    // Enqueues slices that take about `seconds` in total, waits for these slices, and measures the device's speed.
    // Stops when `last_completed` steps are complete. Backward steps use the parameters in the log; before the
    // beginning of the log, they use `parameters`.
    void run_round(const SimulationParameters& parameters, Direction direction, double seconds, long last_completed);
    // Enqueues at most `most_steps` forward steps without waiting, and returns the number of enqueued steps.
    long enqueue_ahead(const SimulationParameters& parameters, long most_steps);
    // Waits for the steps of enqueue_ahead(). Must be called before the state is used. Returns false if no steps were
    // pending.
    bool finish_ahead();
    // Converts the bodies to the number format of the integrator. Must be called between steps.
    void prepare(const SimulationParameters& parameters);
    // Discards an incomplete step. The bodies on the device become the initial state at model time `time`.
    void restart(double time, long steps = 0);
    void restore(const Checkpoint& checkpoint);
    void restore(const DeviceSnapshot& snapshot);
    // Returns a copy of the state in device memory. Must be called between steps.
    DeviceSnapshot store();
    // Returns the state without positions and velocities as floats. Must be called between steps.
    Checkpoint checkpoint(bool with_integrator_state);

    // Continues the run with `solver`, and restarts an incomplete force evaluation.
    void use(ReadySolver solver);
    // Rebuilds all kernels. On failure, throws std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);
    // Returns the choice from which the present solver was built, but with the accuracy of the last force evaluation.
    SolverChoice solver_choice() const;
    // Computes the accelerations at the present positions, unless accelerations at these positions are known (even for
    // different force parameters). Must be called between steps.
    void require_accelerations(const SimulationParameters& parameters);
    // Samples energies, with the solver's potentials or by a direct sum. Must be called between steps.
    EnergySample measure_energies(const SimulationParameters& parameters);

    const Position& position() const { return position_; }
    const Step& step() const { return step_; }
    bool between_steps() const { return !step_.operation; }
    const RunLog& log() const { return log_; }
    // Adds the steps of `path` after the present state to the log, for a run that can continue on `path`.
    void append_future(const RunLog& path);
    Rewind rewind() const;
    IntegerRange& range() { return range_; }
    // If `with_rows` is true, transfers the bodies to the host if they have changed since the last transfer.
    DrawnRows drawn(bool with_rows);

  private:
    const OperationList& operations() const { return scheme_of(step_.parameters.integrator).operations; }
    int sign() const { return sign_of(step_.direction); }
    bool is_opening_force() const;
    void begin_step(const SimulationParameters& parameters, Direction direction);
    void begin_first_force();
    void begin_inner_force(std::size_t operation);
    void begin_force(std::size_t operation, const ForceSpec& force);
    void execute_from(std::size_t operation);
    void execute(const Operation& operation, double damping);
    void end_step();

    void begin_sum(const ForceSpec& force);
    void complete_force(const SimulationParameters& parameters);
    double enqueue_round(const SimulationParameters& parameters, Direction direction, double pairs_wanted,
                         long last_completed);
    double enqueue_slice(const SimulationParameters& parameters, Direction direction, double pairs);
    void compare_force();
    double enqueue_comparison(double pairs);
    bool settle_perturbers();
    void wait_for_device();
    void sample_if_due();
    void check_range();
    double drawn_offset() const;
    double drawn_time() const;

    StepConfig config(const SimulationParameters& parameters) const;
    PerturberRestart restart_of_perturbers(const SimulationParameters& parameters) const;
    IntegratorState integrator_state();
    void recall(const IntegratorState& state);
    void learn_from_last_step();
    void use_recorded_solver(int number);
    void forget_lost_solvers();
    void end_rewind(const std::string& why);

    struct ForceEvaluation {
        std::optional<ForceSpec> known;   // force at the present positions, empty if unknown; incomplete during a step
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
    // If not empty: the reason why, when the incomplete step ends, neither that step nor an earlier step can be undone.
    std::string end_rewind_after_step_;
    std::optional<double> pairs_ahead_;  // interactions that enqueue_ahead() has enqueued; empty if none are pending
    Clock::time_point last_round_ = Clock::now();
    HostColumns host_;
    bool host_is_stale_ = false;
};

// The parts of a run on an OpenCL device, and the executor of its steps.
struct DeviceRun {
    DeviceRun(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
              const ReadAsset& read, const SolverChoice& choice)
        : parts{device_context, gl, shared, initial, read, choice}, executor{parts} {}

    // Waits for the steps of StepExecutor::enqueue_ahead(), and calls `work` with device access.
    auto with_access(const auto& work) {
        executor.finish_ahead();
        return parts.device.particles.with_access(work);
    }
    // Calls `work` as with_access() does. Throws std::logic_error during a step; `function` names the caller.
    auto between_steps(const char* function, const auto& work) {
        if (!executor.between_steps()) throw std::logic_error(fmt::format("{}() in the middle of a step", function));
        return with_access(work);
    }

    RunParts parts;
    StepExecutor executor;
};

}  // namespace milkomeda
