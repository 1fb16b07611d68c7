// A galaxy collision that runs on an OpenCL device. Its steps are divided into slices that fit a time budget.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "compute/device/device_context.hpp"
#include "compute/gravity/solvers.hpp"
#include "compute/simulation/checkpoints.hpp"
#include "compute/simulation/probes.hpp"
#include "compute/simulation/solver_slot.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/external_mass.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/run_log.hpp"

namespace milkomeda {

struct DeviceRun;

// Limits of one call of advance() or go_back(), in seconds of wall-clock time and in steps. The call returns when it
// reaches one of the two limits.
struct FrameBudget {
    double seconds = std::numeric_limits<double>::infinity();
    long steps = std::numeric_limits<long>::max();
};

struct SimulationStatus {
    Tier tier = Tier::none;
    std::string tier_reason{};
    std::string device{};  // name of the device; names of several devices are joined by " + "
    std::string solver{};
    std::string shares{};         // share of the work of each device, from Solver::shares()
    double time = 0;              // model time of the last completed step
    long steps = 0;               // step index: number of completed steps since the start of the run
    double pairs_per_second = 0;  // measured and smoothed rate of the force evaluations; 0 before the first slice
    // Number format of positions and velocities: "single precision", or the integer format of reversible mode with its
    // domain. The text also says that the run has widened its integers, or why a run cannot compute on integers.
    std::string numbers{};
    std::string gas{};  // number of particles of gas, and their substeps in the last step; empty without gas
};

// A message for the user that a body has left the range of the run's integer coordinates.
struct RangeNews {
    std::string text{};     // empty if there is no message
    bool is_exact = false;  // true if the run can still go back exactly, with 64-bit integers
};

// The earliest state to which the steps of a run can be undone exactly.
struct Rewind {
    long step = 0;  // earliest step index to which steps can be undone; the present step index if no step can be undone
    double time = 0;    // model time at `step`
    std::string why{};  // reason why earlier steps cannot be undone; empty if the run began at `step`
};

// Positions and velocities for a picture. In the copied tier, the spans hold all bodies if the bodies have changed
// since the last call. The spans are valid until the next advance(). If the bodies have not changed, and always in the
// shared tier, the spans are empty.
struct DrawnRows {
    double time = 0;         // model time of the picture
    double time_offset = 0;  // in model time; a body is drawn at position + velocity * time_offset
    std::span<const Float4> positions;
    std::span<const Float4> velocities;
};

// Thrown when a position or velocity has become infinite or NaN. what() names the body, the time and the step
// in one line. The simulation cannot continue and must be restarted.
struct NonFiniteState : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Simulation {
  public:
    // In the shared tier, `shared` names OpenGL buffers of initial.size() float4 rows each. With Tier::none,
    // the simulation stores the initial state and does not advance. Throws std::runtime_error if the device
    // has too little memory for the bodies or a kernel does not build.
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
               std::shared_ptr<const ParticleSet> initial, const ReadAsset& read, const SolverChoice& solver = {});
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, ParticleSet initial,
               const ReadAsset& read, const SolverChoice& solver = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    // Computes forward steps until the budget is spent, and returns the number of completed steps. An incomplete step
    // continues in the next call, with the parameters with which the step began. If a backward step is incomplete, the
    // call first completes that step, without counting it. Throws NonFiniteState.
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);

    // Enqueues a few milliseconds of forward steps, at most `most_steps`, and returns without waiting, so that the CPU
    // can draw meanwhile. Returns the number of enqueued steps, which status() already counts. Enqueues no steps in the
    // shared tier, with perturbers, during a backward step, or if a step takes longer than 40 ms.
    long enqueue_steps(const SimulationParameters& parameters, long most_steps);

    // Undoes steps in reversible mode. Each step is undone with the parameters with which the step was computed, so
    // positions, velocities, time and step index are restored to the last bit. Stops at the step rewind().step. Returns
    // the number of undone steps. If a forward step is incomplete, the call first completes that step, without counting
    // it.
    long go_back(const FrameBudget& budget);
    // Undoes steps as go_back() above. At the beginning of the log, continues backward with the parameters `before`, as
    // if the run had begun at an earlier time. Throws std::invalid_argument if `before` does not allow backward steps.
    long go_back(const SimulationParameters& before, const FrameBudget& budget);
    Rewind rewind() const;

    // Returns the log of the steps. After steps have been undone, the log still contains these steps. They are removed
    // when a new forward step differs from the logged step.
    const RunLog& log() const;
    // Copies the steps of `path` that follow the present step into the log of this run. Must be called after a state on
    // `path` has been restored.
    void append_future(const RunLog& path);
    // Returns the pending message for the user and clears the message.
    RangeNews take_news() { return std::exchange(news_, {}); }

    // Converts the bodies to the number format that the integrator of `parameters` needs; conversion to integers
    // rounds. Without this call, the first step converts the bodies. Must be called between steps.
    void prepare(const SimulationParameters& parameters);

    // Sets the invisible attractor for the steps that begin after this call; empty removes the attractor.
    void set_external_mass(const std::optional<ExternalMass>& mass);

    // Discards an incomplete step and returns to the initial state.
    void reset();

    SimulationStatus status() const;
    DrawnRows drawn();
    double drawn_time() const;  // returns DrawnRows::time without reading the bodies

    // Returns true between steps. During a step, positions and velocities belong to different times.
    bool is_between_steps() const;
    const std::vector<Component>& components() const { return initial_->components; }

    Checkpoints& checkpoints() const;
    Probes& probes() const;
    SolverSlot& solver_slot() const;

  private:
    struct Parts;

    long run(const SimulationParameters& parameters, Direction direction, const FrameBudget& budget);
    void require_finite() const;
    void note_range();
    std::string name_of_row(std::size_t row) const;
    std::string present_time() const;

    std::shared_ptr<const ParticleSet> initial_;
    SimulationStatus status_;
    std::unique_ptr<Parts> parts_;
    DeviceRun* run_ = nullptr;  // null for Tier::none
    RangeNews news_;
};

// Returns the measured seconds per step of a run with `bodies` bodies, which form a sphere as dense as a galaxy. The
// last `gas` bodies are gas. Takes about 50 ms.
double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            std::size_t gas, SolverChoice solver, const SimulationParameters& parameters);

}  // namespace milkomeda
