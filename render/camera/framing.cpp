#include "render/camera/framing.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <span>

namespace milkomeda {

namespace {

constexpr double share_of_stragglers = 0.005;

glm::vec3 mean(std::span<const glm::vec3> points) {
    glm::dvec3 sum{0};
    for (const glm::vec3& point : points) sum += glm::dvec3{point};
    return glm::vec3{sum / static_cast<double>(points.size())};
}

// Ignores the fraction share_of_stragglers of `points` that is farthest from `center`. Returns the farthest of the
// remaining points. Reorders `points` so that nearer points precede the returned point.
std::vector<glm::vec3>::iterator farthest_in_view(std::vector<glm::vec3>& points, const glm::vec3& center) {
    const auto at = points.end() - 1 - static_cast<std::ptrdiff_t>(share_of_stragglers * double(points.size()));
    std::ranges::nth_element(points, at, {}, [&](const glm::vec3& point) { return glm::distance(point, center); });
    return at;
}

// Returns the camera's right, up and backward axes, in world coordinates.
glm::mat3 axes_of(const Camera& camera) { return glm::transpose(glm::mat3{view_from_world(camera)}); }

// View of points by the camera at one roll angle.
struct Extent {
    glm::vec2 middle;  // shift of the target that centers the points, along the rolled right and up axes
    float distance;    // smallest camera distance at which all points are in the picture after this shift
};

// Returns the smallest camera distance at which `point` is in the picture. `aside` is the offset of the point along the
// axes of the picture, and `height` its distance from the target toward the camera.
float distance_for(const glm::vec2& aside, float height, const FreeView& free) {
    const glm::vec2 distances = glm::abs(aside) / glm::vec2{free.half_width, free.half_height};
    return height + std::max(distances.x, distances.y);
}

// Returns the view of `points` at the angle `roll`. Points are relative to the target, along the camera's right, up and
// backward axes. A point with offset x and height z is in the picture of half width w, centered on m, if |x - m| <=
// w (d - z). All points are in it if max(x + w z) - w d <= m <= min(x - w z) + w d. At the smallest d both limits are
// equal.
Extent extent_of(std::span<const glm::vec3> points, float roll, const FreeView& free) {
    const float c = std::cos(roll), s = std::sin(roll);
    constexpr float margin = 1.08f;  // leaves a margin of 4 % of the free area on each side
    const glm::vec2 half = glm::vec2{free.half_width, free.half_height} / margin;
    glm::vec2 least{std::numeric_limits<float>::infinity()}, most = -least;
    for (const glm::vec3& p : points) {
        const glm::vec2 aside{c * p.x + s * p.y, c * p.y - s * p.x};
        least = glm::min(least, aside - half * p.z);
        most = glm::max(most, aside + half * p.z);
    }
    const glm::vec2 distances = (most - least) / (2.0f * half);
    return {(least + most) / 2.0f, std::max(distances.x, distances.y)};
}

// Returns a point relative to the camera's target, along the camera's right, up and backward axes. For a parallel
// projection, the returned point has the depth of the target, because depth does not affect the picture.
glm::vec3 relative(const Camera& camera, const glm::mat3& axes, const glm::vec3& point) {
    const glm::vec3 place = (point - camera.target) * axes;
    return camera.projection == Projection::orthographic ? glm::vec3{place.x, place.y, 0} : place;
}

// Frames the camera and returns the points in view and `always`, relative to the camera's target and along its axes.
std::vector<glm::vec3> points_in_view(Camera& camera, std::vector<glm::vec3> points,
                                      std::span<const glm::vec3> always = {}) {
    camera = framed(camera, points);
    const float radius = glm::distance(*farthest_in_view(points, camera.target), camera.target);
    std::erase_if(points, [&](const glm::vec3& point) { return glm::distance(point, camera.target) > radius; });
    points.insert(points.end(), always.begin(), always.end());
    const glm::mat3 axes = axes_of(camera);
    for (glm::vec3& point : points) point = relative(camera, axes, point);
    return points;
}

void fit(Camera& camera, const Extent& extent) {
    // Leaves the camera unchanged if all points coincide, or if their distances overflow.
    if (!(extent.distance > 0) || std::isinf(extent.distance)) return;
    const glm::mat3 axes = axes_of(camera);
    camera.target += extent.middle.x * axes[0] + extent.middle.y * axes[1];
    camera.distance = extent.distance;
}

}  // namespace

Camera framed_in(Camera camera, std::vector<glm::vec3> all, const FreeView& free, std::span<const glm::vec3> always) {
    const std::vector<glm::vec3> points = points_in_view(camera, std::move(all), always);
    fit(camera, extent_of(points, 0, free));
    return camera;
}

float distance_to_show(const Camera& camera, std::span<const glm::vec3> points, const FreeView& free) {
    const glm::mat3 axes = axes_of(camera);
    float distance = 0;
    for (const glm::vec3& point : points) {
        const glm::vec3 place = relative(camera, axes, point);
        distance = std::max(distance, distance_for({place.x, place.y}, place.z, free));
    }
    return distance;
}

std::vector<glm::vec3> circle_facing(const Camera& camera, const glm::vec3& center, float radius) {
    constexpr int count = 16;  // the circle extends at most 2 % beyond the bounds of this many points
    const glm::mat3 axes = axes_of(camera);
    std::vector<glm::vec3> points;
    for (int i = 0; i < count; ++i) {
        const float angle = glm::two_pi<float>() * static_cast<float>(i) / count;
        points.push_back(center + radius * (std::cos(angle) * axes[0] + std::sin(angle) * axes[1]));
    }
    return points;
}

Camera composed(Camera camera, std::vector<glm::vec3> all, const FreeView& free) {
    constexpr float least_gain = 1.05f, quarter_turn = glm::half_pi<float>();
    constexpr int steps = 18;  // number of roll angles tested in each direction of roll
    const std::vector<glm::vec3> points = points_in_view(camera, std::move(all));
    float roll = 0;
    Extent best = extent_of(points, roll, free);
    const float upright = best.distance;
    for (int step = -steps; step <= steps; ++step) {
        const float angle = quarter_turn * static_cast<float>(step) / steps;
        const Extent found = extent_of(points, angle, free);
        if (found.distance * least_gain > upright || found.distance >= best.distance) continue;
        best = found;
        roll = angle;
    }
    const glm::vec3 outwards = axes_of(camera)[2];
    camera.frame = glm::mat3{glm::rotate(glm::mat4{1}, roll, outwards)} * camera.frame;
    fit(camera, best);
    return camera;
}

Camera framed(Camera camera, std::vector<glm::vec3> points) {
    constexpr float nearest = 1e-9f, farthest = 1e9f;  // distance limits for drawing with single precision
    const auto last = farthest_in_view(points, mean(points));
    camera.target = mean({points.begin(), last + 1});  // mean position of the points that are not stragglers
    const float radius = glm::distance(*farthest_in_view(points, camera.target), camera.target);
    if (radius > 0) camera.distance = std::clamp(radius / std::sin(camera.fov_radians / 2), nearest, farthest);
    return camera;
}

}  // namespace milkomeda
