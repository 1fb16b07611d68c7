#include "render/look.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

constexpr float size_step = 1.1892071f;  // 2^(1/4)

template <typename Enum, std::size_t count>
std::optional<Enum> find(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string joined(std::span<const std::string_view> names) {
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

std::optional<DrawMode> draw_mode_from(std::string_view name) {
    return find<DrawMode>(draw_mode_names, name);
}
std::optional<ColorBy> color_by_from(std::string_view name) {
    return find<ColorBy>(color_by_names, name);
}
std::optional<ColorMap> color_map_from(std::string_view name) {
    return find<ColorMap>(color_map_names, name);
}
std::optional<ToneCurve> tone_curve_from(std::string_view name) {
    return find<ToneCurve>(tone_curve_names, name);
}
std::optional<Stereo> stereo_from(std::string_view name) {
    return find<Stereo>(stereo_names, name);
}

void enlarge_points(Look& look) {
    look.point_size = std::min(look.point_size * size_step, largest_point_size);
}
void shrink_points(Look& look) {
    look.point_size = std::max(look.point_size / size_step, smallest_point_size);
}

}  // namespace milkomeda
