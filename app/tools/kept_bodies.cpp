#include "app/tools/kept_bodies.hpp"

#include <algorithm>

#include "data/particles/rows_by_id.hpp"

namespace milkomeda {

void KeptBodies::keep(std::span<const std::uint32_t> rows, const ParticleSet& bodies) {
    forget();
    for (const std::uint32_t row : rows) ids_.push_back(bodies.ids[row]);
    std::ranges::sort(ids_);
}

void KeptBodies::forget() { *this = {}; }

void KeptBodies::advance(LoadedScene& loaded) {
    if (ids_.empty()) return;
    if (setup_ != loaded.held_initial()) {
        setup_ = loaded.held_initial();
        marked_.clear();
        constexpr std::size_t most_marks = 400;
        const std::size_t step = (ids_.size() + most_marks - 1) / most_marks;
        const RowsById rows{setup_->particles.ids};
        for (std::size_t i = 0; i < ids_.size(); i += step)
            if (const std::uint32_t row = rows.row_of(ids_[i]); row != RowsById::none) marked_.push_back(row);
    }
    places_.clear();
    for (const std::size_t row : marked_)
        for (const glm::vec4& place : loaded.rows().rows({row, 1}).positions) places_.emplace_back(place);
}

}  // namespace milkomeda
