#include "render/look/look.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4)

}  // namespace

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, static_cast<float>(point_size_range.most));
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, static_cast<float>(point_size_range.least));
}

}  // namespace milkomeda
