// Heavy bodies that the CPU moves among the device's light ones, while the device sums the light ones'
// forces.
//
// The two pull each other at the ends of steps alone, all at once, and in between light bodies go straight on
// and perturbers move under each other's gravity, exactly to rounding (the bridge of Fujii, Iwasawa, Funato
// and Makino 2007, PASJ 59, 1095): a step of second order that can be undone, and in which every pull has its
// counterpart.
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
    // None, where no component is one. Throws std::runtime_error where they are not the last rows, or alone.
    Perturbers(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
               const ParticleSet& particles, const ReadAsset& read);

    bool any() const { return orbits_.size() > 0; }
    std::size_t size() const { return orbits_.size(); }
    std::size_t field_bodies() const { return light_; }
    std::span<const float> softenings() const { return softenings_; }

    // What waits is given up: a run begins from the rows, or goes on from these, which the rows follow. These
    // and all below need a lease, but for what is said about now.
    void take(ParticleBuffers& particles);
    void hold(const ParticleBuffers& particles, const IntegerRows& rows, const PerturberClock& clock);

    // The pulls between light bodies and perturbers where they are now: the sum of all forces between light
    // bodies is complete in these accelerations, and gains theirs.
    void add_accelerations(const ParticleBuffers& particles, const cl::Buffer& accelerations, double gravity);

    // Moves that wait until the answer to the last pull() is there, which kick() and shift() follow.
    void kick(double dt, double damping = 1);
    void shift(double half_dt_squared);
    void drift(double gravity, double dt, const PerturberRestart& restart);
    // Pulls perturbers as it does others.
    void kick_external(const ExternalMass& body, double gravity, double dt);
    // Does them, as soon as the device has answered, for about so long; whether all are done. `shown_since`:
    // rows have the mean velocity of so much time, in which pictures are taken of the middle of a step. Until
    // all are done, they stand still where they were.
    bool settle(const ParticleBuffers& particles, std::optional<double> shown_since = {},
                double seconds = std::numeric_limits<double>::infinity());
    // It has begun with them, and there was no time for all.
    bool is_moving() const { return !before_.empty(); }
    // The device has done all: what it was to read may go.
    void forget_staged() {
        staged_.mark_complete();
        staged_ = AsyncReadback<std::deque<std::vector<Float4>>>{};
    }

    // Of now, when settled.
    const PerturberOrbits& orbits() const { return orbits_; }
    // By light bodies, in the last pull.
    std::span<const Vector3> accelerations() const { return accelerations_; }

    void reload(const ReadAsset& read);

  private:
    cl::Kernel build(const ReadAsset& read) const;
    void take_answer();
    void show(const ParticleBuffers& particles, std::optional<double> since);
    void show_standing(const ParticleBuffers& particles);
    void write(const ParticleBuffers& particles, std::span<const Vector3> at, std::span<const Vector3> with);
    void give_up_moves();

    cl::Context context_;
    Device device_;
    cl::CommandQueue queue_;
    std::size_t light_ = 0, items_ = 1;
    std::vector<float> softenings_;
    PerturberOrbits orbits_;
    cl::Kernel perturb_;
    cl::Buffer softenings_squared_, answers_;
    AsyncReadback<std::vector<cl_float4>> answer_;
    cl::Event answered_;
    double gravity_ = 1;  // of the answer
    std::vector<Vector3> accelerations_;
    // Each does at most so many steps, until it says that it is done.
    std::deque<std::function<bool(long most_steps)>> moves_;
    std::vector<Vector3> before_;                            // where they were when the first of them began
    AsyncReadback<std::deque<std::vector<Float4>>> staged_;  // rows on their way to the device
};

}  // namespace milkomeda
