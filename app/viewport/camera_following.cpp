// Moves the camera with the bodies: with a star in the mode sky, with a followed object, or so that all bodies are in
// view.
#include <algorithm>
#include <cmath>

#include "app/viewport/camera_rig.hpp"
#include "app/viewport/sky_aim.hpp"
#include "render/camera/framing.hpp"

namespace milkomeda {
namespace {

bool is_close(const FreeView& a, const FreeView& b) {
    constexpr float visible = 0.01f;  // smallest visible difference of the tangents
    return std::abs(a.half_width - b.half_width) < visible && std::abs(a.half_height - b.half_height) < visible;
}

struct Sampled {
    const Component& component;
    std::size_t rows;  // number of sampled rows, counted from the component's first row
};

// Selects about 2000 rows of the shown components as a sample; each component gets a number of rows in proportion to
// its size.
std::vector<Sampled> sampled(const SceneSetup& initial) {
    constexpr std::size_t wanted = 2000;
    std::size_t shown = 0;
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        if (initial.shown[c]) shown += initial.particles.components[c].count;
    std::vector<Sampled> all;
    for (std::size_t c = 0; c < initial.shown.size(); ++c) {
        const Component& component = initial.particles.components[c];
        if (initial.shown[c])
            all.push_back({component, std::min(component.count, component.count * wanted / shown + 1)});
    }
    return all;
}

// Returns the positions of the sampled bodies; empty while positions are still being read back.
std::vector<glm::vec3> sample(LoadedScene& loaded) {
    std::vector<glm::vec3> points;
    bool all_known = true;
    for (const auto& [component, count] : sampled(loaded.initial())) {
        const ParticleRows rows = loaded.rows().rows({component.first, count});
        all_known &= rows.positions.size() == count;
        for (const glm::vec4& row : rows.positions) points.emplace_back(row);
    }
    return all_known ? points : std::vector<glm::vec3>{};
}

std::vector<glm::vec3> corners_of(const MixedBox& box) {
    std::vector<glm::vec3> corners;
    for (const double x : {box.least.x, box.most.x})
        for (const double y : {box.least.y, box.most.y})
            for (const double z : {box.least.z, box.most.z}) corners.emplace_back(x, y, box.dimensions == 2 ? 0 : z);
    return corners;
}

}  // namespace

void CameraRig::follow(LoadedScene& loaded, double seconds) {
    if (settings.plays_path && !path.empty()) {
        mode_ = CameraMode::orbit;
        camera_ = path.at(loaded.moment().time);
    } else if (mode_ == CameraMode::sky) {
        place_on_star(loaded);
    } else {
        if (composing_ > 0) compose(loaded, seconds);
        if (!followed().empty()) follow_object(loaded);
        if (frames_all_) frame_sample(loaded);
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

// At the start of a scene, sets the camera so that the loaded bodies fill the area between the panels. Repeats this
// when the sizes of the panels change.
void CameraRig::compose(const LoadedScene& loaded, double seconds) {
    composing_ -= seconds;
    if (!free_ || camera_.projection != Projection::perspective) return;
    if (composed_for_ && is_close(*free_, *composed_for_)) return;
    const SceneSetup& initial = loaded.initial();
    std::vector<glm::vec3> points;
    for (const auto& [component, count] : sampled(initial))
        for (const Float4& p : std::span{initial.particles.positions}.subspan(component.first, count))
            points.emplace_back(p.x, p.y, p.z);
    composed_for_ = free_;
    last_position_.reset();  // centers the followed object in the next frame
    if (initial.mixed) {     // keeps the box upright and its walls visible
        camera_ = framed_in(initial.camera, corners_of(*initial.mixed), *free_);
        return;
    }
    if (!points.empty()) camera_ = composed(initial.camera, std::move(points), *free_);
}

void CameraRig::frame_sample(LoadedScene& loaded) {
    const std::vector<glm::vec3> points = sample(loaded);
    if (points.empty()) return;
    camera_ = with_all_in_view(points);
    frames_all_ = false;
}

Camera CameraRig::with_all_in_view(const std::vector<glm::vec3>& points) const {
    const bool fits = free_ && camera_.projection == Projection::perspective;
    return fits ? framed_in(camera_, points, *free_) : framed(camera_, points);
}

void CameraRig::focus(const glm::vec2& point_in_picture, LoadedScene& loaded) {
    if (mode_ != CameraMode::orbit) return;
    constexpr float nearby = 0.05f;  // largest distance of a body from the point, in units of the picture's height
    const glm::mat4 view = view_from_world(camera_);
    const float height = 2 * std::tan(camera_.fov_radians / 2);
    const bool is_deep = camera_.projection == Projection::perspective;
    glm::vec3 sum{0};
    float count = 0;
    for (const glm::vec3& point : sample(loaded)) {
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
    constexpr double interval = 0.25, slowness = 0.7;
    wheel_goal_.reset();
    framing_age_ += seconds;
    if (!framing_ || framing_age_ > interval) {
        const std::vector<glm::vec3> points = sample(loaded);
        if (!points.empty()) {
            framing_ = with_all_in_view(points);
            framing_age_ = 0;
        }
    }
    if (!framing_) return;
    const float share = share_covered(seconds, slowness);
    camera_.target += share * (framing_->target - camera_.target);
    camera_.distance *= std::pow(framing_->distance / camera_.distance, share);
}

}  // namespace milkomeda
