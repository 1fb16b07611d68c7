#include "app/tools/play_tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "data/base/parallel.hpp"
#include "data/particles/structure.hpp"
#include "data/play/galaxy_edits.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr double mass_per_notch = 1.1;
constexpr Range mass_factors{1e-3, 100}, pull_masses{0.05, 500};
constexpr double degrees_per_notch = 10;
// largest distance between a handle and a button press that grabs the handle, in screen coordinates
constexpr float reach = 10;
// largest distance between press and release of the button in a click, in screen coordinates; larger distances are
// drags
constexpr float click_reach = 4;
// half-mass radius of a Plummer sphere in units of the scale radius of the sphere
constexpr double half_mass_per_plummer = 1.3;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

// Returns the axes of the picture in world coordinates: right, up, and toward the viewer.
glm::mat3 axes_of(const View& view) { return glm::transpose(glm::mat3{view.view_from_world}); }

double by_notches(double value, double notches, const Range& range) {
    return std::clamp(value * std::pow(mass_per_notch, notches), range.least, range.most);
}

std::array<double, 3> numbers(const glm::vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

// Moves the held galaxy from the dragged position back to its position in the run. The picture may use the simulation's
// own buffer, which must contain the correct positions before the next step.
void PlayTools::put_back(LoadedScene& loaded) const {
    if (held_ && held_->rows) loaded.show_moved(*held_->rows, held_->galaxy, {0, 0, 0});
}

void PlayTools::let_go(LoadedScene& loaded) {
    put_back(loaded);
    drop();
}

void PlayTools::drop() {
    if (std::exchange(held_, std::nullopt)) aim_.reset();
}

bool PlayTools::cancel_what_is_held(LoadedScene& loaded) {
    put_back(loaded);
    const bool is_held = aim_ || held_ || external_mass_;
    end_action();
    return is_held;
}

void PlayTools::end_action() {
    ring_.reset();
    aim_.reset();
    held_.reset();
    external_mass_.reset();
}

void PlayTools::forget() {
    end_action();
    addition_.reset();
    edits_.clear();
    sizes_of_ = nullptr;
}

bool PlayTools::cancel(LoadedScene& loaded) {
    return cancel_what_is_held(loaded) || std::exchange(tool_, PlayTool::none) != PlayTool::none;
}

double PlayTools::own_mass() const { return sampled_ && sampled_->kind == choice.kind ? total_mass(sample_) : 0; }

Input PlayTools::take(const Input& input, const PlayContext& frame) {
    if (tool_ == PlayTool::none) return input;
    if (input.left_pressed) begin(input, frame);
    if (!aim_ && !held_ && !external_mass_) return input;
    turn_wheel(input);
    move(input, frame);
    refresh_aim(frame);
    if (!input.left_held) {
        // draws the galaxy at its position in the run, because the edit itself will move the galaxy
        put_back(frame.loaded);
        release(input);
    }
    Input rest = input.without_left_drag();
    rest.wheel = 0;
    return rest;
}

// Begins the action of a tool when the user presses the button. The action takes place in the plane that is parallel to
// the picture and contains the camera's target.
void PlayTools::begin(const Input& input, const PlayContext& frame) {
    require_possible(frame.loaded.particle_source().limits().galaxy_edits);
    const glm::vec2 pointer = *input.left_pressed;
    if (tool_ == PlayTool::grab) return begin_grab(pointer, frame);
    pressed_at_ = pointer;
    was_placed_ = false;
    if (aim_is_placed()) {
        const std::optional<glm::vec2> middle = pixel_of(frame.view, aim_->place);
        was_placed_ = middle && glm::distance(*middle, pointer) < reach;
        if (!was_placed_ && ring_point_at(frame.view, *aim_, pointer, reach)) return start_ring_drag(pointer, frame);
        aim_->is_placed = false;
        if (was_placed_) return;
    }
    const std::optional<glm::vec3> place = world_at(frame.view, pointer, frame.camera.target);
    if (!place) throw UsageError("nothing can be placed in a map of the sky: press o to change the projection");
    const std::size_t bodies = frame.loaded.initial().particles.size();
    if (tool_ == PlayTool::add && bodies >= frame.most_bodies)
        throw UsageError(
            fmt::format("no galaxy can be added: the device has memory for only {} bodies; delete a galaxy first",
                        count_text(frame.most_bodies)));
    if (tool_ == PlayTool::add)
        aim_ = Aim{.place = *place};
    else
        external_mass_ = ExternalMass{.position = *place, .mass = pull_mass_};
}

// Grabs the galaxy whose center is nearest to the pointer. If no center is near, grabs nothing, so that the drag turns
// the camera.
void PlayTools::begin_grab(const glm::vec2& pointer, const PlayContext& frame) {
    float nearest = 0.2f * frame.view.height;
    for (const Landmark& galaxy : frame.loaded.galaxies()) {
        const std::optional<glm::vec2> place = pixel_of(frame.view, galaxy.position);
        const auto grabbed = world_at(frame.view, pointer, galaxy.position);
        if (!place || !grabbed) continue;
        const float away = glm::distance(*place, pointer);
        if (away >= nearest) continue;
        nearest = away;
        held_ = HeldGalaxy{.galaxy = galaxy.name, .from = galaxy.position, .grabbed = *grabbed, .now = *grabbed};
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

void PlayTools::move(const Input& input, const PlayContext& frame) {
    if (ring_) return turn_ring(input.pointer, frame);
    if (aim_is_placed()) {
        aim_->ring_highlighted = ring_point_at(frame.view, *aim_, input.pointer, reach).has_value();
        return;
    }
    const glm::vec3 deep = held_ ? held_->from : frame.camera.target;
    const std::optional<glm::vec3> there = world_at(frame.view, input.pointer, deep);
    if (!there) return;
    if (external_mass_) external_mass_->position = *there;
    if (aim_ && !held_) aim_->velocity = (*there - aim_->place) / static_cast<float>(arrow_time);
    if (held_) {
        // Smooths the velocity of the pointer over 0.08 s, because a hand slows down while it releases the button.
        constexpr double slowness = 0.08;
        const auto share = static_cast<float>(1 - std::exp(-frame.seconds / slowness));
        const glm::vec3 motion = *there - held_->now;
        held_->velocity += share * (motion / static_cast<float>(std::max(frame.seconds, 1e-3)) - held_->velocity);
        held_->now = *there;
    }
}

// Returns the pointer's position in the plane of the picture, relative to the center of the ring, in ring radii.
glm::vec2 PlayTools::place_on_ring(const glm::vec2& pointer, const PlayContext& frame) const {
    const std::optional<glm::vec3> there = world_at(frame.view, pointer, aim_->place);
    if (!there) return {1, 0};
    return glm::vec2{(*there - aim_->place) * axes_of(frame.view)} / static_cast<float>(aim_->radius);
}

void PlayTools::start_ring_drag(const glm::vec2& pointer, const PlayContext& frame) {
    const glm::vec3 point = *ring_point_at(frame.view, *aim_, pointer, reach) - aim_->place;
    const glm::mat3 axes = axes_of(frame.view);
    ring_.emplace(place_on_ring(pointer, frame), (point * axes).z < 0, glm::normalize(aim_->spin) * axes);
}

void PlayTools::turn_ring(const glm::vec2& pointer, const PlayContext& frame) {
    const glm::vec3 spin = ring_->turned(place_on_ring(pointer, frame));
    aim_->ring_highlighted = true;
    choice.inclination_degrees = glm::degrees(std::acos(std::clamp(spin.z, -1.0f, 1.0f)));
    // sine of the inclination below which the ring counts as parallel to the picture; the ring's rotation about the
    // line of sight is then undefined
    constexpr float in_the_picture = 1e-3f;
    if (std::hypot(spin.x, spin.y) > in_the_picture) choice.turn_degrees = glm::degrees(std::atan2(spin.x, -spin.y));
}

// Handles a release of the button. A click places the new galaxy, so that the user can turn its ring. The end
// of a drag, or a click on the center of a placed galaxy, adds the galaxy.
void PlayTools::release(const Input& input) {
    if (std::exchange(ring_, std::nullopt) || aim_is_placed()) return;
    const bool is_click = glm::distance(input.pointer, pressed_at_) < click_reach;
    if (aim_ && !held_ && is_click) {
        aim_->velocity = glm::vec3{0};
        aim_->is_placed = !was_placed_;
    }
    if (!aim_is_placed()) end();
}

void PlayTools::end() {
    external_mass_.reset();
    if (held_) {
        SceneChange change;
        change.thrown = held_->galaxy;
        change.moved_by = numbers(held_->now - held_->grabbed);
        change.velocity = numbers(aim_ ? aim_->velocity : glm::vec3{0});
        edits_.push_back({words_of(change), change});
    } else if (aim_) {
        addition_ = {{choice.kind, bodies_, added_ + 1}, aimed()};
        ++added_;
    }
    held_.reset();
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

void PlayTools::advance(const PlayContext& frame) {
    // Requests the galaxy positions in each frame, because they must be known when the user presses a button.
    if (tool_ != PlayTool::none) frame.loaded.galaxies();
    if (tool_ == PlayTool::add || addition_) prepare(frame);
    if (held_ && !held_->rows && frame.loaded.particle_source().frames().is_between_steps()) {
        held_->rows = frame.loaded.particle_source().frames().read();
        for (const Landmark& galaxy : frame.loaded.galaxies())
            if (galaxy.name == held_->galaxy) held_->from = galaxy.position;
    }
    if (held_ && held_->rows) frame.loaded.show_moved(*held_->rows, held_->galaxy, held_->now - held_->grabbed);
    refresh_aim(frame);
}

void PlayTools::refresh_aim(const PlayContext& frame) {
    if (held_) {
        aim_ = Aim{.galaxy = held_->galaxy,
                   .place = held_->from + held_->now - held_->grabbed,
                   .velocity = held_->velocity / static_cast<float>(frame.time_per_second)};
        for (const Size& size : sizes(frame))
            if (size.galaxy == held_->galaxy) aim_->mass = size.mass, aim_->radius = size.radius;
    } else if (aim_) {
        const glm::mat3 axes = axes_of(frame.view);
        const double tilt = radians(choice.inclination_degrees), turn = radians(choice.turn_degrees);
        aim_->spin =
            axes * glm::vec3{std::sin(tilt) * std::sin(turn), -std::sin(tilt) * std::cos(turn), std::cos(tilt)};
        aim_->mass = choice.mass_factor * own_mass();
        aim_->radius = static_cast<float>(kinds_[choice.kind].radius *
                                          NewGalaxy{.name = {}, .mass_factor = choice.mass_factor}.length_factor());
    }
    if (aim_) predict(frame);
}

// Samples the bodies of the chosen kind of galaxy in the background. After a change of mass or position, the sample
// remains valid.
void PlayTools::prepare(const PlayContext& frame) {
    const std::size_t there = frame.loaded.initial().particles.size();
    bodies_ = std::min(choice.bodies > 0 ? choice.bodies : default_body_count(frame.loaded.initial().particles),
                       frame.most_bodies > there ? frame.most_bodies - there : 0);
    const Sample wanted = addition_ ? addition_->sample : Sample{choice.kind, bodies_, added_ + 1};
    if (sampling_result_.valid() && sampling_result_.wait_for(std::chrono::seconds{0}) == std::future_status::ready) {
        sampled_ = std::exchange(sampling_, std::nullopt);
        try {
            sample_ = sampling_result_.get();
        } catch (const std::exception& error) {
            sample_ = {};
            sampling_error_ = error.what();
        }
    }
    if (sampled_ == wanted && addition_ && sample_.size() == 0) {
        addition_.reset();
        throw UsageError(fmt::format("the galaxy cannot be added: {}", sampling_error_));
    }
    if (sampled_ == wanted && addition_) {
        const Addition addition = *std::exchange(addition_, std::nullopt);
        edits_.push_back({"add " + kinds_[addition.sample.kind].title, addition.change, sample_});
    } else if (sampled_ != wanted && !sampling_result_.valid()) {
        sampling_ = wanted;
        sampling_result_ = in_background([kind = kind_for_run(kinds_[wanted.kind], frame.loaded.initial().particles),
                                          wanted] { return sample_galaxy(kind, wanted.bodies, wanted.seed); });
    }
}

std::optional<GalaxyEdit> PlayTools::take_edit() {
    if (edits_.empty()) return std::nullopt;
    GalaxyEdit edit = std::move(edits_.front());
    edits_.erase(edits_.begin());
    return edit;
}

const std::vector<PlayTools::Size>& PlayTools::sizes(const PlayContext& frame) {
    const ParticleSet& particles = frame.loaded.initial().particles;
    if (sizes_of_ == particles.positions.data()) return sizes_;
    sizes_of_ = particles.positions.data();
    sizes_.clear();
    for (const std::string& galaxy : galaxies(particles))
        sizes_.push_back({galaxy, mass_of_galaxy(particles, galaxy), half_mass_radius(particles, galaxy)});
    return sizes_;
}

// Predicts the path of the new or held galaxy among the displayed galaxies. The prediction treats all galaxies as
// spheres.
void PlayTools::predict(const PlayContext& frame) {
    constexpr double time = 60;
    if (aim_->mass <= 0) return;
    std::vector<PointGalaxy> points;
    std::vector<std::string> named;
    for (const Landmark& galaxy : frame.loaded.galaxies()) {
        if (galaxy.name == aim_->galaxy && held_) continue;
        for (const Size& size : sizes(frame))
            if (size.galaxy == galaxy.name)
                points.push_back({size.mass, size.radius / half_mass_per_plummer, galaxy.position, galaxy.velocity});
        named.push_back(galaxy.name);
    }
    if (points.empty()) return;
    points.push_back({aim_->mass, aim_->radius / half_mass_per_plummer, aim_->place, aim_->velocity});
    aim_->path = predict_path(points, time, frame.gravity);
    aim_->about = galaxy_title(named[aim_->path->about]);
}

}  // namespace milkomeda
