#include "app/tools/ring.hpp"

#include <cmath>
#include <numbers>

#include "app/tools/play_tools.hpp"

namespace milkomeda {

std::vector<glm::vec3> ring_of(const Aim& aim) {
    constexpr int points = 64;
    if (aim.spin == glm::vec3{0}) return {};
    const glm::vec3 axis = glm::normalize(aim.spin);
    const glm::vec3 other = std::abs(axis.x) < 0.8f ? glm::vec3{1, 0, 0} : glm::vec3{0, 1, 0};
    const auto radius = static_cast<float>(aim.radius);
    const glm::vec3 x = radius * glm::normalize(glm::cross(axis, other)), y = glm::cross(axis, x);
    std::vector<glm::vec3> ring;
    for (int i = 0; i <= points; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / points;
        ring.push_back(aim.place + std::cos(angle) * x + std::sin(angle) * y);
    }
    return ring;
}

std::optional<glm::vec3> ring_point_at(const View& view, const Aim& aim, const glm::vec2& pixel, float reach) {
    std::optional<glm::vec3> nearest;
    for (const glm::vec3& point : ring_of(aim)) {
        const std::optional<glm::vec2> place = pixel_of(view, point);
        if (!place || glm::distance(*place, pixel) > reach) continue;
        reach = glm::distance(*place, pixel);
        nearest = point;
    }
    return nearest;
}

RingGrip::RingGrip(const glm::vec2& place, bool behind, const glm::vec3& spin)
    : behind_{behind}, grabbed_{on_ball(place)}, spin_{spin} {}

// Returns the point of the unit sphere whose projection onto the picture is `place`; if `place` is outside the unit
// circle, the nearest point of the circle.
glm::vec3 RingGrip::on_ball(const glm::vec2& place) const {
    const float away = glm::length(place);
    if (away >= 1) return {place / away, 0};
    const float depth = std::sqrt(1 - away * away);
    return {place, behind_ ? -depth : depth};
}

// Rotates the spin by the shortest rotation that takes the grabbed point to the new point (Rodrigues' formula).
glm::vec3 RingGrip::turned(const glm::vec2& place) const {
    const glm::vec3 there = on_ball(place), axis = glm::cross(grabbed_, there);
    const float cosine = glm::dot(grabbed_, there);
    if (cosine < -1 + 1e-6f) return spin_;  // no rotation, because the rotation to the opposite point is not unique
    return cosine * spin_ + glm::cross(axis, spin_) + (glm::dot(axis, spin_) / (1 + cosine)) * axis;
}

}  // namespace milkomeda
