#include "app/capture/video_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/io/json_text.hpp"
#include "app/scene/setting_json.hpp"
#include "app/scene/shown_parts.hpp"
#include "data/base/range.hpp"
#include "data/particles/particles.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

// Returns the camera with all digits of its numbers; settings files store fewer digits.
Json exactly(const Camera& camera) {
    Json frame = Json::array();
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) frame.push_back(camera.frame[column][row]);
    return {name_of(camera.projection),
            camera.in_sky,
            camera.yaw,
            camera.pitch,
            camera.distance,
            camera.target.x,
            camera.target.y,
            camera.target.z,
            camera.fov_radians,
            frame};
}

float number_in(const Json& json, const Range& range, std::string_view name) {
    const double number = json.get<double>();
    if (!range.contains(number))
        throw std::runtime_error(fmt::format("{} of a camera has the invalid value {}", name, short_number(number)));
    return static_cast<float>(number);
}

bool is_rotation(const glm::mat3& frame) {
    constexpr float rounding = 1e-3f;
    const glm::mat3 product = glm::transpose(frame) * frame;
    for (int column = 0; column < 3; ++column)
        if (!(glm::length(product[column] - glm::mat3{1}[column]) < rounding)) return false;
    return true;
}

Camera camera_in(const Json& json) {
    // These ranges are wider than the ranges of the window's controls, so that every view of the window can be
    // restored.
    constexpr Range turns{-1e6, 1e6}, half_turn{-3.1416, 3.1416}, distances{1e-9, 1e10}, places{-1e10, 1e10},
        angles{1e-6, 3.1416}, parts_of_axes{-1.1, 1.1};
    Camera camera;
    const auto projection = value_named<Projection>(json.at(0).get<std::string>());
    if (!projection) throw std::runtime_error("a camera has an unknown projection");
    camera.projection = *projection;
    camera.in_sky = json.at(1).get<bool>();
    camera.yaw = number_in(json.at(2), turns, "the yaw");
    camera.pitch = number_in(json.at(3), half_turn, "the pitch");
    camera.distance = number_in(json.at(4), distances, "the distance");
    for (int axis = 0; axis < 3; ++axis) camera.target[axis] = number_in(json.at(5 + axis), places, "the target");
    camera.fov_radians = number_in(json.at(8), angles, "the field of view");
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            camera.frame[column][row] = number_in(json.at(9).at(3 * column + row), parts_of_axes, "an axis");
    if (!is_rotation(camera.frame)) throw std::runtime_error("the axes of a camera are not perpendicular unit vectors");
    return camera;
}

Json of(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

long steps_in(const Json& json) {
    constexpr double most = 1e9;  // largest number of steps; more steps would take days on any device
    const double steps = json.get<double>();
    if (!(std::abs(steps) <= most))
        throw std::runtime_error(fmt::format("a run of {} steps is too long", short_number(steps)));
    return static_cast<long>(steps);
}

Json of(const SettingsChange& change) {
    Json json{{"from", change.from.steps},
              {"time", change.from.time},
              {"parameters", exact_json(change.config.parameters)},
              {"forces", change.config.solver_name}};
    if (const auto& external_mass = change.config.external_mass)
        json["visitor"] = {of(external_mass->position), external_mass->mass, external_mass->radius};
    return json;
}

SettingsChange change_in(const Json& json) {
    SettingsChange change;
    change.from = {steps_in(json.at("from")), json.at("time").get<double>()};
    from_exact_json(json.at("parameters"), change.config.parameters);
    change.config.solver_name = json.at("forces").get<std::string>();
    if (json.contains("visitor")) {
        const Json& external_mass = json.at("visitor");
        change.config.external_mass =
            ExternalMass{{external_mass.at(0).at(0).get<double>(), external_mass.at(0).at(1).get<double>(),
                          external_mass.at(0).at(2).get<double>()},
                         external_mass.at(1).get<double>(),
                         external_mass.at(2).get<double>()};
    }
    return change;
}

void require_times(const VideoFrame& frame) {
    const double timestep =
        frame.changes.count == 0 ? timestep_range.most : frame.changes.all().back().config.parameters.timestep;
    require_resolved(frame.time, timestep);
    require_resolved(frame.ahead, timestep);
}

// Returns how many changes at the beginning of both lists are equal.
std::size_t common(std::span<const SettingsChange> now, std::span<const SettingsChange> then) {
    if (now.data() == then.data()) return std::min(now.size(), then.size());
    return static_cast<std::size_t>(std::ranges::mismatch(now, then).in1 - now.begin());
}

// Restores for each frame the list of changes of the step configuration. The frames of one branch share a list, which
// grows from frame to frame. After the user has gone back to an earlier time and changed a parameter, the next frame
// gets a copy of the list.
class ChangeLists {
  public:
    void begin() { list_ = std::make_shared<std::vector<SettingsChange>>(), count_ = 0; }
    void take(const Json& json) {
        count_ = std::min(count_, json.at("kept").get<std::size_t>());
        const Json& added = json.at("then");
        if (added.empty()) return;
        if (count_ < list_->size()) copy();
        for (const Json& change : added) {
            list_->push_back(change_in(change));
            if (++count_ > 1 && (*list_)[count_ - 2].from.steps >= list_->back().from.steps)
                throw std::runtime_error("the changes of parameters are not in the order of their steps");
        }
    }
    VideoStepChanges changes() const { return {list_, count_}; }

  private:
    void copy() {
        constexpr std::size_t most = 1'000'000;  // largest number of copied changes, which take 250 MB
        if ((copied_ += count_) > most) throw std::runtime_error("the branches have too many changes of parameters");
        list_ = std::make_shared<std::vector<SettingsChange>>(list_->begin(),
                                                              list_->begin() + static_cast<std::ptrdiff_t>(count_));
    }

    std::shared_ptr<std::vector<SettingsChange>> list_ = std::make_shared<std::vector<SettingsChange>>();
    std::size_t count_ = 0, copied_ = 0;
};

Json of(const std::vector<Trail>& trails) {
    Json json = Json::array();
    for (const Trail& trail : trails) {
        Json points = Json::array();
        for (const Trail::Point& point : trail.points())
            points.insert(points.end(), {point.time, point.position.x, point.position.y, point.position.z});
        json.push_back({{"spacing", trail.spacing()}, {"points", points}});
    }
    return json;
}

Json of(const Trails& trails) {
    return {{"galaxies", trails.names.galaxies},
            {"perturbers", trails.names.perturbers},
            {"ids", trails.names.ids},
            {"of_galaxies", of(trails.galaxies)},
            {"of_perturbers", of(trails.perturbers)},
            {"of_bodies", of(trails.bodies)}};
}

std::vector<Trail> trail_list_in(const Json& json, std::size_t most) {
    std::vector<Trail> trails;
    for (const Json& trail : json) {
        const Json& numbers = trail.at("points");
        std::vector<Trail::Point> points;
        for (std::size_t i = 0; i < numbers.size(); i += 4)
            points.push_back(
                {numbers.at(i).get<double>(),
                 {numbers.at(i + 1).get<float>(), numbers.at(i + 2).get<float>(), numbers.at(i + 3).get<float>()}});
        trails.emplace_back(trail.at("spacing").get<double>(), std::move(points));
    }
    if (trails.size() > most)
        throw std::runtime_error("the script contains more trails than names of galaxies, perturbers or bodies");
    return trails;
}

Trails trails_in(const Json& json) {
    Trails trails;
    json.at("galaxies").get_to(trails.names.galaxies);
    json.at("perturbers").get_to(trails.names.perturbers);
    json.at("ids").get_to(trails.names.ids);
    trails.galaxies = trail_list_in(json.at("of_galaxies"), trails.names.galaxies.size());
    trails.perturbers = trail_list_in(json.at("of_perturbers"), trails.names.perturbers.size());
    trails.bodies = trail_list_in(json.at("of_bodies"), trails.names.ids.size());
    trails.bodies.resize(trails.names.ids.size());
    return trails;
}

Json of(const std::optional<VideoFrame::Slice>& slice) {
    if (!slice) return nullptr;
    Json json = to_json(slice->choice);
    json["gravity"] = slice->gravity;
    json["softening"] = slice->softening;
    return json;
}

std::optional<VideoFrame::Slice> slice_in(const Json& json) {
    if (json.is_null()) return {};
    return VideoFrame::Slice{slice_from(json), json.at("gravity").get<double>(), json.at("softening").get<double>()};
}

// Returns the settings in `now` that differ from `before`.
Json difference(const Json& before, const Json& now) {
    Json changed = Json::object();
    for (const auto& [section, settings] : now.items())
        for (const auto& [key, value] : settings.items())
            if (!before.contains(section) || before.at(section).at(key) != value) changed[section][key] = value;
    return changed;
}

}  // namespace

struct VideoScript::Parts {
    Json frames = Json::array();
    Json look;  // settings of the last frame's Look; the next frame stores only the settings that differ
    VideoFrame last;
};

VideoScript::VideoScript() : parts_{std::make_unique<Parts>()} {}
VideoScript::~VideoScript() = default;
VideoScript::VideoScript(VideoScript&&) noexcept = default;
VideoScript& VideoScript::operator=(VideoScript&&) noexcept = default;

void VideoScript::add(const VideoFrame& frame) {
    const bool is_first = parts_->frames.empty();
    VideoFrame& last = parts_->last;
    Json json{{"n", frame.steps}, {"t", frame.time}};
    if (frame.ahead != 0) json["ahead"] = frame.ahead;
    if (!frame.start.empty()) json["start"] = frame.start, last.changes = {};
    const auto changes = frame.changes.all(), before = last.changes.all();
    const std::size_t kept = common(changes, before);
    if (kept < std::max(changes.size(), before.size())) {
        Json added = Json::array();
        for (std::size_t i = kept; i < changes.size(); ++i) added.push_back(of(changes[i]));
        json["laws"] = {{"kept", kept}, {"then", added}};
    }
    if (is_first || frame.camera != last.camera) json["camera"] = exactly(frame.camera);
    const Json look = to_json(frame.look);
    if (const Json changed = difference(parts_->look, look); !changed.empty()) json["look"] = changed;
    if (is_first || frame.show != last.show) json["show"] = names_of(frame.show);
    if (is_first || frame.shown != last.shown) json["shown"] = digits_of(frame.shown);
    if (frame.slice != last.slice) json["slice"] = of(frame.slice);
    if (frame.trails) json["trails"] = of(*frame.trails);
    parts_->frames.push_back(std::move(json));
    parts_->look = look;
    last = frame;
}

const Json& VideoScript::json() const { return parts_->frames; }

std::vector<VideoFrame> VideoScript::frames_of(const Json& json) try {
    std::vector<VideoFrame> frames;
    VideoFrame frame;
    ChangeLists changes;
    for (const Json& entry : json) {
        frame.start = entry.value("start", std::string{});
        if (!frame.start.empty()) changes.begin();
        frame.steps = steps_in(entry.at("n"));
        frame.time = entry.at("t").get<double>();
        frame.ahead = entry.value("ahead", 0.0);
        if (entry.contains("laws")) changes.take(entry.at("laws"));
        frame.changes = changes.changes();
        require_times(frame);
        if (entry.contains("camera")) frame.camera = camera_in(entry.at("camera"));
        if (entry.contains("look")) from_json(entry.at("look"), frame.look);
        if (entry.contains("show")) frame.show = annotations_from(entry.at("show").get<std::string>());
        if (entry.contains("shown")) {
            const std::string shown = entry.at("shown").get<std::string>();
            if (shown.size() > most_components)
                throw std::runtime_error("the script has more components than a particle set can have");
            frame.shown = shown_of_digits(shown);
        }
        if (entry.contains("slice")) frame.slice = slice_in(entry.at("slice"));
        frame.trails.reset();
        if (entry.contains("trails")) frame.trails = trails_in(entry.at("trails"));
        frames.push_back(frame);
    }
    return frames;
} catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("its script is invalid: {}", json_fault(error)));
}

}  // namespace milkomeda
