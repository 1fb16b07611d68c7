#include "data/scene/scene_keys.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>

#include "data/scene/scene_values.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// One key of a Target: the value that it takes, and the member that it sets.
template <typename Target>
struct Key {
    std::string_view path;
    std::string takes;
    std::function<bool(Target&, const toml::node&)> set;
};

using Node = const toml::node&;

// Model units. Inside these ranges what galaxies are computed from stays far away from the ends of single
// precision: velocities are sqrt(mass / length), forces mass / length^2.
constexpr Range lengths{1e-6, 1e6}, masses{1e-9, 1e9}, velocities{1e-6, 1e6}, densities{1e-12, 1e12},
    potentials{1e-9, 1e9}, scales{1e-6, 1e6}, weights{1e-6, 1e6}, places{-1e9, 1e9}, times{-1e9, 1e9},
    degrees{-360, 360}, fields_of_view{1e-3, 179.999};

std::string written(const Range& range) {
    return "from " + short_number(range.least) + " to " + short_number(range.most);
}

// Keys by what they take; `path` leads through members to the one that is set.
template <typename Target, auto... path>
Key<Target> takes_number(std::string_view name, Range range, const std::string& takes) {
    return {name, takes, [range](Target& t, Node n) { return read(n, (t.*....*path), range); }};
}
template <typename Target, auto... path>
Key<Target> number(std::string_view name, Range range) {
    return takes_number<Target, path...>(name, range, "a number " + written(range));
}
template <typename Target, auto... path>
Key<Target> positive(std::string_view name, Range range) {
    return takes_number<Target, path...>(name, range, "a positive number, " + written(range));
}
template <typename Target, auto... path>
Key<Target> vector(std::string_view name, Range range) {
    return takes_number<Target, path...>(name, range, "three numbers, [x, y, z], each " + written(range));
}
template <typename Target, auto... path>
Key<Target> field_of_view(std::string_view name) {
    return takes_number<Target, path...>(name, fields_of_view, "a number between 0 and 180");
}
template <typename Target, auto... path>
Key<Target> other(std::string_view name, const char* takes) {
    return {name, takes, [](Target& t, Node n) { return read(n, (t.*....*path)); }};
}
template <typename Target, auto... path>
Key<Target> text(std::string_view name) {
    return other<Target, path...>(name, "a text in quotes");
}

// [x, y, z], not all 0.
template <typename Target, auto member>
Key<Target> direction(std::string_view name) {
    return {name, "three numbers, [x, y, z], not all 0, each " + written(places), [](Target& t, Node n) {
                auto& v = t.*member;
                return read(n, v, places) && std::hypot((*v)[0], (*v)[1], (*v)[2]) > 1e-9;
            }};
}
template <typename Target, auto member>
Key<Target> count(std::string_view name) {
    return {name, "a whole number from 1 to 4294967295",
            [](Target& t, Node n) { return read(n, t.*member) && t.*member <= 0xffff'ffff; }};
}

using View = SceneView;
const Key<Scene> scene_keys[] = {
    text<Scene, &Scene::title>("title"),
    text<Scene, &Scene::watch>("watch"),
    text<Scene, &Scene::sources>("sources"),
    count<Scene, &Scene::bodies>("bodies"),
    positive<Scene, &Scene::until>("simulation.until", {1e-6, times.most}),
    vector<Scene, &Scene::camera, &SceneCamera::position>("camera.position", places),
    vector<Scene, &Scene::camera, &SceneCamera::target>("camera.target", places),
    field_of_view<Scene, &Scene::camera, &SceneCamera::field_of_view_degrees>("camera.field_of_view_degrees"),
    other<Scene, &Scene::camera, &SceneCamera::fills_picture>("camera.fills_picture", "true or false"),
    other<Scene, &Scene::view, &View::hidden>("view.hidden", "a list of texts, [\"halo\"]"),
    text<Scene, &Scene::view, &View::preset>("view.preset"),
    text<Scene, &Scene::view, &View::mode>("view.mode"),
    text<Scene, &Scene::view, &View::color_by>("view.color_by"),
    text<Scene, &Scene::view, &View::color_map>("view.color_map"),
    positive<Scene, &Scene::view, &View::point_size>("view.point_size", {0.125, 8}),
    positive<Scene, &Scene::view, &View::brightness>("view.brightness", {0.01, 100}),
    other<Scene, &Scene::view, &View::show>("view.show", "a list of texts, [\"scale\", \"clock\"]"),
    other<Scene, &Scene::rank>("rank", "a whole number from 1"),
    number<Scene, &Scene::picture_time>("picture_time", {0, times.most}),
};

Key<Scene> key_of(const Parameter& parameter) {
    const Range& range = parameter.setting.valid;
    return {parameter.scene_key, (range.contains(0) ? "a number " : "a positive number, ") + written(range),
            [&parameter, &range](Scene& s, Node n) {
                double value = 0;
                if (!read(n, value, range)) return false;
                parameter.field.set(s.simulation, value);
                return true;
            }};
}

// All of a scene: what stands above, with the parameters at the beginning of the table [simulation].
std::span<const Key<Scene>> all_scene_keys() {
    static const std::vector<Key<Scene>> keys = [] {
        std::vector<Key<Scene>> list{std::begin(scene_keys), std::end(scene_keys)};
        auto place = std::ranges::find(list, "simulation.until", &Key<Scene>::path);
        for (const Parameter& parameter : parameter_table())
            if (!parameter.scene_key.empty()) place = std::next(list.insert(place, key_of(parameter)));
        return list;
    }();
    return keys;
}

using KeyFrame = SceneKeyFrame;
const Key<KeyFrame> key_frame_keys[] = {
    number<KeyFrame, &KeyFrame::time>("time", times),
    vector<KeyFrame, &KeyFrame::position>("position", places),
    vector<KeyFrame, &KeyFrame::target>("target", places),
    field_of_view<KeyFrame, &KeyFrame::field_of_view_degrees>("field_of_view_degrees"),
    {"projection", "one of \"perspective\", \"orthographic\", \"hammer\", \"dome\"",
     [](KeyFrame& k, Node n) {
         constexpr std::string_view names[] = {"perspective", "orthographic", "hammer", "dome"};
         return read(n, k.projection) && std::ranges::find(names, *k.projection) != std::end(names);
     }},
};

using Milestone = SceneMilestone;
const Key<Milestone> milestone_keys[] = {
    number<Milestone, &Milestone::time>("time", times),
    text<Milestone, &Milestone::title>("title"),
};

using Change = SceneChange;
const Key<Change> change_keys[] = {
    number<Change, &Change::time>("time", times),
    text<Change, &Change::added>("add"),
    text<Change, &Change::thrown>("throw"),
    text<Change, &Change::deleted>("delete"),
    text<Change, &Change::like>("like"),
    positive<Change, &Change::mass_factor>("mass_factor", scales),
    count<Change, &Change::bodies>("bodies"),
    count<Change, &Change::seed>("seed"),
    vector<Change, &Change::position>("position", places),
    vector<Change, &Change::velocity>("velocity", places),
    direction<Change, &Change::spin>("spin"),
    vector<Change, &Change::way>("way", places),
};

const Key<SceneOrbit> orbit_keys[] = {
    number<SceneOrbit, &SceneOrbit::eccentricity>("eccentricity", {0, 1000}),
    positive<SceneOrbit, &SceneOrbit::pericentre>("pericentre", lengths),
    positive<SceneOrbit, &SceneOrbit::separation>("separation", lengths),
};

using Galaxy = SceneGalaxy;
const Key<Galaxy> galaxy_keys[] = {
    text<Galaxy, &Galaxy::file>("file"),
    positive<Galaxy, &Galaxy::bodies>("bodies", weights),
    positive<Galaxy, &Galaxy::mass_scale>("mass_scale", scales),
    positive<Galaxy, &Galaxy::length_scale>("length_scale", scales),
    positive<Galaxy, &Galaxy::model, &GalaxySpec::central_potential>("central_potential", potentials),
    vector<Galaxy, &Galaxy::position>("position", places),
    vector<Galaxy, &Galaxy::velocity>("velocity", places),
    direction<Galaxy, &Galaxy::spin>("spin"),
    number<Galaxy, &Galaxy::inclination>("inclination", degrees),
    number<Galaxy, &Galaxy::argument>("argument", degrees),
};

const Key<DiskSpec> disk_keys[] = {
    positive<DiskSpec, &DiskSpec::mass>("mass", masses),
    positive<DiskSpec, &DiskSpec::scale_length>("scale_length", lengths),
    number<DiskSpec, &DiskSpec::scale_height>("scale_height", {0.01, 1}),
    number<DiskSpec, &DiskSpec::edge>("edge", {0.5, 50}),
    number<DiskSpec, &DiskSpec::edge_width>("edge_width", {0.05, 5}),
    number<DiskSpec, &DiskSpec::toomre_q>("toomre_q", {0.1, 10}),
    positive<DiskSpec, &DiskSpec::radial_dispersion>("radial_dispersion", velocities),
    positive<DiskSpec, &DiskSpec::bodies>("bodies", weights),
};

using Spheroid = SpheroidSpec;
const Key<Spheroid> spheroid_keys[] = {
    other<Spheroid, &Spheroid::profile>("profile",
                                        "one of \"king\", \"hernquist\", \"nfw\", \"plummer\", \"uniform\""),
    positive<Spheroid, &Spheroid::mass>("mass", masses),
    positive<Spheroid, &Spheroid::radius>("radius", lengths),
    positive<Spheroid, &Spheroid::edge>("edge", lengths),
    positive<Spheroid, &Spheroid::dispersion>("dispersion", velocities),
    number<Spheroid, &Spheroid::cutoff>("cutoff", {0, potentials.most}),
    positive<Spheroid, &Spheroid::central_density>("central_density", densities),
    number<Spheroid, &Spheroid::virial_ratio>("virial_ratio", {0, 1000}),
    positive<Spheroid, &Spheroid::bodies>("bodies", weights),
};

template <typename Target>
void set(Target& target, std::span<const Key<Target>> keys, const std::string& origin,
         const std::string& path, std::string_view rest, std::string_view further, const toml::node& value) {
    const auto key = std::ranges::find(keys, rest, [](const Key<Target>& k) { return k.path; });
    if (key == keys.end()) {
        const std::string before = path.substr(0, path.size() - rest.size());
        const auto path_of = [&](const Key<Target>& k) { return before + std::string(k.path); };
        throw std::invalid_argument(origin + ": there is no key '" + path +
                                    "'; there are: " + join(keys, path_of) + std::string(further));
    }
    if (!key->set(target, value)) throw std::invalid_argument(origin + ": " + path + " takes " + key->takes);
}

// Takes the first name off a dotted path.
std::string_view first_of(std::string_view& path) {
    const std::size_t dot = path.find('.');
    const std::string_view first = path.substr(0, dot);
    path = dot == path.npos ? std::string_view{} : path.substr(dot + 1);
    return first;
}

SceneGalaxy* find_galaxy(Scene& scene, std::string_view name) {
    const auto found = std::ranges::find(scene.galaxies, name, &SceneGalaxy::name);
    return found == scene.galaxies.end() ? nullptr : &*found;
}

// The parts of a galaxy, by name; empty for names that are none.
std::optional<SpheroidSpec>* spheroid_of(SceneGalaxy& galaxy, std::string_view name) {
    if (name == "bulge") return &galaxy.model.bulge;
    if (name == "halo") return &galaxy.model.halo;
    if (name == "stars") return &galaxy.model.stars;
    return nullptr;
}

SceneGalaxy& known_galaxy(Scene& scene, const std::string& origin, const std::string& path,
                          std::string_view name) {
    if (SceneGalaxy* const galaxy = find_galaxy(scene, name)) return *galaxy;
    throw std::invalid_argument(origin + ": " + path + ": there is no galaxy '" + std::string(name) +
                                "' (before it); there are: " + join(scene.galaxies, &SceneGalaxy::name));
}

// The newest of the tables of which a file may have several, which a key belongs to.
template <typename Table>
Table& newest(std::vector<Table>& tables, const std::string& origin, const std::string& path,
              const std::string& what) {
    if (tables.empty())
        throw std::invalid_argument(origin + ": " + path + " belongs to " + what + " of the file");
    return tables.back();
}

void set_galaxy_key(Scene& scene, const std::string& origin, const std::string& path, std::string_view rest,
                    const toml::node& value) {
    const std::string_view name = first_of(rest);
    SceneGalaxy& galaxy = known_galaxy(scene, origin, path, name);
    std::string_view key = rest;
    const std::string_view part = first_of(key);
    if (rest == "like") {
        std::string other;
        if (!read(value, other))
            throw std::invalid_argument(origin + ": " + path + " takes a text in quotes");
        galaxy.model = known_galaxy(scene, origin, path, other).model;
    } else if (part == "disk" && !key.empty()) {
        if (!galaxy.model.disk) galaxy.model.disk.emplace();
        set<DiskSpec>(*galaxy.model.disk, disk_keys, origin, path, key, "", value);
    } else if (auto* const spheroid = spheroid_of(galaxy, part); spheroid && !key.empty()) {
        if (!*spheroid) spheroid->emplace();
        set<SpheroidSpec>(**spheroid, spheroid_keys, origin, path, key, "", value);
    } else {
        set<SceneGalaxy>(galaxy, galaxy_keys, origin, path, rest,
                         ", like, and tables disk, bulge, halo, stars", value);
    }
}

}  // namespace

void set_scene_key(Scene& scene, const std::string& origin, const std::string& path,
                   const toml::node& value) {
    std::string_view rest = path;
    const std::string_view table = first_of(rest);
    if (table == "galaxy" && !rest.empty()) {
        set_galaxy_key(scene, origin, path, rest, value);
    } else if (table == "orbit" && !rest.empty()) {
        if (!scene.orbit) scene.orbit.emplace();
        set<SceneOrbit>(*scene.orbit, orbit_keys, origin, path, rest, "", value);
    } else if (rest.starts_with("keyframe.") && table == "camera") {
        rest.remove_prefix(std::string_view{"keyframe."}.size());
        set<SceneKeyFrame>(
            newest(scene.camera.key_frames, origin, path, "a key frame, a table [[camera.keyframe]]"),
            key_frame_keys, origin, path, rest, "", value);
    } else if (table == "milestone" && !rest.empty()) {
        set<SceneMilestone>(newest(scene.milestones, origin, path, "a table [[milestone]]"), milestone_keys,
                            origin, path, rest, "", value);
    } else if (table == "change" && !rest.empty()) {
        set<SceneChange>(newest(scene.changes, origin, path, "a table [[change]]"), change_keys, origin, path,
                         rest, "", value);
    } else if (comes_in_tables(path)) {
        throw std::invalid_argument(origin + ": " + path + " takes tables, each [[" + path + "]]");
    } else {
        set<Scene>(scene, all_scene_keys(), origin, path, path,
                   ", and tables orbit, galaxy.NAME, [[milestone]], [[change]] and [[camera.keyframe]]",
                   value);
    }
    scene.origins[path] = origin;
}

bool comes_in_tables(std::string_view path) {
    return path == "camera.keyframe" || path == "milestone" || path == "change";
}

void add_scene_table(Scene& scene, const std::string& origin, std::string_view path) {
    if (path == "milestone")
        scene.milestones.emplace_back().origin = origin;
    else if (path == "change")
        scene.changes.emplace_back().origin = origin;
    else
        scene.camera.key_frames.emplace_back().origin = origin;
}

void add_scene_galaxy(Scene& scene, const std::string& origin, const std::string& name) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, plain))
        throw std::invalid_argument(origin + ": galaxy.'" + name +
                                    "': a galaxy's name has letters, digits, - and _ only");
    if (!find_galaxy(scene, name)) scene.galaxies.emplace_back().name = name;
    scene.origins["galaxy." + name] = origin;
}

}  // namespace milkomeda
