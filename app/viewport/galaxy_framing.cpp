#include "app/viewport/galaxy_framing.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "render/camera/camera_motion.hpp"

namespace milkomeda {
namespace {

bool is_close(const FreeView& a, const FreeView& b) {
    constexpr float visible = 0.01f;  // smallest visible difference of a half width or half height at distance 1
    return std::abs(a.half_width - b.half_width) < visible && std::abs(a.half_height - b.half_height) < visible;
}

// Returns the part of `free` in which bodies must lie so that their light lies in `free`, too. The light of a body
// extends over its smoothing length, which is proportional to N^(-1/3) for N shown bodies.
FreeView free_for_bodies(const FreeView& free, const SceneSetup& initial) {
    constexpr float edge = 2.5;  // shows the tips of the tails of the Antennae with 8192 bodies
    std::size_t shown = 1;
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        if (initial.shown[c].any()) shown += initial.particles.components[c].count;
    const float margin = 1 + edge / std::cbrt(static_cast<float>(shown));
    return {free.half_width / margin, free.half_height / margin};
}

bool is_flat(Projection projection) {
    return projection == Projection::perspective || projection == Projection::orthographic;
}

}  // namespace

void GalaxyFraming::begin(bool is_on) {
    constexpr double start_seconds = 1;
    start_seconds_ = is_on ? start_seconds : 0;
    composed_for_.reset();
    jumps_ = is_on;
}

bool GalaxyFraming::compose(Camera& camera, const LoadedScene& loaded, double seconds) {
    if (start_seconds_ <= 0) return false;
    start_seconds_ -= seconds;
    const SceneSetup& initial = loaded.initial();
    if (!free_ || initial.camera.projection != Projection::perspective) return false;
    if (composed_for_ && is_close(*free_, *composed_for_)) return false;
    std::vector<glm::vec3> points = framed_start(initial);
    composed_for_ = free_;
    if (points.empty()) return false;
    // A mixed box stays upright, so that the picture shows in which direction gravity acts.
    const bool rolls = initial.framing.rolls && !initial.mixed;
    const FreeView free = initial.mixed ? *free_ : free_for_bodies(*free_, initial);
    camera =
        rolls ? composed(initial.camera, std::move(points), free) : framed_in(initial.camera, std::move(points), free);
    return true;
}

// Returns the camera that shows all galaxies; the unchanged `camera` while positions are being read back.
Camera GalaxyFraming::aimed(const Camera& camera, LoadedScene& loaded) {
    if (loaded.initial().mixed) {
        light_.clear();  // a mixed box contains no galaxies
        circles_.clear();
        const std::vector<glm::vec3> corners = framed_start(loaded.initial());
        return free_ && is_flat(camera.projection) ? framed_in(camera, corners, *free_) : framed(camera, corners);
    }
    FramedBodies bodies = framed_bodies(loaded);
    if (bodies.sample.empty()) return camera;
    light_ = std::move(bodies.spheres);
    circles_.clear();
    for (const LightSphere& sphere : light_)
        std::ranges::copy(circle_facing(camera, sphere.center, sphere.radius), std::back_inserter(circles_));
    if (!free_ || !is_flat(camera.projection)) return framed(camera, std::move(bodies.sample));
    return framed_in(camera, std::move(bodies.sample), free_for_bodies(*free_, loaded.initial()), circles_);
}

void GalaxyFraming::retreat(Camera& camera) const {
    // The circles contain 90 % of the light; the margin keeps the tips of disks away from the edge of the picture.
    constexpr float margin = 1.08f;
    if (!free_ || !is_flat(camera.projection)) return;
    camera.distance = std::max(camera.distance, margin * distance_to_show(camera, circles_, *free_));
}

void GalaxyFraming::follow(Camera& camera, LoadedScene& loaded, double seconds) {
    constexpr double slowness = 0.3;    // seconds in which the camera covers 63 % of its way
    constexpr float invisible = 1e-4f;  // fraction of the camera distance that corresponds to less than a pixel
    const Camera goal = aimed(camera, loaded);
    if (goal == camera) return;
    const float share = jumps_ ? 1 : share_covered(seconds, slowness);
    jumps_ = false;
    camera.target += share * (goal.target - camera.target);
    camera.distance *= std::pow(goal.distance / camera.distance, share);
    const bool is_there = glm::distance(goal.target, camera.target) < invisible * goal.distance &&
                          std::abs(camera.distance / goal.distance - 1) < invisible;
    if (is_there) camera.target = goal.target, camera.distance = goal.distance;
    retreat(camera);
}

}  // namespace milkomeda
