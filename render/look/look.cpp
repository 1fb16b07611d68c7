#include "render/look/look.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4), the factor of one step of the point size

}  // namespace

bool is_natural(const Look& look) {
    return rendering_of(look.mode) == Rendering::photograph && !look.tone_mapping.infrared &&
           (look.color_by == ColorBy::component || look.color_by == ColorBy::temperature);
}

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, static_cast<float>(point_size_range.most));
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, static_cast<float>(point_size_range.least));
}

}  // namespace milkomeda
