// Kicks and drifts in single precision, computed on the device (kernels/step/integrate.cl).
#pragma once

#include "compute/device/program.hpp"
#include "compute/simulation/moves.hpp"

namespace milkomeda {

// Builds the kernels that every step uses, for FloatMoves and FiniteCheck.
cl::Program build_step_program(const cl::Context& context, const Device& device, const ReadAsset& read);

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
