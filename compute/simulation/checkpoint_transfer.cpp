#include "compute/simulation/checkpoint_transfer.hpp"

#include <algorithm>

namespace milkomeda {

void CheckpointTransfer::begin(ParticleBuffers& particles, Checkpoint without_rows) {
    particles.read(columns_.positions(), columns_.velocities());
    without_rows_ = std::move(without_rows);
    moved_ = 0;
}

bool CheckpointTransfer::move_into(Checkpoint& state) {
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
    state.time = without_rows_.time;
    state.steps = without_rows_.steps;
    state.integers = std::move(without_rows_.integers);
    state.memory = std::move(without_rows_.memory);
    return true;
}

}  // namespace milkomeda
