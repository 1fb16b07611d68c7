#include "app/viewport/camera_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {
namespace {

constexpr float sky_fov = 1.3f;  // vertical field of view in the mode sky, in radians (75 degrees)

bool holds(const Input& input, char32_t key) { return std::ranges::find(input.held, key) != input.held.end(); }

}  // namespace

void CameraRig::begin(const SceneSetup& initial, const CameraOverrides& overrides) {
    if (initial.source != source_) {
        path = CameraPath{initial.key_frames};
        settings.fly_speed = std::clamp(initial.camera.distance / 10.0, 0.01, 100.0);
    }
    source_ = initial.source;
    camera_ = camera_before_sky_ = initial.camera;
    mode_ = CameraMode::orbit;
    last_position_.reset();
    aims_at_other_galaxy_ = overrides.sky && !overrides.yaw && !overrides.pitch;
    followed_ = overrides.follow.empty() ? Followed{} : find_followed(initial.particles, overrides.follow);
    settings.turns = false;
    settings.keeps_framed = initial.framing.is_kept;
    settings.plays_path = overrides.path;
    if (overrides.sky) {
        // The scene has an observer, because load_scene_setup() has checked this.
        observer_ = find_sky_observer(initial.particles).value();
        mode_ = CameraMode::sky;
        camera_.yaw = overrides.yaw.value_or(0), camera_.pitch = overrides.pitch.value_or(0);
        camera_.fov_radians = sky_fov;
    }
    inertia_.stop();
    transition_.stop();
    wheel_goal_.reset();
    framing_.begin(initial.framing.is_kept);
    shown_ = camera_;
}

void CameraRig::reload(const SceneSetup& initial, bool same_bodies) try {
    last_position_.reset();
    if (mode_ == CameraMode::sky) {
        const std::vector<std::uint32_t>& ids = initial.particles.ids;
        const auto star = same_bodies ? std::ranges::find(ids, observer_.id) : ids.end();
        if (star != ids.end())
            observer_.row = static_cast<std::size_t>(star - ids.begin());
        else if (const auto seat = find_sky_observer(initial.particles))
            observer_ = *seat;
        else
            camera_ = camera_before_sky_, mode_ = CameraMode::orbit;
    }
    if (!followed().empty()) followed_ = find_followed(initial.particles, followed());
} catch (const UsageError&) {
    stop_following();  // stops following because the new particle set does not contain the followed object
}

void CameraRig::glide() {
    framing_.end_start();
    transition_.start(shown_);
    inertia_.stop();
    wheel_goal_.reset();
}

// Stops a transition at the displayed view, because the user moves the camera. In the mode sky, whose camera position
// is fixed to a star, lets the transition continue.
void CameraRig::stop_transition() {
    if (transition_.flies() && mode_ != CameraMode::sky) camera_ = shown_;
    if (mode_ != CameraMode::sky) transition_.stop();
    inertia_.stop();
}

bool CameraRig::is_moved(const Input& input) const {
    return input.wheel != 0 || input.zoom != 0 || input.rotate != glm::vec2{0} || input.pan != glm::vec2{0} ||
           (mode_ == CameraMode::fly && !input.held.empty());
}

void CameraRig::take(const Input& input, double seconds) {
    const bool is_touched = input.pressed || is_moved(input);
    if (input.pressed || (is_touched && transition_.flies())) stop_transition();
    if (is_touched) settings.plays_path = false;
    if (is_moved(input)) settings.keeps_framed = false;
    if (input.touched) framing_.end_start();
    if (is_touched || settings.turns) aims_at_other_galaxy_ = false;
    if (settings.turns) turn(seconds);
    drag(input, input.rotate + inertia_.advance(seconds), seconds);
    if (settings.inertia && input.flick != glm::vec2{0}) inertia_.start(input.flick);
    if (mode_ == CameraMode::fly) fly(input, seconds);
}

void CameraRig::turn(double seconds) {
    const glm::vec3 here = position(camera_);
    rotate(camera_, {-settings.degrees_per_second * seconds / 180, 0});
    if (mode_ != CameraMode::orbit) move_to(camera_, here);
}

void CameraRig::drag(const Input& input, glm::vec2 turn, double seconds) {
    if (mode_ == CameraMode::orbit) {
        rotate(camera_, turn);
        pan(camera_, input.pan);
        if (input.zoom != 0) {
            zoom(camera_, input.zoom);
            wheel_goal_.reset();
        }
        follow_wheel(input, seconds);
        return;
    }
    look_around(camera_, turn);
    if (mode_ == CameraMode::sky)
        widen(camera_, -input.wheel - input.zoom);
    else
        settings.fly_speed = std::clamp(settings.fly_speed * std::pow(1.2, input.wheel + input.zoom), 0.01, 100.0);
}

// Zooms toward the point under the pointer; while the camera follows an object, zooms toward the center of the picture.
void CameraRig::follow_wheel(const Input& input, double seconds) {
    if (input.wheel != 0) {
        Camera goal = camera_;
        goal.distance = wheel_goal_.value_or(camera_.distance);
        zoom(goal, input.wheel);
        wheel_goal_ = goal.distance;
        wheel_at_ = input.wheel_at;
    }
    if (!wheel_goal_) return;
    const float before = camera_.distance;
    camera_.distance = approach(before, *wheel_goal_, seconds);
    if (followed().empty()) pan(camera_, (1 - before / camera_.distance) * wheel_at_);
    if (wheel_goal_ == camera_.distance) wheel_goal_.reset();
}

void CameraRig::fly(const Input& input, double seconds) {
    const auto motion = [&input](char32_t plus, char32_t more, char32_t minus, char32_t less) {
        return static_cast<float>((holds(input, plus) || holds(input, more)) -
                                  (holds(input, minus) || holds(input, less)));
    };
    const glm::vec3 ahead = forward(camera_), up = camera_.frame[1];
    const glm::vec3 right = glm::normalize(glm::cross(ahead, up));
    const glm::vec3 direction =
        motion(U'd', U'→', U'a', U'←') * right + motion(U'e', 0, U'q', 0) * up + motion(U'w', U'↑', U's', U'↓') * ahead;
    if (glm::length(direction) < 0.1f) return;
    constexpr double faster_with_shift = 5;
    const double distance = settings.fly_speed * (input.shift ? faster_with_shift : 1) * seconds;
    camera_.target += static_cast<float>(distance) * glm::normalize(direction);
}

void CameraRig::enter(CameraMode mode, const LoadedScene& loaded) {
    if (mode == mode_) return;
    if (mode == CameraMode::sky) {
        const auto seat = find_sky_observer(loaded.initial().particles);
        if (!seat)
            throw UsageError(
                fmt::format("the sky cannot be shown: no galaxy of {} has a disk with a star to look from", source_));
        observer_ = *seat;
    }
    glide();
    settings.plays_path = false;
    if (mode == CameraMode::fly) settings.keeps_framed = false;
    if (mode == CameraMode::sky) {
        camera_before_sky_ = camera_;
        camera_.yaw = camera_.pitch = 0;
        aims_at_other_galaxy_ = true;
        camera_.fov_radians = sky_fov;
        camera_.projection = Projection::perspective;
    } else if (mode_ == CameraMode::sky) {
        camera_ = camera_before_sky_;
        last_position_.reset();
    }
    mode_ = mode;
}

void CameraRig::next_mode(const LoadedScene& loaded) try {
    enter(static_cast<CameraMode>((static_cast<std::size_t>(mode_) + 1) % names<CameraMode>.size()), loaded);
} catch (const UsageError&) {
    enter(CameraMode::orbit, loaded);
    throw;
}

void CameraRig::next_projection() {
    Projection& projection = camera_.projection;
    if (mode_ == CameraMode::sky)
        projection = projection == Projection::perspective ? Projection::hammer
                     : projection == Projection::hammer    ? Projection::dome
                                                           : Projection::perspective;
    else
        projection = projection == Projection::orthographic ? Projection::perspective : Projection::orthographic;
}

void CameraRig::follow(const std::string& name, const LoadedScene& loaded) {
    followed_ = name.empty() ? Followed{} : find_followed(loaded.initial().particles, name);
    last_position_.reset();
    settings.plays_path = settings.keeps_framed = false;
    glide();
}

void CameraRig::stop_following() {
    followed_ = {};
    last_position_.reset();
}

void CameraRig::frame_all(const LoadedScene& loaded) {
    if (mode_ == CameraMode::sky) enter(CameraMode::orbit, loaded);
    glide();
    settings.plays_path = false;
    settings.keeps_framed = true;
    stop_following();
    framing_.jump();
}

bool CameraRig::can_frame() const {
    return mode_ != CameraMode::sky && followed().empty() && !settings.keeps_framed && !settings.plays_path;
}

void CameraRig::save_viewpoint(int key) { viewpoints[source_][key] = {mode_, camera_}; }

bool CameraRig::go_to_viewpoint(int key, const LoadedScene& loaded) {
    const auto found = saved_viewpoints().find(key);
    if (found == saved_viewpoints().end()) return false;
    const auto& [mode, camera] = found->second;
    enter(mode, loaded);
    glide();
    settings.plays_path = settings.keeps_framed = settings.turns = aims_at_other_galaxy_ = false;
    stop_following();
    camera_ = camera;
    return true;
}

const Viewpoints& CameraRig::saved_viewpoints() const {
    static const Viewpoints none;
    const auto found = viewpoints.find(source_);
    return found == viewpoints.end() ? none : found->second;
}

void CameraRig::look_from(const Camera& camera) {
    glide();
    mode_ = CameraMode::orbit;
    settings.plays_path = settings.keeps_framed = settings.turns = false;
    stop_following();
    framing_.end_start();
    camera_ = camera;
}

void CameraRig::jump_to(const Camera& camera) {
    look_from(camera);
    inertia_.stop();
    transition_.stop();
    wheel_goal_.reset();
    shown_ = camera_;
}

void CameraRig::add_key_frame(double time) {
    // camera at the displayed position, without roll
    Camera camera = look_at(position(shown_), shown_.target, shown_.fov_radians);
    camera.projection = shown_.projection;
    path.add({time, camera});
}

}  // namespace milkomeda
