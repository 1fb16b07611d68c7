// Computes the steps of a run on its device, divided into slices that fit into a frame.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compute/device/host_columns.hpp"
#include "compute/simulation/checkpoint.hpp"
#include "compute/simulation/rate.hpp"
#include "compute/simulation/run_parts.hpp"
#include "compute/simulation/simulation.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

// A step executes the operations of its integrator in order. Force evaluations are divided into slices, and
// all other operations are enqueued as a whole. Functions that use the bodies on the device require device
// access (ParticleBuffers).
class StepExecutor {
  public:
    struct Position {
        double time = 0;     // model time of the last completed step
        long steps = 0;      // step index
        long completed = 0;  // number of completed steps, forward and backward
    };
    // The incomplete step; between steps, the last step.
    struct Step {
        std::optional<std::size_t> operation;  // index of the incomplete force operation; empty between steps
        Direction direction = Direction::forward;
        SimulationParameters parameters{};
        std::optional<ExternalMass> external_mass{};
        PerturberRestart restart{};
        double drifted = 0, last_drift = 0;  // in timesteps: all drifts so far, and the last drift
        std::size_t forces = 0;              // number of complete force operations in this step
    };
    // Reason why the run does not use integers.
    struct IntegerRange {
        std::string why_floats;
        std::optional<std::size_t> row_outside{};  // row of a body that has left the integers' domain
        bool is_reported = false;                  // true if the user has been told
    };

    explicit StepExecutor(RunParts& parts);
    // Waits for the device, because some drivers crash if the program ends while the device is working.
    ~StepExecutor();
    StepExecutor(const StepExecutor&) = delete;
    StepExecutor& operator=(const StepExecutor&) = delete;

    // Enqueues slices for about `seconds`, waits for them, and measures the device's speed. Enqueues no more
    // steps once `last_completed` steps are complete. Backward steps use the parameters in the log, and
    // `parameters` before the beginning of the log.
    void run_round(const SimulationParameters& parameters, Direction direction, double seconds, long last_completed);
    // Enqueues at most `most_steps` forward steps without waiting, and returns the number of enqueued steps.
    long enqueue_ahead(const SimulationParameters& parameters, long most_steps);
    // Waits for the steps of enqueue_ahead() before the state is used. Returns false without such steps.
    bool finish_ahead();
    // Waits for the steps of enqueue_ahead() and returns the particles.
    ParticleBuffers& settled_particles();

    // Converts the bodies to the number format of the integrator. Must be called between steps.
    void prepare(const SimulationParameters& parameters);
    // Discards an incomplete step. The bodies on the device become the initial state at model time `time`.
    void restart(double time, long steps = 0);
    void restore(const Checkpoint& checkpoint);
    void restore(const DeviceSnapshot& snapshot);
    // Copies the state on the device. Must be called between steps.
    DeviceSnapshot store();
    // Returns the state without positions and velocities as floats. Must be called between steps.
    Checkpoint checkpoint(bool with_integrator_state);

    // Continues with another solver, which restarts an incomplete force evaluation.
    void use(ReadySolver solver);
    // Rebuilds all kernels. On failure, throws std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);
    // Returns the choice of the present solver, with the accuracy of the last force evaluation.
    SolverChoice solver_choice() const;
    // Specification of the accelerations at the present positions; empty if they are unknown.
    const std::optional<ForceSpec>& known_force() const { return force_.known; }
    // Computes the present accelerations if they are unknown. Must be called between steps.
    void complete_force(const SimulationParameters& parameters);
    // Samples energies, with the solver's potentials or by a direct sum. Must be called between steps.
    EnergySample measure_energies(const SimulationParameters& parameters);

    void set_external_mass(const std::optional<ExternalMass>& mass) { external_mass_ = mass; }

    const Position& position() const { return position_; }
    const Step& step() const { return step_; }
    bool between_steps() const { return !step_.operation; }
    const RunLog& log() const { return log_; }
    // Adds the steps of `path` after the present state to the log, for a run that can continue on `path`.
    void append_future(const RunLog& path);
    Rewind rewind() const;
    IntegerRange& range() { return range_; }
    double pairs_per_second() const { return rate_.pairs_per_second(); }

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
    double enqueue_round(const SimulationParameters& parameters, Direction direction, double pairs_wanted,
                         long last_completed);
    double enqueue_slice(const SimulationParameters& parameters, Direction direction, double pairs);
    void compare_force();
    double enqueue_comparison(double pairs);
    bool settle_perturbers();
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
        std::optional<ForceSpec> known;    // force of the present positions; complete between steps
        std::optional<ForceSpec> latest;   // specification of the last force evaluation that began
        double pairs = 0, last_pairs = 0;  // interactions so far, and of the last complete force
    };

    RunParts& parts_;
    Position position_;
    Step step_;
    ForceEvaluation force_;
    std::optional<ExternalMass> external_mass_;  // invisible attractor for the next step
    IntegerRange range_;
    RunLog log_;
    // reason why steps before the end of the incomplete step cannot be undone; empty otherwise
    std::string end_rewind_after_step_;
    Rate rate_;
    std::optional<double> pairs_ahead_;  // interactions enqueued ahead; empty without them
    Clock::time_point last_round_ = Clock::now();
    HostColumns host_;
    bool host_is_stale_ = false;
};

// The parts of a run on an OpenCL device, and the executor of its steps.
struct DeviceRun {
    DeviceRun(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
              const ReadAsset& read, const SolverChoice& choice)
        : parts{device_context, gl, shared, initial, read, choice}, executor{parts} {}

    RunParts parts;
    StepExecutor executor;
};

}  // namespace milkomeda
