// Kicks and drifts of the field bodies (all bodies except the perturbers), computed on the device.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// FloatMoves computes in single precision. IntegerColumns computes with integers, so that moves can be undone. `dt` is
// the duration of the move in a forward step, in model units; it is negative for substeps that go back in time.
// `direction` is the direction of the step. The functions require device access; they enqueue work and return at once.
class Moves {
  public:
    virtual ~Moves() = default;

    // Kick: v += a dt, then v *= damping.
    virtual void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
                      double damping) = 0;
    // Drift: x += v dt + b a dt^2.
    virtual void drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt,
                       Direction direction, double b) = 0;
    // Kicks the velocities by the acceleration towards an external mass, for the time `dt`.
    virtual void kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity, double dt,
                               Direction direction) = 0;
};

// Builds the program with the kernels of FloatMoves and FiniteCheck.
cl::Program build_step_program(const KernelContext& context);

// Kicks and drifts in single precision, computed on the device (kernels/step/integrate.cl).
class FloatMoves : public Moves {
  public:
    FloatMoves(const cl::CommandQueue& queue, const cl::Program& step);

    void kick(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
              double damping) override;
    void drift(const ParticleBuffers& particles, const cl::Buffer& accelerations, double dt, Direction direction,
               double b) override;
    void kick_external(const ParticleBuffers& particles, const ExternalMass& mass, double gravity, double dt,
                       Direction direction) override;

  private:
    cl::CommandQueue queue_;
    cl::Kernel kick_, drift_, kick_external_;
};

}  // namespace milkomeda
