// Star formation on the device: particles of gas become stars by lot (kernels/gas/stars.cl).
#pragma once

#include <span>
#include <vector>

#include "compute/gas/gas_solver.hpp"

namespace milkomeda {

// Numbers of Schmidt's law in model units; mirrors StarLaw in kernels/gas/stars.cl.
struct StarLaw {
    cl_float solar, threshold, rate, power, layer, unused[3];
};

class StarLots {
  public:
    // `ids` are the ids of all particles of gas at the start of the run, in the order of their ranks.
    StarLots(const KernelContext& context, const cl::Program& program, std::span<const cl_uint> ids);

    // A step of the run, whose lots are drawn. The time, and not the number of the step, makes lots of different steps
    // independent, so that a run that continues from a file does not repeat the lots of the first run.
    struct Draw {
        double dt = 0;
        double seed = 1;
        double time = 0;  // model time at the end of the step, at which the stars are born
    };
    // Draws the lots of a step. `gas` must hold the particles after the step's last drift; rows[i] and ranks[i] are the
    // row of particle i in `velocities` and its rank. Marks the new stars in `velocities`, and writes their places and
    // births to `births`. Returns the indices of the new stars, ascending. Waits for the device.
    std::vector<cl_uint> draw(const GasRows& gas, const cl::Buffer& rows, const cl::Buffer& ranks, const Draw& draw,
                              const cl::Buffer& velocities, const cl::Buffer& births);

  private:
    cl::CommandQueue queue_;
    StarLaw law_;
    cl::Kernel form_stars_;
    cl::Buffer ids_, newborn_;
};

}  // namespace milkomeda
