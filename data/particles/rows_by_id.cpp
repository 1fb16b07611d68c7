#include "data/particles/rows_by_id.hpp"

#include <bit>

namespace milkomeda {

RowsById::RowsById(std::span<const std::uint32_t> ids)
    : ids_{ids},
      shift_{64 - static_cast<int>(std::bit_width(2 * ids.size() + 1))},
      slots_(std::size_t{1} << (64 - shift_), none) {
    for (std::size_t row = 0; row < ids.size(); ++row) {
        const std::size_t slot = slot_of(ids[row]);
        if (slots_[slot] == none)
            slots_[slot] = static_cast<std::uint32_t>(row);
        else
            are_unique_ = false;
    }
}

}  // namespace milkomeda
