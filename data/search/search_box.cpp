#include "data/search/search_box.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace milkomeda {

void require_valid(const SearchBox& box) {
    if (box.empty()) throw std::invalid_argument("the box of a search has no dimension");
    for (std::size_t d = 0; d < box.size(); ++d)
        if (!std::isfinite(box[d].width()) || box[d].width() < 0)
            throw std::invalid_argument(
                fmt::format("dimension {} of the search has the bounds {} and {}; the first "
                            "must not be larger than the second",
                            d + 1, box[d].least, box[d].most));
}

}  // namespace milkomeda
