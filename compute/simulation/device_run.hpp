// A run on an OpenCL device: its parts, and the executor of its steps.
#pragma once

#include <fmt/format.h>

#include <stdexcept>

#include "compute/device/host_columns.hpp"
#include "compute/simulation/simulation.hpp"
#include "compute/simulation/step_executor.hpp"
#include "compute/simulation/step_rounds.hpp"

namespace milkomeda {

struct DeviceRun {
    DeviceRun(const DeviceContext& device_context, const GlSide& gl, GlVertexBuffers shared, const ParticleSet& initial,
              const ReadAsset& read, const SolverChoice& choice)
        : parts{device_context, gl, shared, initial, read, choice},
          host{parts.device.context, parts.device.queue, initial.size()},
          executor{parts},
          rounds{parts, executor} {}

    // Waits for the steps of StepRounds::enqueue_ahead(), and calls `work` with device access.
    auto with_access(const auto& work) {
        rounds.finish_ahead();
        return parts.device.particles.with_access(work);
    }
    // Calls `work` as with_access() does. Throws std::logic_error during a step; `function` names the caller.
    auto between_steps(const char* function, const auto& work) {
        if (!executor.between_steps()) throw std::logic_error(fmt::format("{}() in the middle of a step", function));
        return with_access(work);
    }
    // If `with_rows` is true, transfers the bodies to the host if they have changed since the last transfer.
    DrawnRows drawn(bool with_rows) {
        DrawnRows drawn{executor.drawn_time(), executor.drawn_offset(), {}, {}};
        if (!with_rows || !executor.take_changed()) return drawn;
        with_access([&] { parts.device.particles.read(host.positions(), host.velocities()); });
        drawn.positions = host.positions();
        drawn.velocities = host.velocities();
        return drawn;
    }

    RunParts parts;
    HostColumns host;  // positions and velocities for pictures
    StepExecutor executor;
    StepRounds rounds;
};

}  // namespace milkomeda
