// The device of a run, with its command queue, particles and perturbers.
#pragma once

#include "compute/device/device_context.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/perturbers/perturbers.hpp"

namespace milkomeda {

struct RunDevice {
    // Throws std::runtime_error if the device's memory is too small or a kernel does not build.
    RunDevice(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
              const ReadAsset& read)
        : context{device_context},
          queue{*context.context, handle_of(*context.device),
                context.profiled ? cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE} : 0},
          perturbers{*context.context, *context.device, queue, initial, read},
          particles{context, queue, gl, shared, initial.size(), perturbers.size()} {}

    const cl::Context& cl_context() const { return *context.context; }
    const Device& cl_device() const { return *context.device; }

    DeviceContext context;
    cl::CommandQueue queue;
    Perturbers perturbers;
    ParticleBuffers particles;
};

}  // namespace milkomeda
