#include "compute/simulation/state_copy.hpp"

#include <algorithm>

namespace milkomeda {

void StateCopy::begin(ParticleBuffers& particles, double time, long steps) {
    particles.read(columns_.positions(), columns_.velocities());
    time_ = time;
    steps_ = steps;
    moved_ = 0;
}

bool StateCopy::move_into(WholeState& state) {
    constexpr std::size_t part_rows = 1 << 18;  // 8 MB
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
    state.time = time_;
    state.steps = steps_;
    return moved_ == rows;
}

}  // namespace milkomeda
