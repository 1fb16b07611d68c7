// Moves massive bodies (perturbers) on the CPU while the device computes the forces between the other bodies
// (field bodies).
//
// Perturbers and field bodies attract each other only by kicks at the ends of steps. In between, field bodies
// drift and perturbers move under their mutual gravity, exactly to rounding (the bridge scheme: Fujii,
// Iwasawa, Funato and Makino 2007, PASJ 59, 1095). The scheme is of second order, reversible, and conserves
// momentum.
#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "compute/device/async_readback.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "compute/perturbers/perturber_orbits.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

class Perturbers {
  public:
    // Creates no perturbers if no component is marked as one. Throws std::runtime_error if perturbers are not
    // the last rows, or if all bodies are perturbers.
    Perturbers(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
               const ParticleSet& particles, const ReadAsset& read);

    bool any() const { return orbits_.size() > 0; }
    std::size_t size() const { return orbits_.size(); }
    std::size_t field_bodies() const { return field_bodies_; }
    std::span<const float> softenings() const { return softenings_; }

    // take() starts from the rows on the device; hold() restores a state and writes the rows from it. Both
    // discard pending moves. These and the functions below require a DeviceAccess, except the accessors.
    void take(ParticleBuffers& particles);
    void hold(const ParticleBuffers& particles, const IntegerRows& rows, const PerturberClock& clock);

    // Adds the perturbers' attraction to the field bodies' accelerations, and starts computing the field
    // bodies' attraction on the perturbers. `accelerations` must hold the complete sums between field bodies.
    void add_accelerations(const ParticleBuffers& particles, const cl::Buffer& accelerations, double gravity);

    // Queue moves; settle() executes them when the result of the last add_accelerations() has arrived. kick()
    // and shift() use that result.
    void kick(double dt, double damping = 1);
    void shift(double half_dt_squared);
    void drift(double gravity, double dt, const PerturberRestart& restart);
    // Queues a kick by an external mass.
    void kick_external(const ExternalMass& body, double gravity, double dt);
    // Executes queued moves for about `seconds` once the device's result has arrived; returns whether all are
    // done. If `shown_since` is set, the rows get the mean velocity over that time, for pictures taken in the
    // middle of a step. Until all moves are done, the rows show the positions before the moves.
    bool settle(const ParticleBuffers& particles, std::optional<double> shown_since = {},
                double seconds = std::numeric_limits<double>::infinity());
    // True if settle() ran out of time between two moves.
    bool is_moving() const { return !before_.empty(); }
    // Frees staged rows; must be called when the device has completed all transfers.
    void forget_staged() {
        staged_.mark_complete();
        staged_ = AsyncReadback<std::deque<std::vector<Float4>>>{};
    }

    // State after the last settle().
    const PerturberOrbits& orbits() const { return orbits_; }
    // Accelerations of the perturbers by the field bodies, from the last add_accelerations().
    std::span<const Vector3> accelerations() const { return accelerations_; }

    void reload(const ReadAsset& read);

  private:
    cl::Kernel build(const ReadAsset& read) const;
    void take_result();
    void show(const ParticleBuffers& particles, std::optional<double> since);
    void show_standing(const ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, std::span<const Vector3> at, std::span<const Vector3> with);
    void discard_moves();

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    std::size_t field_bodies_ = 0, items_ = 1;
    std::vector<float> softenings_;
    PerturberOrbits orbits_;
    cl::Kernel perturb_;
    cl::Buffer softenings_squared_, attraction_buffer_;
    AsyncReadback<std::vector<cl_float4>> attraction_;
    cl::Event attraction_is_read_;
    double gravity_ = 1;  // gravity for the pending result
    std::vector<Vector3> accelerations_;
    // Each move runs at most `most_steps` steps per call and returns true when it is done.
    std::deque<std::function<bool(long most_steps)>> moves_;
    std::vector<Vector3> before_;                            // positions before the first pending move
    AsyncReadback<std::deque<std::vector<Float4>>> staged_;  // rows in transfer to the device
};

}  // namespace milkomeda
