// The moves of a step on the device, before and after its force is known.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/device/program.hpp"
#include "data/simulation/direction.hpp"
#include "data/simulation/parameters.hpp"
#include "data/simulation/external_mass.hpp"

namespace milkomeda {

// The kernels of every step, for FloatMoves and FiniteCheck.
cl::Program build_step_program(const cl::Context& context, const Device& device, const ReadAsset& read);

class FloatMoves {
  public:
    explicit FloatMoves(const cl::Program& step);

    // Leapfrog's opening half-kick and drift; nothing for the Euler schemes, which know one direction.
    void before_force(const cl::CommandQueue& queue, const ParticleBuffers& particles,
                      const cl::Buffer& accelerations, const SimulationParameters& parameters,
                      Direction direction = Direction::forward);
    // Leapfrog's closing half-kick; the Euler schemes' whole step. Damping follows the last kick.
    void after_force(const cl::CommandQueue& queue, const ParticleBuffers& particles,
                     const cl::Buffer& accelerations, const SimulationParameters& parameters,
                     Direction direction = Direction::forward);

    // What a body that is none of the particles pulls in the time `dt`.
    void pull(const cl::CommandQueue& queue, const ParticleBuffers& particles, const ExternalMass& body,
              double gravity, double dt);

  private:
    cl::Kernel kick_;
    cl::Kernel drift_;
    cl::Kernel pull_;
};

}  // namespace milkomeda
