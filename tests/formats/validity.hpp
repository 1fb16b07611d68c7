// These functions check conditions that particles from every file reader, and all error messages, must meet.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline bool is_valid(const ParticleSet& particles) {
    const auto finite = [](const Float4& a) {
        return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z) && std::isfinite(a.w);
    };
    std::size_t covered = 0;
    for (const Component& component : particles.components) {
        if (component.first != covered || component.count == 0 || component.name.empty()) return false;
        covered += component.count;
    }
    return particles.size() > 0 && covered == particles.size() && particles.velocities.size() == particles.size() &&
           particles.ids.size() == particles.size() && total_mass(particles) > 0 && std::isfinite(particles.time) &&
           std::all_of(particles.positions.begin(), particles.positions.end(), finite) &&
           std::all_of(particles.velocities.begin(), particles.velocities.end(), finite);
}

// Returns whether `line` is one printable line that begins with the file name.
inline bool is_error_line(std::string_view line, std::string_view file) {
    return line.starts_with(std::string(file) + ":") && line.size() > file.size() + 3 &&
           std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace milkomeda
