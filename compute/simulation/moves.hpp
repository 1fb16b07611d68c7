// Kicks and drifts of the field bodies on the device: the operations of an integrator besides forces.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// FloatMoves computes in single precision; IntegerColumns in integers, so that moves can be undone. `dt` is
// the duration in model units, negative for substeps that go backward; the direction is that of the step.
// Needs device access; enqueues work and returns at once.
class Moves {
  public:
    virtual ~Moves() = default;

    // v += a dt, then v *= damping
    virtual void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                      Direction direction, double damping) = 0;
    // x += v dt + b a dt^2
    virtual void drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                       Direction direction, double b) = 0;
    // Kicks by the acceleration towards an external mass.
    virtual void kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity,
                               double dt, Direction direction) = 0;
};

}  // namespace milkomeda
