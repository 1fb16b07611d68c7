// Moves the camera with the bodies: with a star in the mode sky, with a followed object, or so that all bodies are in
// view.
#include <algorithm>
#include <cmath>

#include "app/viewport/camera_rig.hpp"
#include "app/viewport/framed_bodies.hpp"
#include "app/viewport/sky_aim.hpp"

namespace milkomeda {

void CameraRig::follow(LoadedScene& loaded, double seconds) {
    if (settings.plays_path && !path.empty()) {
        mode_ = CameraMode::orbit;
        camera_ = path.at(loaded.moment().time);
    } else if (mode_ == CameraMode::sky) {
        place_on_star(loaded);
    } else {
        if (!followed().empty()) follow_object(loaded);
        if (settings.keeps_framed) keep_framed(loaded, seconds);
    }
    transition_.advance(seconds);
    shown_ = transition_.shown(camera_);
}

void CameraRig::place_on_star(LoadedScene& loaded) {
    const ParticleRows star = loaded.rows().rows({observer_.row, 1});
    if (star.positions.empty()) return;
    camera_.frame = observer_.frame;
    camera_.in_sky = true;
    camera_.distance = 1;  // arbitrary: in the mode sky, the target only defines the camera's direction
    if (aims_at_other_galaxy_) aim(star.positions.front(), loaded);
    move_to(camera_, star.positions.front());
}

void CameraRig::aim(const glm::vec3& star, LoadedScene& loaded) {
    const Landmark *center = nullptr, *other = nullptr;
    for (const Landmark& galaxy : loaded.galaxies()) {
        if (galaxy.name == observer_.galaxy) center = &galaxy;
        if (galaxy.name == observer_.other) other = &galaxy;
    }
    if (!center) return;
    const auto direction = [&](const Landmark& galaxy) {
        return glm::transpose(observer_.frame) * (galaxy.position - star);
    };
    const SkyAim found = aim_in_sky(direction(*center), direction(other ? *other : *center), camera_.projection);
    camera_.yaw = found.yaw, camera_.pitch = found.pitch;
}

std::optional<glm::vec3> CameraRig::position_of_followed(LoadedScene& loaded) const {
    if (followed_.row) {
        const ParticleRows body = loaded.rows().rows({*followed_.row, 1});
        return body.positions.empty() ? std::nullopt : std::optional{glm::vec3{body.positions.front()}};
    }
    for (const Landmark& galaxy : loaded.galaxies())
        if (galaxy.name == followed_.name) return galaxy.position;
    return std::nullopt;
}

void CameraRig::follow_object(LoadedScene& loaded) {
    const std::optional<glm::vec3> position = position_of_followed(loaded);
    if (!position) return;
    if (last_position_) {
        camera_.target += *position - *last_position_;
        transition_.shift(*position - *last_position_);
    } else if (mode_ == CameraMode::orbit) {
        camera_.target = *position;
    }
    last_position_ = position;
}

void CameraRig::focus(const glm::vec2& point_in_picture, LoadedScene& loaded) {
    if (mode_ != CameraMode::orbit) return;
    constexpr float nearby = 0.05f;  // largest distance of a body from the point, in units of the picture's height
    const glm::mat4 view = view_from_world(camera_);
    const float height = 2 * std::tan(camera_.fov_radians / 2);
    const bool is_deep = camera_.projection == Projection::perspective;
    glm::vec3 sum{0};
    float count = 0;
    for (const glm::vec3& point : framed_bodies(loaded).sample) {
        const glm::vec3 seen{view * glm::vec4{point, 1}};
        const float depth = is_deep ? -seen.z : camera_.distance;
        const glm::vec2 at = glm::vec2{seen.x, -seen.y} / (depth * height);
        if (depth <= 0 || glm::distance(at, point_in_picture) > nearby) continue;
        sum += point;
        ++count;
    }
    if (count > 0) return focus(sum / count);
    focus(camera_.target);
    // If no body is near the point, moves the camera sideways at the depth of the target.
    pan(camera_, -point_in_picture);
}

void CameraRig::focus(const glm::vec3& target) {
    if (mode_ != CameraMode::orbit) return;
    stop_following();
    glide();
    settings.plays_path = settings.keeps_framed = false;
    camera_.target = target;
}

void CameraRig::keep_framed(LoadedScene& loaded, double seconds) {
    wheel_goal_.reset();
    framing_.compose(camera_, loaded, seconds);
    framing_.follow(camera_, loaded, seconds);
}

}  // namespace milkomeda
