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
#include "compute/simulation/distance_meter.hpp"
#include "compute/simulation/integration.hpp"
#include "compute/simulation/soundness.hpp"
#include "compute/simulation/state_copy.hpp"
#include "compute/simulation/state_meter.hpp"
#include "compute/simulation/time_share.hpp"
#include "data/base/clock.hpp"

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
struct Engine {
    enum class Stage { between_steps, opening_force, step_force };

    Engine(const DeviceContext& place, const GlSide& gl, SharedBuffers shared, std::size_t bodies,
           const ReadAsset& read, const SolverChoice& choice);

    // Throws std::runtime_error.
    ReadySolver build(const SolverChoice& choice, const ReadAsset& read) const;
    // The step under way goes on with the new solver, its force from the start.
    void replace(ReadySolver with);
    // Of the solver that runs: with the kernel that it has taken, without variant where it has none.
    SolverChoice choice() const;

    // Discards the step under way; particles hold an initial state of this time.
    void restart(double initial_time);

    // Enqueues slices worth about `seconds`, waits for them, and learns the device's rate. Needs a lease.
    void run_round(const SimulationParameters& parameters, double seconds, long last_step);

    // Sums the forces now, unless they are known. Needs a lease, between steps.
    void complete_force(const SimulationParameters& parameters);
    // With the solver's potentials, where it has them; else summed over all pairs. Needs a lease, between
    // steps.
    MeasuredState measure_now(const SimulationParameters& parameters);
    // A slice for the state that is being measured beside the steps, if one is due. Needs a lease.
    void sum_potentials();
    // What there is to see of the sum that is complete.
    void keep_cells();
    // Keeps the magnitudes of the sum that is complete.
    void keep_accelerations();

    // The picture's moment relative to that of the rows.
    double drawn_offset() const;
    double drawn_time() const;

    DeviceContext device_context;
    cl::CommandQueue queue;
    ParticleBuffers particles;
    SolverChoice solver_choice;
    std::shared_ptr<Solver> solver;
    cl::Program step_program;
    Integration integration;
    StateMeter state_meter;
    TimeShare measuring;  // of the steps' time
    Rate measuring_rate;  // of its sums
    ForceErrorMeter error_meter;
    DistanceMeter distance_meter;
    Soundness soundness;  // as of the last round that ended a step
    HostColumns host;
    StateCopy state_copy;

    Stage stage = Stage::between_steps;
    SimulationParameters latched;
    std::optional<VisitingBody> visitor, latched_visitor;
    std::optional<Force> known_force;  // what solver->accelerations() holds for the current positions
    double time = 0;
    long steps = 0;
    Rate rate;
    bool host_is_stale = false;
    bool accelerations_wanted = false;
    std::vector<float> acceleration_magnitudes;  // kept when they were wanted
    bool cells_wanted = false;
    std::vector<TreeCell> cells;  // likewise
    bool errors_wanted = false;

  private:
    Clock::time_point last_round_ = Clock::now();

    void begin_step(const SimulationParameters& parameters);
    void begin_force(Stage next, const Force& force);
    void sum(const Force& force);  // from the start
    void pull(double share_of_step);
    void open_step();
    void close_step();
    void measure_if_due();
    // Of the sum that is complete; a solver that aims at some learns of them.
    void measure_errors();
    // Enqueues slices of so many pairs, or up to that step; returns how many they were.
    double enqueue_round(const SimulationParameters& parameters, double pairs_wanted, long last_step);
    // Enqueues one slice and what follows from it; returns its pairs.
    double enqueue_slice(const SimulationParameters& parameters, double pairs);

    std::optional<Force> summed_;  // last: the Euler schemes' is not known any more once they have moved on
    double sum_pairs_ = 0;         // of the sum under way, so far
};

}  // namespace milkomeda
