// A simulation's work on the device: steps, cut into slices that a frame has time for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/errors/force_error_meter.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/gravity/solvers.hpp"
#include "compute/perturbers/perturbers.hpp"
#include "compute/simulation/checkpoint.hpp"
#include "compute/simulation/distance_meter.hpp"
#include "compute/simulation/energy_sampler.hpp"
#include "compute/simulation/finite_check.hpp"
#include "compute/simulation/integer_columns.hpp"
#include "compute/simulation/float_moves.hpp"
#include "compute/simulation/time_share.hpp"
#include "compute/states/snapshot_columns.hpp"
#include "data/base/clock.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

// How many pairs a device sums in a second, by its newest rounds; short ones count for as long as they
// are.
class Rate {
  public:
    void note(double pairs, double seconds) {
        constexpr double memory = 0.7;
        pairs_ = memory * pairs_ + pairs;
        seconds_ = memory * seconds_ + seconds;
    }
    double pairs_per_second() const { return seconds_ > 0 ? pairs_ / seconds_ : 0; }

  private:
    double pairs_ = 0, seconds_ = 0;
};

// A step is: [leapfrog: opening half-kick and drift], force in slices, closing moves. `stage` says which
// force is under way; between steps there is none.
class StepExecutor {
  public:
    enum class Stage { between_steps, opening_force, step_force };

    // Of the particles it needs how many there are, and which are perturbers.
    StepExecutor(const DeviceContext& place, const GlSide& gl, GlVertexBuffers shared,
                 const ParticleSet& initial, const ReadAsset& read, const SolverChoice& choice);
    // Waits for what is under way: a program that ends while its device works may crash in the driver.
    ~StepExecutor();
    StepExecutor(const StepExecutor&) = delete;
    StepExecutor& operator=(const StepExecutor&) = delete;

    // Throws std::runtime_error.
    ReadySolver build(const SolverChoice& choice, const ReadAsset& read) const;
    // The step under way goes on with the new solver, its force from the start.
    void replace(ReadySolver with);
    // Of the solver that runs: with the kernel that it has taken, without variant where it has none.
    SolverChoice choice() const;

    // Discards the step under way; particles hold an initial state of this time. Needs a lease.
    void restart(double initial_time, long initial_steps = 0);
    // The same to a state whose rows are there. Needs a lease.
    void go_on_from(const Checkpoint& state);
    // Of this moment, between steps.
    int solver_number() const { return solver_number_; }
    IntegratorState memory();
    // The present state without rows of floats, between steps. Needs a lease.
    Checkpoint checkpoint(bool with_integrator_state);
    // Builds all kernels again; on failure throws std::runtime_error and keeps the old kernels.
    void reload(const ReadAsset& read);
    // Makes the rows into integers where steps with these want them so, and the rows follow. Needs a lease,
    // between steps.
    void prepare(const SimulationParameters& parameters);

    // Enqueues slices worth about `seconds`, waits for them, and learns the device's rate. Backwards the log
    // says how steps were taken; where it ends, the parameters do. Needs a lease.
    void run_round(const SimulationParameters& parameters, Direction direction, double seconds,
                   long last_completed);
    // Enqueues a round that completes at most so many steps, returns how many, and does not wait for it.
    // finish_ahead() does, before anything else has to do with the state; false where there is none.
    long go_ahead(const SimulationParameters& parameters, long most_steps);
    bool finish_ahead();
    // Finishes the work enqueued ahead and returns the particles.
    ParticleBuffers& settled() {
        finish_ahead();
        return particles;
    }
    // The position as far as which steps can be undone exactly, and why no further.
    long earliest() const { return integers.holds() ? log.earliest() : steps; }
    const std::string& rewind_limit_reason() const {
        return integers.holds() ? log.rewind_limit_reason() : why_floats;
    }
    // From here on all that was before cannot be undone.
    void end_rewind(const std::string& why);

    // Sums the forces now, unless they are known. Needs a lease, between steps.
    void complete_force(const SimulationParameters& parameters);
    // With the solver's potentials, where it has them; else summed over all pairs. Needs a lease, between
    // steps.
    EnergySample measure_now(const SimulationParameters& parameters);
    // A slice for the state that is being measured beside the steps, if one is due. Needs a lease.
    void sum_potentials();
    // The state of this moment, copied on the device; and back to one. Need a lease, between steps; going
    // back discards the step under way.
    DeviceSnapshot store();
    void go_back_to(const DeviceSnapshot& state);

    // What there is to see of the sum that is complete.
    void keep_cells();
    // Keeps the magnitudes of the sum that is complete.
    void keep_accelerations();

    // The picture's moment relative to that of the rows.
    double drawn_offset() const;
    double drawn_time() const;

    DeviceContext device_context;
    cl::CommandQueue queue;
    Perturbers perturbers;
    ParticleBuffers particles;
    SolverChoice solver_choice;
    std::shared_ptr<Solver> solver;
    cl::Program step_program;
    FloatMoves integration;
    IntegerColumns integers;                   // of Integrator::reversible
    std::string why_floats;                  // and why it has none
    std::optional<std::size_t> row_outside;  // that of a body which has left their range
    bool is_range_noted = false;             // in why_floats
    RunLog log;
    EnergySampler state_meter;
    TimeShare measuring;  // of the steps' time
    Rate measuring_rate;  // of its sums
    ForceErrorMeter error_meter;
    DistanceMeter distance_meter;
    FiniteCheck soundness;  // as of the last round that ended a step
    HostColumns host;

    Stage stage = Stage::between_steps;
    Direction direction = Direction::forward;  // of the step under way, or of the last one
    SimulationParameters latched;
    std::optional<ExternalMass> external_mass, latched_external_mass;
    std::optional<ForceSpec> known_force;  // what solver->accelerations() holds for the current positions
    double time = 0;
    long steps = 0;      // from the start of the run to where it is: its position
    long completed = 0;  // in either direction
    Rate rate;
    bool host_is_stale = false;
    bool accelerations_wanted = false;
    std::vector<float> acceleration_magnitudes;  // kept when they were wanted
    bool cells_wanted = false;
    std::vector<TreeCell> cells;  // likewise
    bool errors_wanted = false;
    long store_every = 0;  // steps; 0: none
    std::vector<DeviceSnapshot> stored;

  private:
    Clock::time_point last_round_ = Clock::now();

    void begin_step(const SimulationParameters& parameters, Direction direction);
    // Of the step under way: those that it begins and ends with, in its direction.
    void begin_first_force();
    void begin_last_force();
    void begin_force(Stage next, const ForceSpec& force);
    StepConfig config(const SimulationParameters& parameters) const;
    PerturberRestart restart_of_perturbers(const SimulationParameters& parameters) const;
    float correction_for(Accuracy accuracy) const;
    void learn_correction(long position);
    void learn_from_last_step();
    void recall(const IntegratorState& memory);
    // Goes on with this one of the solvers that there were.
    void use_solver(int number);
    void forget_lost_solvers();
    void check_range();
    void sum(const ForceSpec& force);  // from the start
    void pull(double share_of_step);
    void open_step();
    void close_step();
    void close_step_of_perturbers();
    void measure_if_due();
    bool move_perturbers();  // whether they are there
    // Of the sum that is complete; a solver that aims at some learns of them.
    void begin_errors();
    double enqueue_errors(double pairs);
    double of_sums(double pairs);  // of a round's
    // Enqueues slices of so many pairs, or up to that step; returns how many they were.
    double enqueue_round(const SimulationParameters& parameters, Direction direction, double pairs_wanted,
                         long last_completed);
    // Enqueues one slice and what follows from it; returns its pairs.
    double enqueue_slice(const SimulationParameters& parameters, Direction direction, double pairs);

    PerturberRestart latched_restart_;  // of perturbers, in the step under way
    std::optional<ForceSpec>
        summed_;                 // last: the Euler schemes' is not known any more once they have moved on
    double sum_pairs_ = 0;       // of the sum under way, so far
    double last_sum_pairs_ = 0;  // of the last one that was completed
    std::optional<double> pairs_ahead_;  // of the round that nobody has waited for yet

    struct PastSolver {
        int number;
        ReadySolver solver;
    };
    int solver_number_ = 0;  // StepConfig::solver of the one that runs
    int solvers_made_ = 1;
    std::vector<PastSolver> past_solvers_;  // that steps of the log were taken with, the newest ones

    float correction_ = 1;  // ForceSpec::tolerance_scale, learnt for this accuracy
    Accuracy corrected_ = Accuracy::standard;
    double error_pairs_ = 0;        // of the round under way, which are no sum's
    std::optional<long> asked_at_;  // at this position errors were asked for, from which it learns
    std::string end_rewind_after_step_;
};

}  // namespace milkomeda
