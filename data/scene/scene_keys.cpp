#include "data/scene/scene_keys.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>

#include "data/base/text.hpp"
#include "data/scene/scene_values.hpp"
#include "data/simulation/parameter_table.hpp"

namespace milkomeda {
namespace {

// One key of a Target: the value that it takes, and the member that it sets.
template <typename Target>
struct Key {
    std::string_view path, takes;
    std::function<bool(Target&, const toml::node&)> set;
};

constexpr std::string_view a_text = "a text in quotes", a_number = "a number",
                           a_positive_number = "a positive number", a_number_from_0 = "a number from 0",
                           three_numbers = "three numbers, [x, y, z]";

using Node = const toml::node&;

const Key<Scene> scene_keys[] = {
    {"title", a_text, [](Scene& s, Node n) { return read(n, s.title); }},
    {"watch", a_text, [](Scene& s, Node n) { return read(n, s.watch); }},
    {"sources", a_text, [](Scene& s, Node n) { return read(n, s.sources); }},
    {"bodies", "a whole number from 1", [](Scene& s, Node n) { return read(n, s.bodies); }},
    {"simulation.until", a_positive_number, [](Scene& s, Node n) { return read_positive(n, s.until); }},
    {"camera.position", three_numbers, [](Scene& s, Node n) { return read(n, s.camera.position); }},
    {"camera.target", three_numbers, [](Scene& s, Node n) { return read(n, s.camera.target); }},
    {"camera.field_of_view_degrees", "a number between 0 and 180",
     [](Scene& s, Node n) {
         return read_positive(n, s.camera.field_of_view_degrees) && s.camera.field_of_view_degrees < 180;
     }},
    {"view.hidden", "a list of texts, [\"halo\"]", [](Scene& s, Node n) { return read(n, s.view.hidden); }},
    {"view.preset", a_text, [](Scene& s, Node n) { return read(n, s.view.preset); }},
    {"view.mode", a_text, [](Scene& s, Node n) { return read(n, s.view.mode); }},
    {"view.color_by", a_text, [](Scene& s, Node n) { return read(n, s.view.color_by); }},
    {"view.color_map", a_text, [](Scene& s, Node n) { return read(n, s.view.color_map); }},
    {"view.point_size", a_positive_number,
     [](Scene& s, Node n) { return read_positive(n, s.view.point_size); }},
    {"view.brightness", a_positive_number,
     [](Scene& s, Node n) { return read_positive(n, s.view.brightness); }},
    {"view.show", "a list of texts, [\"scale\", \"clock\"]",
     [](Scene& s, Node n) { return read(n, s.view.show); }},
    {"rank", "a whole number from 1", [](Scene& s, Node n) { return read(n, s.rank); }},
};

// Of a parameter a scene says only whether it may be 0; validate() knows how large it may be.
Key<Scene> key_of(const Parameter& parameter) {
    const bool may_be_0 = parameter.setting.valid.contains(0);
    return {parameter.scene_key, may_be_0 ? a_number_from_0 : a_positive_number,
            [&parameter, may_be_0](Scene& s, Node n) {
                double value = 0;
                if (!(may_be_0 ? read_not_negative(n, value) : read_positive(n, value))) return false;
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

const Key<SceneKeyFrame> key_frame_keys[] = {
    {"time", a_number, [](SceneKeyFrame& k, Node n) { return read(n, k.time); }},
    {"position", three_numbers, [](SceneKeyFrame& k, Node n) { return read(n, k.position); }},
    {"target", three_numbers, [](SceneKeyFrame& k, Node n) { return read(n, k.target); }},
    {"field_of_view_degrees", "a number between 0 and 180",
     [](SceneKeyFrame& k, Node n) {
         return read_positive(n, k.field_of_view_degrees) && *k.field_of_view_degrees < 180;
     }},
    {"projection", "one of \"perspective\", \"orthographic\", \"hammer\", \"dome\"",
     [](SceneKeyFrame& k, Node n) {
         constexpr std::string_view names[] = {"perspective", "orthographic", "hammer", "dome"};
         return read(n, k.projection) && std::ranges::find(names, *k.projection) != std::end(names);
     }},
};

const Key<SceneOrbit> orbit_keys[] = {
    {"eccentricity", a_number_from_0,
     [](SceneOrbit& o, Node n) { return read_not_negative(n, o.eccentricity); }},
    {"pericentre", a_positive_number, [](SceneOrbit& o, Node n) { return read_positive(n, o.pericentre); }},
    {"separation", a_positive_number, [](SceneOrbit& o, Node n) { return read_positive(n, o.separation); }},
};

const Key<SceneGalaxy> galaxy_keys[] = {
    {"file", a_text, [](SceneGalaxy& g, Node n) { return read(n, g.file); }},
    {"bodies", a_positive_number, [](SceneGalaxy& g, Node n) { return read_positive(n, g.bodies); }},
    {"mass_scale", a_positive_number, [](SceneGalaxy& g, Node n) { return read_positive(n, g.mass_scale); }},
    {"length_scale", a_positive_number,
     [](SceneGalaxy& g, Node n) { return read_positive(n, g.length_scale); }},
    {"central_potential", a_positive_number,
     [](SceneGalaxy& g, Node n) { return read_positive(n, g.model.central_potential); }},
    {"position", three_numbers, [](SceneGalaxy& g, Node n) { return read(n, g.position); }},
    {"velocity", three_numbers, [](SceneGalaxy& g, Node n) { return read(n, g.velocity); }},
    {"spin", "three numbers, [x, y, z], not all 0",
     [](SceneGalaxy& g, Node n) { return read(n, g.spin) && *g.spin != std::array<double, 3>{}; }},
    {"inclination", a_number, [](SceneGalaxy& g, Node n) { return read(n, g.inclination); }},
    {"argument", a_number, [](SceneGalaxy& g, Node n) { return read(n, g.argument); }},
};

const Key<DiskSpec> disk_keys[] = {
    {"mass", a_positive_number, [](DiskSpec& d, Node n) { return read_positive(n, d.mass); }},
    {"scale_length", a_positive_number, [](DiskSpec& d, Node n) { return read_positive(n, d.scale_length); }},
    {"scale_height", "a number from 0.01 to 1",
     [](DiskSpec& d, Node n) { return read_between(n, d.scale_height, 0.01, 1); }},
    {"edge", "a number from 0.5 to 50", [](DiskSpec& d, Node n) { return read_between(n, d.edge, 0.5, 50); }},
    {"edge_width", "a number from 0.05 to 5",
     [](DiskSpec& d, Node n) { return read_between(n, d.edge_width, 0.05, 5); }},
    {"toomre_q", "a number from 0.1 to 10",
     [](DiskSpec& d, Node n) { return read_between(n, d.toomre_q, 0.1, 10); }},
    {"radial_dispersion", a_positive_number,
     [](DiskSpec& d, Node n) { return read_positive(n, d.radial_dispersion); }},
    {"bodies", a_positive_number, [](DiskSpec& d, Node n) { return read_positive(n, d.bodies); }},
};

const Key<SpheroidSpec> spheroid_keys[] = {
    {"profile", "one of \"king\", \"hernquist\", \"nfw\", \"plummer\", \"uniform\"",
     [](SpheroidSpec& s, Node n) { return read(n, s.profile); }},
    {"mass", a_positive_number, [](SpheroidSpec& s, Node n) { return read_positive(n, s.mass); }},
    {"radius", a_positive_number, [](SpheroidSpec& s, Node n) { return read_positive(n, s.radius); }},
    {"edge", a_positive_number, [](SpheroidSpec& s, Node n) { return read_positive(n, s.edge); }},
    {"dispersion", a_positive_number, [](SpheroidSpec& s, Node n) { return read_positive(n, s.dispersion); }},
    {"cutoff", a_number_from_0, [](SpheroidSpec& s, Node n) { return read_not_negative(n, s.cutoff); }},
    {"central_density", a_positive_number,
     [](SpheroidSpec& s, Node n) { return read_positive(n, s.central_density); }},
    {"virial_ratio", a_number_from_0,
     [](SpheroidSpec& s, Node n) { return read_not_negative(n, s.virial_ratio); }},
    {"bodies", a_positive_number, [](SpheroidSpec& s, Node n) { return read_positive(n, s.bodies); }},
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
    if (!key->set(target, value))
        throw std::invalid_argument(origin + ": " + path + " takes " + std::string(key->takes));
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

void set_galaxy_key(Scene& scene, const std::string& origin, const std::string& path, std::string_view rest,
                    const toml::node& value) {
    const std::string_view name = first_of(rest);
    SceneGalaxy& galaxy = known_galaxy(scene, origin, path, name);
    std::string_view key = rest;
    const std::string_view part = first_of(key);
    if (rest == "like") {
        std::string other;
        if (!read(value, other))
            throw std::invalid_argument(origin + ": " + path + " takes " + std::string(a_text));
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
        if (scene.camera.key_frames.empty())
            throw std::invalid_argument(origin + ": " + path +
                                        " belongs to a key frame, a table [[camera.keyframe]] of the file");
        rest.remove_prefix(std::string_view{"keyframe."}.size());
        set<SceneKeyFrame>(scene.camera.key_frames.back(), key_frame_keys, origin, path, rest, "", value);
    } else if (path == "camera.keyframe") {
        throw std::invalid_argument(origin + ": camera.keyframe takes tables, each [[camera.keyframe]]");
    } else {
        set<Scene>(scene, all_scene_keys(), origin, path, path,
                   ", and tables orbit, galaxy.NAME and [[camera.keyframe]]", value);
    }
    scene.origins[path] = origin;
}

void add_scene_key_frame(Scene& scene, const std::string& origin) {
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
