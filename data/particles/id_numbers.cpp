#include "data/particles/id_numbers.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "data/particles/row_order.hpp"

namespace milkomeda {

std::vector<std::uint32_t> IdNumbers::numbers(std::span<const std::uint64_t> ids, bool counts_from_1) {
    constexpr std::uint32_t plain_numbers = 1u << 31;
    if (ids.empty()) return {};
    const auto [least, most] = least_and_greatest(ids);
    if (!is_used_) {
        is_used_ = true;
        begin_ = counts_from_1 && least > 0 ? 1 : 0;
        const bool fit = most - begin_ <= std::numeric_limits<std::uint32_t>::max();
        plain_end_ = next_ = fit ? plain_numbers : 0;
    }
    repeated_ = 0;
    // For ids less than begin_, the unsigned difference id - begin_ wraps around and exceeds plain_end_.
    if (least >= begin_ && most - begin_ < plain_end_) {
        std::vector<std::uint32_t> plain(ids.size());
        std::ranges::transform(ids, plain.begin(),
                               [&](std::uint64_t id) { return static_cast<std::uint32_t>(id - begin_); });
        if (repeated_ids(plain) == 0) return plain;
    }
    return listed(ids);
}

// Returns the numbers of ids in the general case: some ids are repeated, or cannot be used as numbers.
std::vector<std::uint32_t> IdNumbers::listed(std::span<const std::uint64_t> ids) {
    std::vector<std::uint32_t> rows(ids.size()), found(ids.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::ranges::sort(rows,
                      [&](std::uint32_t a, std::uint32_t b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
    std::vector<Numbered> added;
    auto known = known_.begin();
    for (std::size_t first = 0, end; first < rows.size(); first = end) {
        const std::uint64_t id = ids[rows[first]];
        for (end = first + 1; end < rows.size() && ids[rows[end]] == id;) ++end;
        const auto count = static_cast<std::uint32_t>(end - first);
        repeated_ += count - 1;
        if (count == 1 && id - begin_ < plain_end_) {
            found[rows[first]] = static_cast<std::uint32_t>(id - begin_);
            continue;
        }
        for (std::uint32_t place = 0; place < count; ++place) {
            const Key key{id, count, place};
            while (known != known_.end() && known->key < key) ++known;
            if (known == known_.end() || known->key != key) added.push_back({key, next_++});
            found[rows[first + place]] =
                known == known_.end() || known->key != key ? added.back().number : known->number;
        }
    }
    const auto middle = known_.insert(known_.end(), added.begin(), added.end());
    std::ranges::inplace_merge(known_, middle, {}, &Numbered::key);
    return found;
}

}  // namespace milkomeda
