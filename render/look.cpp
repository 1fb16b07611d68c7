#include "render/look.hpp"

#include <algorithm>

#include "render/names.hpp"

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4)

}  // namespace

std::string joined(std::span<const std::string_view> names) {
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

std::optional<DrawMode> draw_mode_from(std::string_view name) {
    return value_named<DrawMode>(draw_mode_names, name);
}
std::optional<ColorBy> color_by_from(std::string_view name) {
    return value_named<ColorBy>(color_by_names, name);
}
std::optional<ColorMap> color_map_from(std::string_view name) {
    return value_named<ColorMap>(color_map_names, name);
}
std::optional<ToneCurve> tone_curve_from(std::string_view name) {
    return value_named<ToneCurve>(tone_curve_names, name);
}
std::optional<Stereo> stereo_from(std::string_view name) {
    return value_named<Stereo>(stereo_names, name);
}

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, largest_point_size);
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, smallest_point_size);
}

}  // namespace milkomeda
