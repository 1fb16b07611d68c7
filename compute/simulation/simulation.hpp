// A galaxy collision that runs on an OpenCL device: steps, cut into slices that fit a time budget.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
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

// Limits of one call of advance(): it returns when the first of them is reached.
struct FrameBudget {
    double seconds = std::numeric_limits<double>::infinity();
    long steps = std::numeric_limits<long>::max();
};

struct SimulationStatus {
    Tier tier = Tier::none;
    std::string tier_reason;
    std::string device;  // several devices are joined by " + "
    std::string solver;
    std::string shares;           // work of each of several devices: Solver::shares()
    double time = 0;              // model time of the last completed step
    long steps = 0;               // step index: number of completed steps since the start
    double pairs_per_second = 0;  // measured and smoothed; 0 before the first slice
    // Format of positions and velocities: "single precision", or the integers of reversible mode with their
    // domain. After a body has left the domain, also the reason for single precision.
    std::string numbers;
};

// How far steps can be undone exactly.
struct Rewind {
    long step = 0;      // the earliest step index; the present one if no step can be undone
    double time = 0;    // model time at `step`
    std::string why{};  // reason why rewinding ends there; empty if the run began there
};

// Rows for a picture. In the copied tier the spans hold the rows if these changed since the last call, until
// the next advance(); otherwise, and always in the shared tier, they are empty.
struct DrawnRows {
    double time = 0;         // model time that the picture shows
    double time_offset = 0;  // rows are drawn at position + velocity * time_offset
    std::span<const Float4> positions;
    std::span<const Float4> velocities;
};

// Thrown when a position or velocity has become infinite or not a number. what() names the body, the time and
// the step in one line. Only a restart helps.
struct NonFiniteState : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Simulation {
  public:
    // In the shared tier `shared` names OpenGL buffers of initial.size() float4 rows each. With Tier::none
    // the simulation holds the initial state and does not advance. Throws std::runtime_error if there are too
    // many bodies for the device or a kernel does not build.
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
               std::shared_ptr<const ParticleSet> initial, const ReadAsset& read,
               const SolverChoice& solver = {});
    Simulation(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared,
               ParticleSet initial, const ReadAsset& read, const SolverChoice& solver = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    // Works on forward steps until the budget is spent and returns the number of completed steps. A step
    // takes the parameters that are given when it begins; a step that the budget interrupts goes on with the
    // next call. A backward step under way is completed first and not counted. Throws NonFiniteState.
    long advance(const SimulationParameters& parameters, const FrameBudget& budget);

    // Enqueues a few milliseconds of forward steps, at most `most_steps`, and returns without waiting, so
    // that the CPU can draw meanwhile. status() already counts the enqueued steps. Returns 0 if steps take
    // longer than a frame, and in the shared tier.
    long enqueue_steps(const SimulationParameters& parameters, long most_steps);

    // Undoes steps of an integrator on integers: each with the parameters that it was taken with, so that
    // positions, velocities, time and step index are restored to the last bit. Stops at rewind(). Returns the
    // number of undone steps. A forward step under way is completed first and not counted.
    long go_back(const FrameBudget& budget);
    // Where the log ends, this overload continues backward with the parameters `before`, as if the run had
    // begun earlier with them. Throws std::invalid_argument if `before` does not allow backward steps.
    long go_back(const SimulationParameters& before, const FrameBudget& budget);
    Rewind rewind() const;

    // The log of the steps. After going back it still holds the undone steps until a forward step differs
    // from them.
    const RunLog& log() const;
    // Returns a message about the run for the user, once: a body has left the domain of the integers. Returns
    // an empty text without a message.
    std::string take_news();

    // Converts the rows to the numbers that the integrator of `parameters` steps with; integers round them.
    // The first step does the same. Must be called between steps.
    void prepare(const SimulationParameters& parameters);

    // Sets the invisible attractor that acts from the next step on; empty: none.
    void set_external_mass(const std::optional<ExternalMass>& mass);

    // Discards the step under way and returns to the initial state.
    void reset();

    SimulationStatus status() const;
    DrawnRows drawn();
    double drawn_time() const;  // DrawnRows::time, without reading rows

    // Returns true between steps: only then do positions and velocities belong to one time.
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

    std::shared_ptr<const ParticleSet> initial_;
    SimulationStatus status_;
    std::unique_ptr<Parts> parts_;
    DeviceRun* run_ = nullptr;  // null for Tier::none
    std::string news_;
};

// Measures the seconds per step of `bodies` bodies in a sphere with the central density of a galaxy, for
// about 50 ms.
double measure_step_seconds(const DeviceContext& device_context, const ReadAsset& read, std::size_t bodies,
                            SolverChoice solver, const SimulationParameters& parameters);

}  // namespace milkomeda
