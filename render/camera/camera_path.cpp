#include "render/camera/camera_path.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/constants.hpp>

namespace milkomeda {
namespace {

using Quantity = std::function<double(const Camera&)>;

double wrapped(double angle) { return std::remainder(angle, glm::two_pi<double>()); }

// Slope of the path at a key frame, per unit of time. The arguments are the differences in time (spans) and value
// (rises) from the previous and to the next key frame. Returns the weighted harmonic mean of the two slopes rise /
// span, or 0 if these slopes differ in sign (Fritsch & Butland 1984, SIAM J. Sci. Stat. Comput. 5, 300, eq. 5).
double slope(double span_before, double rise_before, double span_after, double rise_after) {
    const double before = rise_before / span_before, after = rise_after / span_after;
    if (before * after <= 0) return 0;
    const double weight = (span_before + 2 * span_after) / (3 * (span_before + span_after));
    return before * after / (weight * after + (1 - weight) * before);
}

// Cubic Hermite polynomial at `share` (0 to 1) of a segment, relative to the value at the segment's start. `rise` is
// the value difference of the segment; the slopes are derivatives with respect to `share`.
double cubic(double share, double rise, double slope_at_start, double slope_at_end) {
    const double s = share, s2 = s * s, s3 = s2 * s;
    return (3 * s2 - 2 * s3) * rise + (s3 - 2 * s2 + s) * slope_at_start + (s3 - s2) * slope_at_end;
}

}  // namespace

CameraPath::CameraPath(const std::vector<KeyFrame>& keys) {
    for (const KeyFrame& key : keys) add(key);
}

void CameraPath::add(const KeyFrame& key) {
    constexpr double same = 1e-6;
    std::erase_if(keys_, [&key](const KeyFrame& other) { return std::abs(other.time - key.time) < same; });
    keys_.insert(std::ranges::upper_bound(keys_, key.time, {}, &KeyFrame::time), key);
}

void CameraPath::remove(std::size_t index) {
    if (index < keys_.size()) keys_.erase(keys_.begin() + static_cast<std::ptrdiff_t>(index));
}

Camera CameraPath::at(double time) const {
    const auto after = std::ranges::upper_bound(keys_, time, {}, &KeyFrame::time);
    if (after == keys_.begin()) return keys_.front().camera;
    if (after == keys_.end()) return keys_.back().camera;
    const auto end = static_cast<std::size_t>(after - keys_.begin()), start = end - 1;
    const auto span = [this](std::size_t segment) { return keys_[segment + 1].time - keys_[segment].time; };
    const double share = (time - keys_[start].time) / span(start);

    const auto between = [&](const Quantity& of, bool is_angle) {
        const auto rise = [&](std::size_t segment) {
            const double difference = of(keys_[segment + 1].camera) - of(keys_[segment].camera);
            return is_angle ? wrapped(difference) : difference;
        };
        const auto slope_at = [&](std::size_t key) {
            if (key == 0 || key + 1 == keys_.size()) return 0.0;
            return span(start) * slope(span(key - 1), rise(key - 1), span(key), rise(key));
        };
        return static_cast<float>(of(keys_[start].camera) + cubic(share, rise(start), slope_at(start), slope_at(end)));
    };
    Camera camera = keys_[start].camera;
    camera.yaw = between([](const Camera& c) { return c.yaw; }, true);
    camera.pitch = between([](const Camera& c) { return c.pitch; }, false);
    camera.distance = std::exp(between([](const Camera& c) { return std::log(c.distance); }, false));
    camera.fov_radians = between([](const Camera& c) { return c.fov_radians; }, false);
    for (int axis = 0; axis < 3; ++axis)
        camera.target[axis] = between([axis](const Camera& c) { return c.target[axis]; }, false);
    return camera;
}

}  // namespace milkomeda
