// The speeds that the time bar and the menus offer.
#pragma once

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <string>

#include "app/playback/snapshot_series.hpp"
#include "app/scene/loaded_scene.hpp"

namespace milkomeda {

inline constexpr std::array speeds{0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
inline constexpr std::size_t usual_speed = 2;  // index of the speed 1x

// Returns text such as "1/4x" or "2x".
inline std::string speed_text(double speed) {
    const double inverse = 1 / speed;
    return speed < 1 && inverse == std::round(inverse) ? fmt::format("1/{:.0f}x", inverse)
                                                       : fmt::format("{:.3g}x", speed);
}

// Returns the pace at the speed 1x: the pace with which the scene begins, or the default pace for snapshots.
inline double usual_pace(const LoadedScene& loaded) {
    return loaded.particle_source().series() ? SimulationParameters{}.time_per_second
                                             : loaded.initial().parameters.time_per_second;
}

}  // namespace milkomeda
