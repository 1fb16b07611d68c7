#include "render/look/look.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4)

}  // namespace

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, largest_point_size);
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, smallest_point_size);
}

}  // namespace milkomeda
