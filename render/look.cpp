#include "render/look.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4)

}  // namespace

std::optional<DrawMode> draw_mode_from(std::string_view name) {
    const auto found = std::find(draw_mode_names.begin(), draw_mode_names.end(), name);
    if (found == draw_mode_names.end()) return std::nullopt;
    return static_cast<DrawMode>(found - draw_mode_names.begin());
}

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, largest_point_size);
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, smallest_point_size);
}

}  // namespace milkomeda
