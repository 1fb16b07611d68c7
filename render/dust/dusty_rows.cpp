#include "render/dust/dusty_rows.hpp"

#include <algorithm>

namespace milkomeda {

void DustyRows::set_ranks(std::span<const float> ranks) {
    ranks_.assign(ranks.begin(), ranks.end());
    share_ = -1;
}

const GlBuffer& DustyRows::below(float share) {
    if (share == share_) return buffer_;
    rows_.clear();
    for (std::size_t row = 0; row < ranks_.size(); ++row)
        if (ranks_[row] >= 0 && ranks_[row] < share) rows_.push_back(static_cast<unsigned>(row));
    buffer_ = new_buffer("rows with dust", std::as_bytes(std::span{rows_}), GL_STATIC_DRAW);
    share_ = share;
    return buffer_;
}

RowRange DustyRows::part(std::size_t first, std::size_t count) const {
    const auto begin = std::ranges::lower_bound(rows_, first), end = std::ranges::lower_bound(rows_, first + count);
    return {static_cast<std::size_t>(begin - rows_.begin()), static_cast<std::size_t>(end - begin)};
}

}  // namespace milkomeda
