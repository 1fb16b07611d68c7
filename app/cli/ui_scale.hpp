// Limits of the scale factor for text and panels.
#pragma once

namespace milkomeda {

inline constexpr float smallest_ui_scale = 0.5f, largest_ui_scale = 4;

}  // namespace milkomeda
