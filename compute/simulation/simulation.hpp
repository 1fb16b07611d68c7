// The running collision: particles on a device, advanced by slices of steps within a budget of time.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/errors/force_errors.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/gravity/solvers.hpp"
#include "compute/simulation/energy_sample.hpp"
#include "compute/simulation/checkpoint.hpp"
#include "compute/states/device_snapshot.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

struct StepExecutor;
class ParticleBuffers;
class FrameProfiler;

// How far advance() may go: whichever comes first.
struct FrameBudget {
    double seconds = std::numeric_limits<double>::infinity();
    long steps = std::numeric_limits<long>::max();
};

struct SimulationStatus {
    Tier tier = Tier::none;
    std::string tier_reason;
    std::string device;  // several with " + " between them
    std::string solver;
    std::string shares;           // who of several devices does how much: Solver::shares()
    double time = 0;              // model units, of the last completed step
    long steps = 0;               // completed since the start
    double pairs_per_second = 0;  // measured, smoothed; 0 before the first slice
    // What positions and velocities are: "single precision", or the integers of Integrator::reversible with
    // their range; and why not these, where a body has left that.
    std::string numbers;
};

// How far back a run can go exactly.
struct Rewind {
    long step = 0;      // as SimulationStatus::steps then; the present one where it cannot go back at all
    double time = 0;    // then
    std::string why{};  // no further; empty where the run began there
};

// A picture needs these. In the copied tier the columns hold what changed since the last call, until the
// next advance(); they are empty when nothing did, and always in the shared tier.
struct DrawnRows {
    double time = 0;         // model time that the picture shows
    double time_offset = 0;  // rows are to be shown at position + velocity * time_offset
    std::span<const Float4> positions;
    std::span<const Float4> velocities;
};

// A position or a velocity has become infinite or no number: what() says when, after how many steps, and
// whose, in one line. Nothing but a new start helps.
struct NonFiniteState : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Simulation {
  public:
    // In the shared tier `shared` names GL buffers of initial.size() float4 rows each. With tier none
    // only the initial state is there, and nothing advances. Throws std::runtime_error: too many bodies
    // for the device, a kernel that does not build.
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
               std::shared_ptr<const ParticleSet> initial, const ReadAsset& read,
               const SolverChoice& solver = {});
    // The same with a copy of these particles.
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, ParticleSet initial,
               const ReadAsset& read, const SolverChoice& solver = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    // Works on steps until the budget is spent and returns how many it completed. Parameters are latched
    // when a step begins; a step that the budget cuts short goes on at the next call. A step that is under
    // way backwards is completed first, and does not count. Throws NonFiniteState.
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);

    // The same, forwards, by some milliseconds of work that the device has while this returns: for who has
    // other work for the processor before it advances again. Time and steps are of when that is done.
    long go_ahead(const SimulationParameters& parameters, long most_steps);

    // The same in the other direction, for Integrator::reversible: takes steps back, each with the
    // parameters that it was taken with, so that positions, velocities, time and steps are to the last bit
    // what they were. Stops at rewind(); status() counts down. A step that is under way forwards is completed
    // first, and does not count. drawn() goes on smoothly in either direction.
    long go_back(const FrameBudget& budget);
    // And where the log ends, on with these, as if the run had begun earlier with them: what the past would
    // have been. Throws std::invalid_argument where they cannot go back: damping, another integrator.
    long go_back(const SimulationParameters& before, const FrameBudget& budget);
    Rewind rewind() const;
    // What has become of the run that people should know, once: a body has left the range of integers.
    std::string take_news();

    // How each step was taken (RunLog): parameters, times of positions, how far the run ever was. Where it
    // has gone back, the future that it came from is still there, until a step forwards differs from it:
    // who advances with parameters_at(status().steps) sees the same again.
    const RunLog& log() const;
    int solver_number() const;  // StepConfig::solver of the one that runs
    std::optional<SimulationParameters> parameters_at(long step) const;

    // Builds what steps with these need and the first of them would build: a CPU's driver takes a second.
    // Where has_kernels_for() them they build none that they cannot go on without.
    void get_ready(const SimulationParameters& parameters);
    bool has_kernels_for(const SimulationParameters& parameters) const;

    // What rows are before the first step with these, they are from now on: integers round them. Between
    // steps.
    void prepare(const SimulationParameters& parameters);

    // Tells this profiler, which outlives it, what the main thread and the device do; null: none. The
    // device's part needs DeviceContext::profiled.
    void record_into(FrameProfiler* profiler);

    // From the next step on, until it is told to go.
    void set_external_mass(const std::optional<ExternalMass>& body);

    // Back to the initial state; the step under way is discarded.
    void reset();
    // The same to a later state of these particles, as read() had it or whole_state(): with what it remembers
    // it goes on bit for bit where the solver is the same, and back as far as it could.
    void go_on_from(const Checkpoint& state);

    // Builds the kernels again; on failure throws std::runtime_error and keeps the old ones.
    void reload(const ReadAsset& read);

    // Another solver: build() makes it, also in another thread while this simulation goes on, and throws
    // std::runtime_error; use() goes on with it, in the middle of a step if need be.
    ReadySolver build(const SolverChoice& choice, const ReadAsset& read) const;
    void use(ReadySolver solver);
    SolverChoice solver() const;  // its kernel has no variant for tier none, nor where there is no choice

    SimulationStatus status() const;
    DrawnRows drawn();
    double drawn_time() const;  // DrawnRows's

    // True between steps: only then are positions and velocities of one time. Some of those below need
    // it.
    bool synchronised() const;
    const std::vector<Component>& components() const { return initial_->components; }
    ParticleSet read() const;
    // The same with all that it takes to go on from it bit by bit.
    Checkpoint whole_state() const;
    // The same, with time and steps, while steps go on: begins with the state of this moment, and brings
    // a part of it with every call; true when it is whole. Nothing comes for tier none. Its memory
    // comes only if it is to go on bit for bit with the same solver: asking for it waits for the device.
    void begin_state(bool to_go_on = false);
    bool move_state(Checkpoint& state);
    // To go back to, bit for bit: the state of this moment; and that at the end of every step whose number is
    // a multiple of so many (0: none), for as long as nobody takes them. They are of this device, and lie on
    // it; move_to_host() brings a part to host memory with every call, until it says true. Nothing is stored
    // for tier none.
    DeviceSnapshot store();
    void store_every(long steps);
    std::vector<DeviceSnapshot> take_stored();
    bool move_to_host(const DeviceSnapshot& state);
    // The step under way is discarded.
    void go_back_to(const DeviceSnapshot& state);
    // Of the device, that states may take without any harm: a part of what the bodies leave.
    std::size_t room_for_states() const;

    // The state as read() has it, with potentials, now.
    EnergySample measure_now(const SimulationParameters& parameters);
    Energies energies(const SimulationParameters& parameters) { return energies_of(measure_now(parameters)); }

    // The same beside the steps of advance(), again and again, at moments of its own choice: for at most
    // this share of the steps' time (0: not at all).
    void measure(double share);
    // The newest one, once. While somebody holds it there comes no other.
    std::optional<EnergySample> take_measured();
    // What was made of it has taken so much of the machine's time: that counts.
    void note_measuring(double seconds);
    MeasuringCost measuring_cost() const;

    // Sums the forces now, unless their sum for these positions is known, and keeps its
    // acceleration_magnitudes(). Does nothing for tier none.
    void measure_accelerations(const SimulationParameters& parameters);

    // Keeps the magnitudes of the sum of forces that is complete next, also in the middle of an
    // advance().
    void want_accelerations();
    // One for each body, in model units, as kept last; valid until the next call of a function that is
    // not const. Empty before.
    std::span<const float> acceleration_magnitudes() const;

    // The same for the cells of the solver's tree, some thousand from the top down; none for the direct
    // sum.
    void measure_cells(const SimulationParameters& parameters);
    void want_cells();
    std::span<const TreeCell> cells() const;

    // How exact forces were, on the last bodies on which they were compared with the direct sum; empty
    // while those are few. Forces that are meant to have errors are compared by themselves, and others
    // when they are wanted: then the sum that is complete next, where that takes little time beside it.
    std::optional<ForceErrors> force_errors() const;
    void want_force_errors();

    // Between steps: positions of these rows. And, where another run of the same bodies on this device is
    // between steps, too, how far both have come apart: the rms of the distances between a body here and
    // there. Tier none has no such.
    std::vector<Float4> positions(std::size_t first, std::size_t count) const;
    double rms_distance(Simulation& other);
    void get_ready_to_compare();  // builds what that needs, and would build

  private:
    long run(const SimulationParameters& parameters, Direction direction, const FrameBudget& budget);
    ParticleBuffers& settled() const;
    void require_sound() const;
    void note_range();
    std::string name_of_row(std::size_t row) const;
    // Sums the forces, unless they are known, and keeps what there is to see of them.
    void measure(const SimulationParameters& parameters, void (StepExecutor::*keep)());

    std::unique_ptr<StepExecutor> engine_;  // empty for tier none
    std::shared_ptr<const ParticleSet> initial_;
    SimulationStatus status_;
    std::string news_;
};

// Seconds of a step of so many bodies, as dense in the middle as a galaxy; timed for some 50 ms.
double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            SolverChoice solver, const SimulationParameters& parameters);

}  // namespace milkomeda
