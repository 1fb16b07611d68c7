// Kinetic and potential energy of all bodies: every body's share on the device, the sums in double.
#pragma once

#include "compute/device/particle_buffers.hpp"
#include "compute/gravity/solver.hpp"
#include "compute/simulation/energies.hpp"

namespace milkomeda {

class EnergyMeter {
  public:
    EnergyMeter(const cl::Context& context, const Device& device, const cl::CommandQueue& queue,
                std::size_t bodies, const ReadAsset& read);

    // Exact over all pairs, with the Plummer potential of the given softening. Needs a lease.
    Energies measure(const ParticleBuffers& particles, double gravity, double softening);
    // The same where potentials are known: float4 rows with them in w.
    Energies measure(const ParticleBuffers& particles, const cl::Buffer& potentials);

  private:
    Workplace place_;
    // Made when needed; the solver is its own, so that a run does not depend on being measured.
    std::unique_ptr<Solver> solver_;
    cl::Kernel energies_;
};

}  // namespace milkomeda
