#include "render/camera/camera_motion.hpp"

#include <cmath>

namespace milkomeda {

glm::vec2 OrbitInertia::advance(double seconds) {
    // speed at which the rotation stops, in window heights per second: one pixel per second if the window is 500 pixels
    // high
    constexpr float slowest = 0.002f;
    const float left = std::exp(-static_cast<float>(seconds) / fade_seconds);
    const glm::vec2 motion = fade_seconds * (1 - left) * velocity_;
    velocity_ *= left;
    if (glm::length(velocity_) < slowest) stop();
    return motion;
}

Camera CameraTransition::shown(const Camera& goal) const {
    if (!flies()) return goal;
    const float share = passed_ / seconds;
    return between(from_, goal, share * share * (3 - 2 * share));
}

float approach(float distance, float goal, double seconds) {
    constexpr double slowness = 0.08;
    const float ratio = std::pow(goal / distance, share_covered(seconds, slowness));
    const float nearer = distance * ratio;
    return std::abs(std::log(goal / nearer)) < 1e-3f ? goal : nearer;
}

float share_covered(double seconds, double slowness) { return static_cast<float>(-std::expm1(-seconds / slowness)); }

}  // namespace milkomeda
