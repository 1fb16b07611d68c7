#include "data/scene/scene_keys.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <stdexcept>

#include "data/particles/component_name.hpp"
#include "data/scene/scene_values.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// A key of a scene or of a table in a scene: a description of the values that the key accepts, and a function that sets
// a member of Target, or returns false for other values.
template <typename Target>
struct Key {
    std::string_view path;
    std::string takes;
    std::function<bool(Target&, const toml::node&)> set;
};

using Node = const toml::node&;

// Valid ranges in model units. Within these ranges, derived quantities stay far inside the range of single
// precision: velocities are sqrt(mass / length), forces mass / length^2.
constexpr Range lengths{1e-6, 1e6}, masses{1e-9, 1e9}, velocities{1e-6, 1e6}, densities{1e-12, 1e12},
    potentials{1e-9, 1e9}, scales{1e-6, 1e6}, weights{1e-6, 1e6}, places{-1e9, 1e9}, times{-1e9, 1e9},
    degrees{-360, 360}, fields_of_view{1e-3, 179.999};

std::string written(const Range& range) {
    return fmt::format("from {} to {}", short_number(range.least), short_number(range.most));
}

// The following functions make keys, one function for each type of value. `path` is the chain of members that leads to
// the member to set.
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
Key<Target> other(std::string_view name, const std::string& takes) {
    return {name, takes, [](Target& t, Node n) { return read(n, (t.*....*path)); }};
}
template <typename Target, auto... path>
Key<Target> text(std::string_view name) {
    return other<Target, path...>(name, "a text in quotes");
}

// Makes a key for a nonzero vector [x, y, z].
template <typename Target, auto... path>
Key<Target> direction(std::string_view name) {
    return {name, "three numbers, [x, y, z], not all 0, each " + written(places), [](Target& t, Node n) {
                std::array<double, 3> v{};
                if (!read(n, v, places) || std::hypot(v[0], v[1], v[2]) <= 1e-9) return false;
                (t.*....*path) = v;
                return true;
            }};
}

// Returns true for valid galaxy names, which are used in keys, columns and file names.
bool is_galaxy_name(std::string_view name) {
    return !name.empty() && name.size() <= longest_name && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}
template <typename Target, bool (*fits)(std::string_view), auto... path>
Key<Target> named(std::string_view name, const char* takes) {
    return {name, takes, [](Target& t, Node n) {
                std::string text;
                if (!read(n, text) || !fits(text)) return false;
                (t.*....*path) = text;
                return true;
            }};
}

constexpr const char* takes_projection = "one of \"perspective\", \"orthographic\", \"hammer\", \"dome\"";
bool is_projection(std::string_view name) {
    constexpr std::string_view names[] = {"perspective", "orthographic", "hammer", "dome"};
    return std::ranges::find(names, name) != std::end(names);
}

template <typename Target, auto member>
Key<Target> whole_number(std::string_view name, std::int64_t least = 1, std::int64_t most = 0xffff'ffff) {
    return {name, fmt::format("a whole number from {} to {}", least, most), [least, most](Target& t, Node n) {
                const auto number = n.value_exact<std::int64_t>();
                if (!number || *number < least || *number > most) return false;
                t.*member = static_cast<std::remove_reference_t<decltype(t.*member)>>(*number);
                return true;
            }};
}

using View = SceneView;
const Key<Scene> scene_keys[] = {
    text<Scene, &Scene::title>("title"),
    text<Scene, &Scene::watch>("watch"),
    text<Scene, &Scene::sources>("sources"),
    whole_number<Scene, &Scene::bodies>("bodies"),
    other<Scene, &Scene::with_gas>("with_gas", "true or false"),
    positive<Scene, &Scene::until>("simulation.until", {1e-6, times.most}),
    vector<Scene, &Scene::camera, &SceneCamera::position>("camera.position", places),
    vector<Scene, &Scene::camera, &SceneCamera::target>("camera.target", places),
    field_of_view<Scene, &Scene::camera, &SceneCamera::field_of_view_degrees>("camera.field_of_view_degrees"),
    direction<Scene, &Scene::camera, &SceneCamera::up>("camera.up"),
    named<Scene, is_projection, &Scene::camera, &SceneCamera::projection>("camera.projection", takes_projection),
    other<Scene, &Scene::camera, &SceneCamera::fills_picture>("camera.fills_picture", "true or false"),
    other<Scene, &Scene::view, &View::hidden>("view.hidden", "a list of strings, such as [\"halo\"]"),
    text<Scene, &Scene::view, &View::preset>("view.preset"),
    other<Scene, &Scene::view, &View::complete>("view.complete", "true or false"),
    text<Scene, &Scene::view, &View::mode>("view.mode"),
    text<Scene, &Scene::view, &View::color_by>("view.color_by"),
    text<Scene, &Scene::view, &View::color_map>("view.color_map"),
    positive<Scene, &Scene::view, &View::point_size>("view.point_size", {0.125, 8}),
    positive<Scene, &Scene::view, &View::brightness>("view.brightness", {0.01, 100}),
    number<Scene, &Scene::view, &View::stretch>("view.stretch", {0, 1}),
    number<Scene, &Scene::view, &View::resolved>("view.resolved", {0, 1.5}),
    number<Scene, &Scene::view, &View::dust>("view.dust", {0, 2}),
    number<Scene, &Scene::view, &View::background>("view.background", {0, 10}),
    other<Scene, &Scene::view, &View::show>("view.show", "a list of strings, such as [\"scale\", \"clock\"]"),
    other<Scene, &Scene::rank>("rank", "a whole number from 1"),
    number<Scene, &Scene::picture_time>("picture_time", {0, times.most}),
};

// Description of the values that a parameter accepts, by the type of the value.
std::string taken(const Parameter& parameter, const SettingValue& like) {
    const Range& range = parameter.setting.valid;
    if (const auto* const choice = std::get_if<Choice>(&like)) return "one of " + join(choice->names);
    if (const auto* const fraction = std::get_if<Fraction>(&like)) return "one of " + join(fraction->names());
    if (std::holds_alternative<CountOrAuto>(like)) return "\"auto\" or a whole number " + written(range);
    return (range.contains(0) ? "a number " : "a positive number, ") + written(range);
}

std::optional<SettingValue> value_in(Node node, const Parameter& parameter, const SettingValue& like) {
    std::string text;
    double number = 0;
    if (const auto* const choice = std::get_if<Choice>(&like))
        return read(node, text) ? choice->entry(text) : std::nullopt;
    if (const auto* const fraction = std::get_if<Fraction>(&like)) {
        if (node.value_exact<std::int64_t>() == 1) text = "1";
        const std::vector<std::string> names = fraction->names();
        const auto found = !text.empty() || read(node, text) ? std::ranges::find(names, text) : names.end();
        if (found == names.end()) return {};
        return Fraction{fraction->denominators[static_cast<std::size_t>(found - names.begin())],
                        fraction->denominators};
    }
    if (std::holds_alternative<CountOrAuto>(like)) {
        if (read(node, text)) return text == "auto" ? std::optional<SettingValue>{CountOrAuto{}} : std::nullopt;
        const auto count = node.value_exact<std::int64_t>();
        if (!count || !parameter.setting.valid.contains(static_cast<double>(*count))) return {};
        return CountOrAuto{static_cast<int>(*count)};
    }
    if (!read(node, number, parameter.setting.valid)) return {};
    return number;
}

Key<Scene> key_of(const Parameter& parameter) {
    const SettingValue like = parameter.field.get({});
    return {parameter.scene_key, taken(parameter, like), [&parameter, like](Scene& s, Node n) {
                const std::optional<SettingValue> value = value_in(n, parameter, like);
                if (value) parameter.field.set(s.simulation, *value);
                return value.has_value();
            }};
}

// Largest numbers of entries. They are far above the need of real scenes. Comparing more entries with each other would
// take minutes.
constexpr std::size_t most_galaxies = 1000, most_changes = 10'000, most_view_keys = 1000;

void require_room(std::size_t count, std::size_t most, const std::string& origin, const std::string& what) {
    if (count >= most) throw std::invalid_argument(fmt::format("{}: at most {} {} are allowed", origin, most, what));
}

// Stores the look setting that a key of the table [view] sets. Returns false if the value has a type that no look
// setting accepts.
bool take_view_setting(Scene& scene, const std::string& origin, std::string_view key, Node node) {
    SceneValue value;
    std::array<double, 3> color{};
    double number = 0;
    std::string text;
    bool on = false;
    if (read(node, on))
        value = on;
    else if (read(node, number))
        value = number;
    else if (read(node, text))
        value = text;
    else if (read(node, color))
        value = color;
    else
        return false;
    auto& settings = scene.view.settings;
    std::erase_if(settings, [&](const auto& setting) { return setting.first == key; });
    require_room(settings.size(), most_view_keys, origin, "keys of [view]");
    settings.emplace_back(key, std::move(value));
    return true;
}

// Returns all keys of a scene: scene_keys, and the simulation parameters, which belong to the table [simulation].
std::span<const Key<Scene>> all_scene_keys() {
    static const std::vector<Key<Scene>> keys = [] {
        std::vector<Key<Scene>> list{std::begin(scene_keys), std::end(scene_keys)};
        auto place = std::ranges::find(list, "simulation.until", &Key<Scene>::path);
        for (const Parameter& parameter : parameter_table()) place = std::next(list.insert(place, key_of(parameter)));
        return list;
    }();
    return keys;
}

bool is_known(std::string_view path) {
    const auto keys = all_scene_keys();
    return std::ranges::find(keys, path, [](const Key<Scene>& k) { return k.path; }) != keys.end();
}

using KeyFrame = SceneKeyFrame;
const Key<KeyFrame> key_frame_keys[] = {
    number<KeyFrame, &KeyFrame::time>("time", times),
    vector<KeyFrame, &KeyFrame::position>("position", places),
    vector<KeyFrame, &KeyFrame::target>("target", places),
    field_of_view<KeyFrame, &KeyFrame::field_of_view_degrees>("field_of_view_degrees"),
    named<KeyFrame, is_projection, &KeyFrame::projection>("projection", takes_projection),
};

using Milestone = SceneMilestone;
const Key<Milestone> milestone_keys[] = {
    number<Milestone, &Milestone::time>("time", times),
    text<Milestone, &Milestone::title>("title"),
};

using Change = SceneChange;
const Key<Change> change_keys[] = {
    number<Change, &Change::time>("time", times),
    named<Change, is_galaxy_name, &Change::added>("add", "a name in quotes, of letters, digits, - and _"),
    text<Change, &Change::thrown>("throw"),
    text<Change, &Change::deleted>("delete"),
    text<Change, &Change::like>("like"),
    positive<Change, &Change::mass_factor>("mass_factor", scales),
    whole_number<Change, &Change::bodies>("bodies"),
    whole_number<Change, &Change::seed>("seed"),
    vector<Change, &Change::position>("position", places),
    vector<Change, &Change::velocity>("velocity", places),
    direction<Change, &Change::spin>("spin"),
    vector<Change, &Change::moved_by>("way", places),
};

using Hole = ScenePerturber;
const Key<Hole> perturber_keys[] = {
    named<Hole, is_component_name, &Hole::name>(
        "name",
        "a name in quotes, of up to 100 ASCII characters without quotes and without leading or trailing spaces"),
    text<Hole, &Hole::galaxy>("galaxy"),
    positive<Hole, &Hole::mass>("mass", masses),
    vector<Hole, &Hole::position>("position", places),
    vector<Hole, &Hole::velocity>("velocity", places),
    positive<Hole, &Hole::softening>("softening", lengths),
    takes_number<Hole, &Hole::color>("color", {0, 1}, "red, green and blue, [r, g, b], each from 0 to 1"),
};

const Key<SceneOrbit> orbit_keys[] = {
    number<SceneOrbit, &SceneOrbit::eccentricity>("eccentricity", {0, 1000}),
    positive<SceneOrbit, &SceneOrbit::pericenter>("pericentre", lengths),
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

const Key<GasSpec> gas_keys[] = {
    takes_number<GasSpec, &GasSpec::fraction>("fraction", {1e-4, 0.99}, "a number from 0.0001 to 0.99"),
    positive<GasSpec, &GasSpec::mass>("mass", masses),
    number<GasSpec, &GasSpec::scale_length>("scale_length", {0.1, 10}),
    number<GasSpec, &GasSpec::edge>("edge", {0.5, 50}),
    positive<GasSpec, &GasSpec::bodies>("bodies", weights),
    whole_number<GasSpec, &GasSpec::clouds>("clouds", 0, 1'000'000),
    takes_number<GasSpec, &GasSpec::temperature>("temperature", {10, 1e8}, "a number of kelvin from 10 to 1e8"),
};

using Spheroid = SpheroidSpec;
const Key<Spheroid> spheroid_keys[] = {
    other<Spheroid, &Spheroid::profile>("profile", "one of \"king\", \"hernquist\", \"nfw\", \"plummer\", \"uniform\""),
    positive<Spheroid, &Spheroid::mass>("mass", masses),
    positive<Spheroid, &Spheroid::radius>("radius", lengths),
    positive<Spheroid, &Spheroid::edge>("edge", lengths),
    positive<Spheroid, &Spheroid::dispersion>("dispersion", velocities),
    number<Spheroid, &Spheroid::cutoff>("cutoff", {0, potentials.most}),
    positive<Spheroid, &Spheroid::central_density>("central_density", densities),
    number<Spheroid, &Spheroid::virial_ratio>("virial_ratio", {0, 1000}),
    positive<Spheroid, &Spheroid::bodies>("bodies", weights),
};

// Valid ranges for mixed boxes, which have their own units of length, time and velocity.
using Contact = MixedContact;
constexpr Range mixed_lengths{1e-3, 1e3}, mixed_rates{0, 1e9}, mixed_times{1e-6, 1}, walls{-1e5, 1e5};

const Key<MixedBox> mixed_keys[] = {
    whole_number<MixedBox, &MixedBox::dimensions>("dimensions", 2, 3),
    number<MixedBox, &MixedBox::least, &glm::dvec3::x>("box.left", walls),
    number<MixedBox, &MixedBox::most, &glm::dvec3::x>("box.right", walls),
    number<MixedBox, &MixedBox::least, &glm::dvec3::y>("box.bottom", walls),
    number<MixedBox, &MixedBox::most, &glm::dvec3::y>("box.top", walls),
    number<MixedBox, &MixedBox::least, &glm::dvec3::z>("box.back", walls),
    number<MixedBox, &MixedBox::most, &glm::dvec3::z>("box.front", walls),
    whole_number<MixedBox, &MixedBox::small>("small.count", 1, 16'000'000),
    positive<MixedBox, &MixedBox::small_radius>("small.radius", mixed_lengths),
    whole_number<MixedBox, &MixedBox::dynamic>("large.dynamic", 0, 100'000),
    whole_number<MixedBox, &MixedBox::fixed>("large.static", 0, 100'000),
    whole_number<MixedBox, &MixedBox::most_large>("large.most", 1, 100'000),
    positive<MixedBox, &MixedBox::least_radius>("large.least_radius", mixed_lengths),
    positive<MixedBox, &MixedBox::largest_radius>("large.largest_radius", mixed_lengths),
    positive<MixedBox, &MixedBox::contact, &Contact::stiffness>("contact.stiffness", {1e-3, 1e9}),
    number<MixedBox, &MixedBox::contact, &Contact::damping>("contact.damping", mixed_rates),
    number<MixedBox, &MixedBox::contact, &Contact::friction>("contact.friction", mixed_rates),
    number<MixedBox, &MixedBox::contact, &Contact::friction_coefficient>("contact.friction_coefficient", {0, 10}),
    vector<MixedBox, &MixedBox::gravity>("gravity", {-1000, 1000}),
    positive<MixedBox, &MixedBox::timestep>("timestep", mixed_times),
    whole_number<MixedBox, &MixedBox::iterations>("iterations", 1, 1000),
    whole_number<MixedBox, &MixedBox::capacity>("grid.capacity", 1, 64),
    other<MixedBox, &MixedBox::sorted>("grid.sorted", "true or false"),
    other<MixedBox, &MixedBox::schedule>("schedule", "one of " + join(names<MixedSchedule>)),
    other<MixedBox, &MixedBox::memory>("memory", "one of " + join(names<MixedMemory>)),
};

// A dotted key of a scene file. `rest` is the part of the path that follows the table whose keys are searched.
struct KeyPath {
    const std::string& origin;  // file or option that contains the key, for messages
    const std::string& path;
    std::string_view rest;
};

// Sets the value of a key. `further` is the end of the message about an unknown key: a list of the valid keys that are
// not in `keys`.
template <typename Target>
void set(Target& target, std::span<const Key<Target>> keys, const KeyPath& key_path, const toml::node& value,
         std::string_view further = {}) {
    const auto& [origin, path, rest] = key_path;
    const auto key = std::ranges::find(keys, rest, [](const Key<Target>& k) { return k.path; });
    if (key == keys.end()) {
        const std::string before = path.substr(0, path.size() - rest.size());
        const auto path_of = [&](const Key<Target>& k) { return before + std::string(k.path); };
        throw std::invalid_argument(
            fmt::format("{}: there is no key '{}'; there are: {}{}", origin, path, join(keys, path_of), further));
    }
    if (!key->set(target, value)) throw std::invalid_argument(fmt::format("{}: {} takes {}", origin, path, key->takes));
}

// Removes and returns the first name of a dotted path.
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

// Returns a galaxy's spheroid by name, or a null pointer for unknown names.
std::optional<SpheroidSpec>* spheroid_of(SceneGalaxy& galaxy, std::string_view name) {
    if (name == "bulge") return &galaxy.model.bulge;
    if (name == "halo") return &galaxy.model.halo;
    if (name == "stars") return &galaxy.model.stars;
    return nullptr;
}

SceneGalaxy& known_galaxy(Scene& scene, const std::string& origin, const std::string& path, std::string_view name) {
    if (SceneGalaxy* const galaxy = find_galaxy(scene, name)) return *galaxy;
    throw std::invalid_argument(fmt::format("{}: {}: there is no galaxy '{}' yet; the galaxies defined so far are: {}",
                                            origin, path, name, join(scene.galaxies, &SceneGalaxy::name)));
}

// Returns the last entry of an array of tables. Keys that are read next belong to this entry.
template <typename Table>
Table& newest(std::vector<Table>& tables, const std::string& origin, const std::string& path, const std::string& what) {
    if (tables.empty())
        throw std::invalid_argument(fmt::format("{}: {} requires {} in the scene file", origin, path, what));
    return tables.back();
}

void set_galaxy_key(Scene& scene, KeyPath key_path, const toml::node& value) {
    auto& [origin, path, rest] = key_path;
    const std::string_view name = first_of(rest);
    SceneGalaxy& galaxy = known_galaxy(scene, origin, path, name);
    std::string_view key = rest;
    const std::string_view part = first_of(key);
    if (rest == "like") {
        std::string other;
        if (!read(value, other))
            throw std::invalid_argument(fmt::format("{}: {} takes a text in quotes", origin, path));
        galaxy.model = known_galaxy(scene, origin, path, other).model;
    } else if (part == "disk" && !key.empty()) {
        if (!galaxy.model.disk) galaxy.model.disk.emplace();
        set<DiskSpec>(*galaxy.model.disk, disk_keys, {origin, path, key}, value);
    } else if (part == "gas" && !key.empty()) {
        if (!galaxy.model.gas) galaxy.model.gas.emplace();
        set<GasSpec>(*galaxy.model.gas, gas_keys, {origin, path, key}, value);
    } else if (auto* const spheroid = spheroid_of(galaxy, part); spheroid && !key.empty()) {
        if (!*spheroid) spheroid->emplace();
        set<SpheroidSpec>(**spheroid, spheroid_keys, {origin, path, key}, value);
    } else {
        set<SceneGalaxy>(galaxy, galaxy_keys, key_path, value, ", like, and tables disk, gas, bulge, halo, stars");
    }
}

}  // namespace

void set_scene_key(Scene& scene, const std::string& origin, const std::string& path, const toml::node& value) {
    std::string_view rest = path;
    const std::string_view table = first_of(rest);
    const auto set_in = [&]<typename Target>(Target& target, const auto& keys) {
        set<Target>(target, keys, {origin, path, rest}, value);
    };
    const auto made = [](auto& optional) -> auto& { return optional ? *optional : optional.emplace(); };
    if (table == "galaxy" && !rest.empty()) {
        set_galaxy_key(scene, {origin, path, rest}, value);
    } else if (table == "mixed" && !rest.empty()) {
        set_in(made(scene.mixed), mixed_keys);
    } else if (table == "orbit" && !rest.empty()) {
        set_in(made(scene.orbit), orbit_keys);
    } else if (rest.starts_with("keyframe.") && table == "camera") {
        first_of(rest);
        set_in(newest(scene.camera.key_frames, origin, path, "a key frame, a table [[camera.keyframe]]"),
               key_frame_keys);
    } else if (table == "milestone" && !rest.empty()) {
        set_in(newest(scene.milestones, origin, path, "a table [[milestone]]"), milestone_keys);
    } else if (table == "change" && !rest.empty()) {
        set_in(newest(scene.changes, origin, path, "a table [[change]]"), change_keys);
    } else if (table == "view" && !rest.empty() && !is_known(path)) {
        if (!take_view_setting(scene, origin, rest, value))
            throw std::invalid_argument(
                fmt::format("{}: {} takes a number, a text, true or false, or [r, g, b]", origin, path));
    } else if (table == "perturber" && !rest.empty()) {
        set_in(newest(scene.perturbers, origin, path, "a table [[perturber]]"), perturber_keys);
    } else if (comes_in_tables(path)) {
        throw std::invalid_argument(fmt::format("{0}: {1} takes one table [[{1}]] for each entry", origin, path));
    } else {
        set<Scene>(scene, all_scene_keys(), {origin, path, path}, value,
                   ", and tables orbit, mixed, galaxy.NAME, [[perturber]], [[milestone]], [[change]] and "
                   "[[camera.keyframe]]");
    }
    scene.origins[path] = origin;
}

bool comes_in_tables(std::string_view path) {
    return path == "camera.keyframe" || path == "milestone" || path == "change" || path == "perturber";
}

void add_scene_table(Scene& scene, const std::string& origin, std::string_view path) {
    const auto add = [&](auto& tables, std::size_t most = std::numeric_limits<std::size_t>::max()) {
        require_room(tables.size(), most, origin, fmt::format("tables [[{}]]", path));
        tables.emplace_back().origin = origin;
    };
    if (path == "milestone") return add(scene.milestones);
    if (path == "camera.keyframe") return add(scene.camera.key_frames);
    if (path == "change") return add(scene.changes, most_changes);
    add(scene.perturbers, most_perturbers);
}

void add_scene_galaxy(Scene& scene, const std::string& origin, const std::string& name) {
    if (!is_galaxy_name(name))
        throw std::invalid_argument(fmt::format(
            "{}: galaxy.'{}': the name of a galaxy must consist of 1 to 100 letters, digits, - and _", origin, name));
    if (!find_galaxy(scene, name)) {
        require_room(scene.galaxies.size(), most_galaxies, origin, "galaxies");
        scene.galaxies.emplace_back().name = name;
    }
    scene.origins["galaxy." + name] = origin;
}

}  // namespace milkomeda
