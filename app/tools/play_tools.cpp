#include "app/tools/play_tools.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/base/parallel.hpp"
#include "data/particles/structure.hpp"
#include "data/play/galaxy_edits.hpp"

namespace milkomeda {
namespace {

constexpr double mass_per_notch = 1.1;
constexpr Range mass_factors{1e-3, 100}, pull_masses{0.05, 500};
constexpr double degrees_per_notch = 10;
constexpr float near_enough = 10;  // reach of the mouse in screen coordinates
// largest distance between press and release of a click, in screen coordinates
constexpr float click_reach = 4;
// half-mass radius of a Plummer sphere in units of its scale radius
constexpr double half_mass_per_plummer = 1.3;

Vector3 vector3(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

// Axes of the picture in world coordinates: right, up, and toward the viewer.
glm::mat3 axes_of(const View& view) {
    return glm::transpose(glm::mat3{view.view_from_world});
}

double by_notches(double value, double notches, const Range& range) {
    return std::clamp(value * std::pow(mass_per_notch, notches), range.least, range.most);
}

std::array<double, 3> numbers(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

}  // namespace

// The displayed rows may be the rows of the simulation, so the galaxy must return to its place.
void PlayTools::put_back(LoadedScene& loaded) const {
    if (hand_ && hand_->rows) loaded.show_moved(*hand_->rows, hand_->galaxy, {0, 0, 0});
}

void PlayTools::let_go(LoadedScene& loaded) {
    put_back(loaded);
    drop();
}

void PlayTools::drop() {
    if (std::exchange(hand_, std::nullopt)) aim_.reset();
}

bool PlayTools::cancel_what_is_held(LoadedScene& loaded) {
    put_back(loaded);
    const bool is_held = aim_ || hand_ || external_mass_;
    ring_.reset();
    aim_.reset();
    hand_.reset();
    external_mass_.reset();
    return is_held;
}

void PlayTools::forget() {
    ring_.reset();
    aim_.reset();
    hand_.reset();
    external_mass_.reset();
    addition_.reset();
    edits_.clear();
    sizes_of_ = nullptr;
}

bool PlayTools::cancel(LoadedScene& loaded) {
    return cancel_what_is_held(loaded) || std::exchange(tool_, PlayTool::none) != PlayTool::none;
}

double PlayTools::own_mass() const {
    return sampled_ && sampled_->kind == choice.kind ? total_mass(sample_) : 0;
}

Input PlayTools::take(const Input& input, const PlayGround& ground) {
    if (tool_ == PlayTool::none) return input;
    if (input.left_pressed) begin(input, ground);
    if (!aim_ && !hand_ && !external_mass_) return input;
    turn_wheel(input);
    move(input, ground);
    refresh_aim(ground);
    if (!input.left_held) {
        put_back(ground.loaded);  // The edit itself will move the galaxy.
        release(input);
    }
    Input rest = input;
    rest.rotate = rest.flick = glm::vec2{0};
    rest.wheel = 0;
    rest.pressed = false;
    rest.double_clicked.reset();
    return rest;
}

// Places lie in the plane that faces the viewer and contains the camera's target.
void PlayTools::begin(const Input& input, const PlayGround& ground) {
    if (ground.loaded.particle_source().mixed()) throw UsageError(no_galaxies);
    if (ground.loaded.particle_source().recorded())
        throw UsageError("galaxies of snapshots cannot be changed: press Simulate first");
    const glm::vec2 pointer = *input.left_pressed;
    if (tool_ == PlayTool::grab) return begin_grab(pointer, ground);
    pressed_at_ = pointer;
    has_stood_ = false;
    if (aim_stands()) {
        const std::optional<glm::vec2> middle = pixel_of(ground.view, aim_->place);
        has_stood_ = middle && glm::distance(*middle, pointer) < near_enough;
        if (!has_stood_ && ring_point_at(ground.view, *aim_, pointer, near_enough))
            return grab_ring(pointer, ground);
        aim_->stands = false;
        if (has_stood_) return;
    }
    const std::optional<glm::vec3> place = world_at(ground.view, pointer, ground.camera.target);
    if (!place)
        throw UsageError("nothing can be placed in a map of the sky: press o to change the projection");
    const std::size_t bodies = ground.loaded.initial().particles.size();
    if (tool_ == PlayTool::add && bodies >= ground.most_bodies)
        throw UsageError("no galaxy can be added: the device holds " + std::to_string(ground.most_bodies) +
                         " bodies");
    if (tool_ == PlayTool::add)
        aim_ = Aim{.place = *place};
    else
        external_mass_ = ExternalMass{.position = vector3(*place), .mass = pull_mass_};
}

// Grabs the galaxy whose center is nearest to the pointer. Far from all galaxies, the drag turns the camera.
void PlayTools::begin_grab(const glm::vec2& pointer, const PlayGround& ground) {
    float nearest = 0.2f * ground.view.height;
    for (const Landmark& galaxy : ground.loaded.galaxies()) {
        const std::optional<glm::vec2> place = pixel_of(ground.view, galaxy.position);
        const auto grabbed = world_at(ground.view, pointer, galaxy.position);
        if (!place || !grabbed) continue;
        const float away = glm::distance(*place, pointer);
        if (away >= nearest) continue;
        nearest = away;
        hand_ = Hand{.galaxy = galaxy.name, .from = galaxy.position, .grabbed = *grabbed, .now = *grabbed};
    }
}

void PlayTools::turn_wheel(const Input& input) {
    if (input.wheel == 0) return;
    if (external_mass_)
        pull_mass_ = external_mass_->mass = by_notches(pull_mass_, input.wheel, pull_masses);
    else if (input.control)
        choice.turn_degrees = std::remainder(choice.turn_degrees + degrees_per_notch * input.wheel, 360.0);
    else if (input.shift)
        choice.inclination_degrees =
            std::clamp(choice.inclination_degrees + degrees_per_notch * input.wheel, 0.0, 180.0);
    else
        choice.mass_factor = by_notches(choice.mass_factor, input.wheel, mass_factors);
}

void PlayTools::move(const Input& input, const PlayGround& ground) {
    if (ring_) return turn_ring(input.pointer, ground);
    if (aim_stands()) {
        aim_->ring_hot = ring_point_at(ground.view, *aim_, input.pointer, near_enough).has_value();
        return;
    }
    const glm::vec3 deep = hand_ ? hand_->from : ground.camera.target;
    const std::optional<glm::vec3> there = world_at(ground.view, input.pointer, deep);
    if (!there) return;
    if (external_mass_) external_mass_->position = vector3(*there);
    if (aim_ && !hand_) aim_->velocity = (*there - aim_->place) / static_cast<float>(arrow_time);
    if (hand_) {
        // Velocity of the pointer, smoothed over about the time in which a hand releases the button.
        constexpr double slowness = 0.08;
        const auto share = static_cast<float>(1 - std::exp(-ground.seconds / slowness));
        const glm::vec3 way = *there - hand_->now;
        hand_->velocity +=
            share * (way / static_cast<float>(std::max(ground.seconds, 1e-3)) - hand_->velocity);
        hand_->now = *there;
    }
}

// Returns the pointer's position relative to the ring's center, in units of its radius, in the plane of the
// picture.
glm::vec2 PlayTools::place_on_ring(const glm::vec2& pointer, const PlayGround& ground) const {
    const std::optional<glm::vec3> there = world_at(ground.view, pointer, aim_->place);
    if (!there) return {1, 0};
    return glm::vec2{(*there - aim_->place) * axes_of(ground.view)} / static_cast<float>(aim_->radius);
}

void PlayTools::grab_ring(const glm::vec2& pointer, const PlayGround& ground) {
    const glm::vec3 point = *ring_point_at(ground.view, *aim_, pointer, near_enough) - aim_->place;
    const glm::mat3 axes = axes_of(ground.view);
    ring_.emplace(place_on_ring(pointer, ground), (point * axes).z < 0, glm::normalize(aim_->spin) * axes);
}

void PlayTools::turn_ring(const glm::vec2& pointer, const PlayGround& ground) {
    const glm::vec3 spin = ring_->turned(place_on_ring(pointer, ground));
    aim_->ring_hot = true;
    choice.inclination_degrees = glm::degrees(std::acos(std::clamp(spin.z, -1.0f, 1.0f)));
    constexpr float in_the_picture = 1e-3f;  // below this inclination, a rotation has no effect
    if (std::hypot(spin.x, spin.y) > in_the_picture)
        choice.turn_degrees = glm::degrees(std::atan2(spin.x, -spin.y));
}

// A click places the new galaxy, so that its ring can be turned. A release after a drag, or a click in its
// center, adds the galaxy.
void PlayTools::release(const Input& input) {
    if (std::exchange(ring_, std::nullopt) || aim_stands()) return;
    const bool is_click = glm::distance(input.pointer, pressed_at_) < click_reach;
    if (aim_ && !hand_ && is_click) {
        aim_->velocity = glm::vec3{0};
        aim_->stands = !has_stood_;
    }
    if (!aim_stands()) end();
}

void PlayTools::end() {
    external_mass_.reset();
    if (hand_) {
        SceneChange change;
        change.thrown = hand_->galaxy;
        change.way = numbers(hand_->now - hand_->grabbed);
        change.velocity = numbers(aim_ ? aim_->velocity : glm::vec3{0});
        edits_.push_back({words_of(change), change});
    } else if (aim_) {
        addition_ = {{choice.kind, bodies_, added_ + 1}, aimed()};
        ++added_;
    }
    hand_.reset();
    aim_.reset();
}

SceneChange PlayTools::aimed() const {
    SceneChange change;
    change.added = change.like = kinds_[choice.kind].galaxy.name;
    change.mass_factor = choice.mass_factor;
    change.bodies = bodies_;
    change.seed = added_ + 1;
    change.position = numbers(aim_->place);
    change.velocity = numbers(aim_->velocity);
    change.spin = numbers(aim_->spin);
    return change;
}

void PlayTools::advance(const PlayGround& ground) {
    // Requests the positions of galaxies in each frame, so that they are known at a press.
    if (tool_ != PlayTool::none) ground.loaded.galaxies();
    if (tool_ == PlayTool::add || addition_) prepare(ground);
    if (hand_ && !hand_->rows && ground.loaded.particle_source().synchronised()) {
        hand_->rows = ground.loaded.particle_source().state();
        for (const Landmark& galaxy : ground.loaded.galaxies())
            if (galaxy.name == hand_->galaxy) hand_->from = galaxy.position;
    }
    if (hand_ && hand_->rows)
        ground.loaded.show_moved(*hand_->rows, hand_->galaxy, hand_->now - hand_->grabbed);
    refresh_aim(ground);
}

void PlayTools::refresh_aim(const PlayGround& ground) {
    if (hand_) {
        aim_ = Aim{.galaxy = hand_->galaxy,
                   .place = hand_->from + hand_->now - hand_->grabbed,
                   .velocity = hand_->velocity / static_cast<float>(ground.time_per_second)};
        for (const Size& size : sizes(ground))
            if (size.galaxy == hand_->galaxy) aim_->mass = size.mass, aim_->radius = size.radius;
    } else if (aim_) {
        const glm::mat3 axes = axes_of(ground.view);
        const double tilt = radians(choice.inclination_degrees), turn = radians(choice.turn_degrees);
        aim_->spin = axes * glm::vec3{std::sin(tilt) * std::sin(turn), -std::sin(tilt) * std::cos(turn),
                                      std::cos(tilt)};
        aim_->mass = choice.mass_factor * own_mass();
        aim_->radius =
            static_cast<float>(kinds_[choice.kind].radius *
                               NewGalaxy{.name = {}, .mass_factor = choice.mass_factor}.length_factor());
    }
    if (aim_) predict(ground);
}

// Samples the chosen galaxy in the background. Mass and position are applied later and need no new sample.
void PlayTools::prepare(const PlayGround& ground) {
    const std::size_t there = ground.loaded.initial().particles.size();
    bodies_ =
        std::min(choice.bodies > 0 ? choice.bodies : default_body_count(ground.loaded.initial().particles),
                 ground.most_bodies > there ? ground.most_bodies - there : 0);
    const Sample wanted = addition_ ? addition_->sample : Sample{choice.kind, bodies_, added_ + 1};
    if (coming_.valid() && coming_.wait_for(std::chrono::seconds{0}) == std::future_status::ready) {
        sampled_ = std::exchange(sampling_, std::nullopt);
        try {
            sample_ = coming_.get();
        } catch (const std::exception& error) {
            sample_ = {};
            trouble_ = error.what();
        }
    }
    if (sampled_ == wanted && addition_ && sample_.size() == 0) {
        addition_.reset();
        throw UsageError("the galaxy cannot be added: " + trouble_);
    }
    if (sampled_ == wanted && addition_) {
        const Addition addition = *std::exchange(addition_, std::nullopt);
        edits_.push_back({"add " + kinds_[addition.sample.kind].title, addition.change, sample_});
    } else if (sampled_ != wanted && !coming_.valid()) {
        sampling_ = wanted;
        coming_ = in_background(
            [kind = kinds_[wanted.kind], wanted] { return sample_galaxy(kind, wanted.bodies, wanted.seed); });
    }
}

std::optional<GalaxyEdit> PlayTools::take_edit() {
    if (edits_.empty()) return std::nullopt;
    GalaxyEdit edit = std::move(edits_.front());
    edits_.erase(edits_.begin());
    return edit;
}

const std::vector<PlayTools::Size>& PlayTools::sizes(const PlayGround& ground) {
    const ParticleSet& particles = ground.loaded.initial().particles;
    if (sizes_of_ == particles.positions.data()) return sizes_;
    sizes_of_ = particles.positions.data();
    sizes_.clear();
    for (const std::string& galaxy : galaxies(particles))
        sizes_.push_back({galaxy, mass_of_galaxy(particles, galaxy), half_mass_radius(particles, galaxy)});
    return sizes_;
}

// Predicts the path from the displayed positions of the galaxies; the new or held galaxy is the last point.
void PlayTools::predict(const PlayGround& ground) {
    constexpr double time = 60;
    if (aim_->mass <= 0) return;
    std::vector<PointGalaxy> points;
    std::vector<std::string> named;
    for (const Landmark& galaxy : ground.loaded.galaxies()) {
        if (galaxy.name == aim_->galaxy && hand_) continue;
        for (const Size& size : sizes(ground))
            if (size.galaxy == galaxy.name)
                points.push_back({size.mass, size.radius / half_mass_per_plummer, vector3(galaxy.position),
                                  vector3(galaxy.velocity)});
        named.push_back(galaxy.name);
    }
    if (points.empty()) return;
    points.push_back(
        {aim_->mass, aim_->radius / half_mass_per_plummer, vector3(aim_->place), vector3(aim_->velocity)});
    aim_->path = predict_path(points, time, ground.gravity);
    aim_->about = galaxy_title(named[aim_->path->about]);
}

}  // namespace milkomeda
