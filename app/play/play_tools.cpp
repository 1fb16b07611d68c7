#include "app/play/play_tools.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/options/usage_error.hpp"
#include "data/particles/structure.hpp"
#include "data/play/galaxy_edits.hpp"

namespace milkomeda {
namespace {

constexpr double mass_per_notch = 1.1;
constexpr Range mass_factors{1e-3, 100}, pull_masses{0.05, 500};
constexpr double degrees_per_notch = 10;
constexpr double half_mass_per_plummer = 1.3;  // of the radius of a Plummer sphere

Vector3 vector3(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

// Axes of the picture in the world: to the right, up, and towards the person.
glm::mat3 axes_of(const View& view) {
    return glm::transpose(glm::mat3{view.view_from_world});
}

double by_notches(double value, double notches, const Range& range) {
    return std::clamp(value * std::pow(mass_per_notch, notches), range.least, range.most);
}

std::size_t usual_bodies(const LoadedScene& loaded) {
    const Particles& particles = loaded.initial().particles;
    const std::size_t galaxies_there = std::max<std::size_t>(1, galaxies(particles).size());
    return std::clamp<std::size_t>(particles.size() / galaxies_there, 500, 65'536);
}

}  // namespace

// What is shown may be what the simulation works with.
void PlayTools::put_back(LoadedScene& loaded) const {
    if (hand_ && hand_->rows) loaded.show_moved(*hand_->rows, hand_->galaxy, {0, 0, 0});
}

bool PlayTools::cancel_what_is_held(LoadedScene& loaded) {
    put_back(loaded);
    const bool is_held = aim_ || hand_ || visitor_;
    aim_.reset();
    hand_.reset();
    visitor_.reset();
    return is_held;
}

void PlayTools::forget() {
    aim_.reset();
    hand_.reset();
    visitor_.reset();
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
    if (!aim_ && !hand_ && !visitor_) return input;
    turn_wheel(input);
    move(input, ground);
    refresh_aim(ground);
    if (!input.left_held) end(ground);
    Input rest = input;
    rest.rotate = rest.flick = glm::vec2{0};
    rest.wheel = 0;
    rest.pressed = false;
    rest.double_clicked.reset();
    return rest;
}

// In the plane that faces the person, through what the camera looks at.
void PlayTools::begin(const Input& input, const PlayGround& ground) {
    if (ground.loaded.motion().recorded())
        throw UsageError("snapshots are played back: press simulate to play with galaxies");
    const glm::vec2 pointer = *input.left_pressed;
    if (tool_ == PlayTool::grab) return begin_grab(pointer, ground);
    const std::optional<glm::vec3> place = world_at(ground.view, pointer, ground.camera.target);
    if (!place) throw UsageError("there is no place for it in a map of the sky: o changes the projection");
    const std::size_t bodies = ground.loaded.initial().particles.size();
    if (tool_ == PlayTool::add && bodies >= ground.most_bodies)
        throw UsageError("no galaxy can be added: the device holds " + std::to_string(ground.most_bodies) +
                         " bodies");
    if (tool_ == PlayTool::add)
        aim_ = Aim{.place = *place};
    else
        visitor_ = VisitingBody{.position = vector3(*place), .mass = pull_mass_};
}

// The galaxy whose centre is nearest to the pointer; away from all, the camera turns.
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
    if (visitor_)
        pull_mass_ = visitor_->mass = by_notches(pull_mass_, input.wheel, pull_masses);
    else if (input.control)
        choice.turn_degrees = std::remainder(choice.turn_degrees + degrees_per_notch * input.wheel, 360.0);
    else if (input.shift)
        choice.inclination_degrees =
            std::clamp(choice.inclination_degrees + degrees_per_notch * input.wheel, 0.0, 180.0);
    else
        choice.mass_factor = by_notches(choice.mass_factor, input.wheel, mass_factors);
}

void PlayTools::move(const Input& input, const PlayGround& ground) {
    const glm::vec3 deep = hand_ ? hand_->from : ground.camera.target;
    const std::optional<glm::vec3> there = world_at(ground.view, input.pointer, deep);
    if (!there) return;
    if (visitor_) visitor_->position = vector3(*there);
    if (aim_ && !hand_) aim_->velocity = (*there - aim_->place) / static_cast<float>(arrow_time);
    if (hand_) {
        // The pointer's velocity, smoothed over about as long as a hand takes to let go.
        constexpr double slowness = 0.08;
        const auto share = static_cast<float>(1 - std::exp(-ground.seconds / slowness));
        const glm::vec3 way = *there - hand_->now;
        hand_->velocity +=
            share * (way / static_cast<float>(std::max(ground.seconds, 1e-3)) - hand_->velocity);
        hand_->now = *there;
    }
}

void PlayTools::end(const PlayGround& ground) {
    visitor_.reset();
    if (hand_) {
        put_back(ground.loaded);  // the edit moves it
        const Vector3 way = vector3(hand_->now - hand_->grabbed);
        const Vector3 velocity = vector3(aim_ ? aim_->velocity : glm::vec3{0});
        edits_.push_back({"throw " + galaxy_title(hand_->galaxy),
                          [galaxy = hand_->galaxy, way, velocity](const Particles& particles) {
                              return throw_galaxy(particles, galaxy, way,
                                                  velocity - velocity_of_galaxy(particles, galaxy));
                          }});
    } else if (aim_) {
        addition_ = {{choice.kind, bodies_, added_}, aimed(), ground.gravity};
        ++added_;
    }
    hand_.reset();
    aim_.reset();
}

NewGalaxy PlayTools::aimed() const {
    return {.name = kinds_[choice.kind].galaxy.name,
            .position = vector3(aim_->place),
            .velocity = vector3(aim_->velocity),
            .spin = vector3(aim_->spin),
            .mass_factor = choice.mass_factor};
}

void PlayTools::advance(const PlayGround& ground) {
    if (tool_ != PlayTool::none) ground.loaded.galaxies();  // who asks in each frame has them when they press
    if (tool_ == PlayTool::add || addition_) prepare(ground);
    if (hand_ && !hand_->rows && ground.loaded.motion().synchronised()) {
        hand_->rows = ground.loaded.motion().state();
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
        aim_->radius = static_cast<float>(kinds_[choice.kind].radius * aimed().length_factor());
    }
    if (aim_) predict(ground);
}

// Samples what is chosen, beside the animation; the mass only scales it, and the place only moves it.
void PlayTools::prepare(const PlayGround& ground) {
    const std::size_t there = ground.loaded.initial().particles.size();
    bodies_ = std::min(choice.bodies > 0 ? choice.bodies : usual_bodies(ground.loaded),
                       ground.most_bodies > there ? ground.most_bodies - there : 0);
    const Sample wanted = addition_ ? addition_->sample : Sample{choice.kind, bodies_, added_};
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
        throw UsageError("no galaxy is added: " + trouble_);
    }
    if (sampled_ == wanted && addition_) {
        const Addition addition = *std::exchange(addition_, std::nullopt);
        edits_.push_back({"add " + kinds_[addition.sample.kind].title,
                          [addition, sample = sample_](const Particles& particles) {
                              NewGalaxy galaxy = addition.galaxy;
                              galaxy.name = free_galaxy_name(particles, galaxy.name);
                              return append_galaxy(particles, placed(sample, galaxy, addition.gravity));
                          }});
    } else if (sampled_ != wanted && !coming_.valid()) {
        sampling_ = wanted;
        coming_ = std::async(std::launch::async, sample_galaxy, kinds_[wanted.kind], wanted.bodies,
                             wanted.seed + 1);
    }
}

std::optional<GalaxyEdit> PlayTools::take_edit() {
    if (edits_.empty()) return std::nullopt;
    GalaxyEdit edit = std::move(edits_.front());
    edits_.erase(edits_.begin());
    return edit;
}

const std::vector<PlayTools::Size>& PlayTools::sizes(const PlayGround& ground) {
    const Particles& particles = ground.loaded.initial().particles;
    if (sizes_of_ == particles.positions.data()) return sizes_;
    sizes_of_ = particles.positions.data();
    sizes_.clear();
    for (const std::string& galaxy : galaxies(particles))
        sizes_.push_back({galaxy, mass_of_galaxy(particles, galaxy), half_mass_radius(particles, galaxy)});
    return sizes_;
}

// Galaxies are where they are seen now, the one that is aimed or held is the last.
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
