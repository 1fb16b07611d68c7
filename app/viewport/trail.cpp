#include "app/viewport/trail.hpp"

namespace milkomeda {

void Trail::record(double time, const glm::vec3& position) {
    while (!points_.empty() && points_.back().time > time) points_.pop_back();
    constexpr double rounding = 1e-6;  // tolerance in model time, for the rounding errors in sums of many timesteps
    if (!points_.empty() && time - points_.back().time < spacing_ - rounding) return;
    points_.push_back({time, position});
    if (points_.size() < most_points) return;
    // When the trail is full, removes every second point, and doubles the spacing of later points.
    for (std::size_t i = 0; 2 * i < points_.size(); ++i) points_[i] = points_[2 * i];
    points_.resize((points_.size() + 1) / 2);
    spacing_ *= 2;
}

}  // namespace milkomeda
