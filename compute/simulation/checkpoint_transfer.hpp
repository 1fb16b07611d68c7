// Transfers the state of a run to the host while the run continues.
#pragma once

#include <algorithm>
#include <utility>

#include "compute/device/host_columns.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/simulation/checkpoint.hpp"

namespace milkomeda {

// The device writes the state of millions of bodies to page-locked memory within milliseconds. Copying the state from
// this memory to a checkpoint takes a tenth of a second, so the host copies the state in parts that are short enough
// for a frame.
class CheckpointTransfer {
  public:
    CheckpointTransfer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bodies)
        : columns_{context, queue, bodies} {}

    // Reads all positions and velocities from the device. `without_rows` contains all data of the checkpoint except the
    // positions and velocities. Must be called between steps, with device access.
    void begin(ParticleBuffers& particles, Checkpoint without_rows) {
        particles.read(columns_.positions(), columns_.velocities());
        without_rows_ = std::move(without_rows);
        moved_ = 0;
    }
    // Copies the next part into `state`. Reuses the memory of `state`. Returns true when `state` is complete.
    bool move_into(Checkpoint& state) {
        constexpr std::size_t part_rows = 1 << 18;  // 8 MB of positions and velocities
        const std::size_t rows = columns_.positions().size(), part = std::min(part_rows, rows - moved_);
        const auto append = [&](std::vector<Float4>& to, std::span<const Float4> from) {
            to.resize(moved_);
            to.reserve(rows);
            const auto next = from.subspan(moved_, part);
            to.insert(to.end(), next.begin(), next.end());
        };
        append(state.positions, columns_.positions());
        append(state.velocities, columns_.velocities());
        moved_ += part;
        if (moved_ < rows) return false;
        without_rows_.positions = std::move(state.positions);
        without_rows_.velocities = std::move(state.velocities);
        state = std::exchange(without_rows_, {});
        return true;
    }

  private:
    HostColumns columns_;
    Checkpoint without_rows_;
    std::size_t moved_ = 0;  // number of rows copied so far
};

}  // namespace milkomeda
