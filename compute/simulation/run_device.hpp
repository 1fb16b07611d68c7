// The device of a run, with its command queue, particles and perturbers.
#pragma once

#include "compute/device/device_context.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/perturbers/perturbers.hpp"

namespace milkomeda {

struct RunDevice : KernelContext {
    // Throws std::runtime_error if the device's memory is too small or a kernel does not build.
    RunDevice(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
              const ReadAsset& reader)
        : KernelContext{*device_context.context,
                        *device_context.device,
                        {*device_context.context, handle_of(*device_context.device),
                         device_context.profiled ? cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE} : 0},
                        reader},
          secondary{device_context.secondary},
          perturbers{*this, initial},
          particles{device_context, queue, gl, shared, initial.size(), perturbers.size()} {}

    std::vector<Device> secondary;  // devices that compute a part of each force evaluation
    Perturbers perturbers;
    ParticleBuffers particles;
};

}  // namespace milkomeda
