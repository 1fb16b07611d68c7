// Executes the steps of a run on its device, cut into slices that fit a frame.
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

// A step executes the operations of its integrator in order. Force evaluations are cut into slices; all other
// operations are enqueued at once. Functions that touch rows need device access (ParticleBuffers).
class StepExecutor {
  public:
    struct Position {
        double time = 0;     // model time of the last completed step
        long steps = 0;      // step index
        long completed = 0;  // number of steps in either direction
    };
    // The step under way; between steps the last step.
    struct Step {
        std::optional<std::size_t> operation;  // index of the force operation under way; empty between steps
        Direction direction = Direction::forward;
        SimulationParameters parameters{};
        std::optional<ExternalMass> external_mass{};
        PerturberRestart restart{};
        double drifted = 0, last_drift = 0;  // in timesteps: sum of all drifts so far, and the last drift
        std::size_t forces = 0;              // force operations before the one under way
    };
    // Why the run does not step on integers.
    struct IntegerRange {
        std::string why_floats;
        std::optional<std::size_t> row_outside;  // body that has left the domain
        bool is_reported = false;                // to the user
    };

    explicit StepExecutor(RunParts& parts);
    // Waits for the device: a program that ends while its device works may crash in the driver.
    ~StepExecutor();
    StepExecutor(const StepExecutor&) = delete;
    StepExecutor& operator=(const StepExecutor&) = delete;

    // Enqueues slices for about `seconds`, waits for them, and measures the rate of the device. Returns when
    // `last_completed` steps are completed. Backward steps are undone as the log says; where it ends,
    // `parameters` are used.
    void run_round(const SimulationParameters& parameters, Direction direction, double seconds,
                   long last_completed);
    // Enqueues a round of at most `most_steps` forward steps without waiting, and returns their number.
    long enqueue_ahead(const SimulationParameters& parameters, long most_steps);
    // Waits for the round of enqueue_ahead(), before anything else touches the state. Returns false without
    // such a round.
    bool finish_ahead();
    // Finishes the round ahead and returns the particles.
    ParticleBuffers& settled_particles();

    // Converts the rows to the numbers of the integrator, between steps.
    void prepare(const SimulationParameters& parameters);
    // Discards the step under way; the rows hold the initial state of this time.
    void restart(double time, long steps = 0);
    void restore(const Checkpoint& checkpoint);
    void restore(const DeviceSnapshot& snapshot);
    // Copies the state between steps on the device.
    DeviceSnapshot store();
    // Returns the state between steps without rows of floats.
    Checkpoint checkpoint(bool with_integrator_state);

    // Continues with another solver; a force evaluation under way begins again.
    void use(ReadySolver solver);
    // Builds all kernels again; on failure throws std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);
    // The choice of the present solver, with the accuracy of its latest force.
    SolverChoice solver_choice() const;
    // Specification of the accelerations that the solver holds for the present positions, if any.
    const std::optional<ForceSpec>& known_force() const { return force_.known; }
    // Computes the accelerations between steps, if they are unknown.
    void complete_force(const SimulationParameters& parameters);
    // Measures energies between steps: with the potentials of the solver, or summed over all pairs.
    EnergySample measure_energies(const SimulationParameters& parameters);

    void set_external_mass(const std::optional<ExternalMass>& mass) { external_mass_ = mass; }

    const Position& position() const { return position_; }
    const Step& step() const { return step_; }
    bool between_steps() const { return !step_.operation; }
    const RunLog& log() const { return log_; }
    Rewind rewind() const;
    IntegerRange& range() { return range_; }
    double pairs_per_second() const { return rate_.pairs_per_second(); }

    // `with_rows`: reads the rows to the host if they have changed since the last call.
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
        std::optional<ForceSpec> known;    // accelerations for the present positions, complete between steps
        std::optional<ForceSpec> latest;   // the last force that was begun
        double pairs = 0, last_pairs = 0;  // interactions so far, and of the last complete evaluation
    };

    RunParts& parts_;
    Position position_;
    Step step_;
    ForceEvaluation force_;
    std::optional<ExternalMass> external_mass_;  // for the next step
    IntegerRange range_;
    RunLog log_;
    std::string end_rewind_after_step_;  // reason to end rewinding at the end of the step under way
    Rate rate_;
    std::optional<double> pairs_ahead_;  // interactions of the round ahead; empty without a round ahead
    Clock::time_point last_round_ = Clock::now();
    HostColumns host_;
    bool host_is_stale_ = false;
};

// A run on an OpenCL device.
struct DeviceRun {
    DeviceRun(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
              const ParticleSet& initial, const ReadAsset& read, const SolverChoice& choice)
        : parts{device_context, gl, shared, initial, read, choice}, executor{parts} {}

    RunParts parts;
    StepExecutor executor;
};

}  // namespace milkomeda
