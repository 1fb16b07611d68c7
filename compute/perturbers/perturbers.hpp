// Moves massive bodies (perturbers) on the CPU while the device computes the forces between the field bodies, which are
// all bodies except the perturbers.
//
// Perturbers and field bodies attract each other only by kicks at the ends of steps. Between the kicks, field bodies
// drift, and perturbers move under their mutual gravity, integrated to rounding error (the bridge scheme: Fujii,
// Iwasawa, Funato and Makino 2007, PASJ 59, 1095). The scheme is of second order, reversible, and conserves momentum.
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
    // Creates a perturber for each row of the components that are marked as perturbers. Throws std::runtime_error if
    // perturbers are not the last rows, or if all bodies are perturbers.
    Perturbers(const KernelContext& context, const ParticleSet& particles);

    bool any() const { return orbits_.size() > 0; }
    std::size_t size() const { return orbits_.size(); }
    std::size_t field_bodies() const { return field_bodies_; }
    std::span<const float> softenings() const { return softenings_; }

    // take() reads the perturbers from the particle buffers. hold() restores a saved state and writes it to the
    // particle buffers. take() and hold() discard pending moves. All functions with a `particles` argument require a
    // DeviceAccess.
    void take(ParticleBuffers& particles);
    void hold(const ParticleBuffers& particles, const IntegerRows& rows, const PerturberClock& clock);

    // Adds the perturbers' attraction to `accelerations`, which must hold the complete forces between field
    // bodies. Starts computing the field bodies' attraction on the perturbers.
    void add_accelerations(const ParticleBuffers& particles, const cl::Buffer& accelerations, double gravity);

    // The following functions queue moves of the perturbers. settle() executes the queued moves after the accelerations
    // that add_accelerations() computes have arrived from the device. kick() and shift() use these accelerations.
    void kick(double dt, double damping = 1);
    void shift(double half_dt_squared);
    void drift(double gravity, double dt, const PerturberRestart& restart);
    // Queues a kick by an external mass, which the user's pointer controls.
    void kick_external(const ExternalMass& body, double gravity, double dt);
    // Waits for the device's result, executes queued moves for about `seconds`, and returns whether all moves are
    // complete. The particle buffers keep the positions before the moves until all moves are complete. `shown_since` is
    // given for pictures in the middle of a step. It is the duration of the queued moves in model time, and the
    // particle buffers get the mean velocities over this duration.
    bool settle(const ParticleBuffers& particles, std::optional<double> shown_since = {},
                double seconds = std::numeric_limits<double>::infinity());
    // Returns true if the last settle() reached its time limit before all moves were complete.
    bool is_moving() const { return !before_.empty(); }
    // Frees memory of transfers to the device; must be called after all transfers are complete.
    void forget_staged() {
        staged_.mark_complete();
        staged_ = AsyncReadback<std::deque<std::vector<Float4>>>{};
    }

    // Returns the perturbers' state after the last settle().
    const PerturberOrbits& orbits() const { return orbits_; }
    // Accelerations of the perturbers by the field bodies, as computed by the last add_accelerations().
    std::span<const glm::dvec3> accelerations() const { return accelerations_; }

    void reload(const ReadAsset& read);

  private:
    cl::Kernel build(const ReadAsset& read) const;
    void take_result();
    void show(const ParticleBuffers& particles, std::optional<double> since);
    void write(const ParticleBuffers& particles, std::span<const glm::dvec3> at, std::span<const glm::dvec3> with);
    void discard_moves();

    KernelContext context_;
    std::size_t field_bodies_ = 0, items_ = 1;
    std::vector<float> softenings_;
    PerturberOrbits orbits_;
    cl::Kernel perturb_;
    cl::Buffer softenings_squared_, attraction_buffer_;
    AsyncReadback<std::vector<cl_float4>> attraction_;
    cl::Event attraction_is_read_;
    double gravity_ = 1;  // gravitational constant by which take_result() multiplies the pending accelerations
    std::vector<glm::dvec3> accelerations_;
    // Queued moves. Each call computes at most `most_steps` steps and returns true when the move is complete.
    std::deque<std::function<bool(long most_steps)>> moves_;
    std::vector<glm::dvec3> before_;                         // positions before the first pending move
    AsyncReadback<std::deque<std::vector<Float4>>> staged_;  // memory of transfers to the device
};

}  // namespace milkomeda
