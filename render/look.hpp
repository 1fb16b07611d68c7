// How particles are drawn: plain values that panels and keys change.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace milkomeda {

// The three modes of the 2008 program.
enum class DrawMode {
    point,         // points coloured by velocity direction: |vx| red, |vy| green, |vz| blue
    color_sprite,  // point sprites so coloured
    sprite,        // point sprites of one predetermined colour
};

inline constexpr std::array<std::string_view, 3> draw_mode_names{"point", "color-sprite", "sprite"};

constexpr std::string_view name_of(DrawMode mode) {
    return draw_mode_names[static_cast<std::size_t>(mode)];
}
constexpr DrawMode next(DrawMode mode) {
    return static_cast<DrawMode>((static_cast<std::size_t>(mode) + 1) % draw_mode_names.size());
}
std::optional<DrawMode> draw_mode_from(std::string_view name);

struct Look {
    DrawMode mode = DrawMode::sprite;
    float point_size = 1;  // relative to the mode's natural size
    glm::vec3 sprite_color{1.0f, 0.66f, 0.36f};
    float brightness = 1;
};

inline constexpr float smallest_point_size = 0.125f;
inline constexpr float largest_point_size = 8;
void enlarge_points(Look& look);  // by a factor of 2^(1/4), within the limits
void shrink_points(Look& look);

}  // namespace milkomeda
