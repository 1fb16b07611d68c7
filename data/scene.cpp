#include "data/scene.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace milkomeda {
namespace {

bool assign(std::string& value, const toml::node& node) {
    const auto text = node.value_exact<std::string>();
    if (text) value = *text;
    return text.has_value();
}

bool assign(double& value, const toml::node& node) {
    if (!node.is_number()) return false;
    value = *node.value<double>();
    return std::isfinite(value);
}

bool assign_positive(double& value, const toml::node& node) {
    return assign(value, node) && value > 0;
}

bool assign(std::size_t& value, const toml::node& node) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < 1) return false;
    value = static_cast<std::size_t>(*number);
    return true;
}

bool assign(std::array<double, 3>& value, const toml::node& node) {
    const toml::array* const list = node.as_array();
    if (!list || list->size() != 3) return false;
    return assign(value[0], *list->get(0)) && assign(value[1], *list->get(1)) &&
           assign(value[2], *list->get(2));
}

bool assign(std::vector<std::string>& value, const toml::node& node) {
    const toml::array* const list = node.as_array();
    if (!list) return false;
    value.clear();
    return std::all_of(list->begin(), list->end(),
                       [&](const toml::node& entry) { return assign(value.emplace_back(), entry); });
}

// Every key of a scene file, what it takes, and where it goes.
struct Key {
    std::string_view path, takes;
    bool (*assign)(Scene&, const toml::node&);
};

constexpr std::string_view a_text = "a text in quotes", a_positive_number = "a positive number",
                           three_numbers = "three numbers, [x, y, z]";

const std::array<Key, 11> keys{{
    {"title", a_text, [](Scene& s, const toml::node& n) { return assign(s.title, n); }},
    {"watch", a_text, [](Scene& s, const toml::node& n) { return assign(s.watch, n); }},
    {"generator", a_text, [](Scene& s, const toml::node& n) { return assign(s.generator, n); }},
    {"bodies", "a whole number from 1", [](Scene& s, const toml::node& n) { return assign(s.bodies, n); }},
    {"simulation.timestep", a_positive_number,
     [](Scene& s, const toml::node& n) { return assign_positive(s.timestep, n); }},
    {"simulation.softening", "a number from 0",
     [](Scene& s, const toml::node& n) { return assign(s.softening, n) && s.softening >= 0; }},
    {"simulation.until", a_positive_number,
     [](Scene& s, const toml::node& n) { return assign_positive(s.until, n); }},
    {"camera.position", three_numbers,
     [](Scene& s, const toml::node& n) { return assign(s.camera.position, n); }},
    {"camera.target", three_numbers,
     [](Scene& s, const toml::node& n) { return assign(s.camera.target, n); }},
    {"camera.field_of_view_degrees", "a number between 0 and 180",
     [](Scene& s, const toml::node& n) {
         return assign_positive(s.camera.field_of_view_degrees, n) && s.camera.field_of_view_degrees < 180;
     }},
    {"view.hidden", "a list of texts, [\"halo\"]",
     [](Scene& s, const toml::node& n) { return assign(s.hidden, n); }},
}};

template <typename Names>
std::string listed(const Names& names) {
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

// `origin` says in messages where the value comes from.
void assign(Scene& scene, const std::string& origin, std::string_view path, const toml::node& value) {
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.path == path; });
    if (key == keys.end()) {
        std::vector<std::string_view> known;
        for (const Key& k : keys) known.push_back(k.path);
        throw std::invalid_argument(origin + ": there is no key '" + std::string(path) +
                                    "'; there are: " + listed(known));
    }
    if (!key->assign(scene, value))
        throw std::invalid_argument(origin + ": " + std::string(path) + " takes " + std::string(key->takes));
}

void assign_all(Scene& scene, const std::string& origin, const std::string& prefix,
                const toml::table& table) {
    for (const auto& [name, value] : table) {
        const std::string path = prefix + std::string(name.str());
        if (const toml::table* const inner = value.as_table())
            assign_all(scene, origin, path + ".", *inner);
        else
            assign(scene, origin, path, value);
    }
}

void assign_file(Scene& scene, const std::string& file, const std::string& text) {
    try {
        assign_all(scene, file, "", toml::parse(text));
    } catch (const toml::parse_error& error) {
        throw std::invalid_argument(file + ":" + std::to_string(error.source().begin.line) + ":" +
                                    std::to_string(error.source().begin.column) + ": " +
                                    std::string(error.description()));
    }
}

// A value from the command line: TOML, or else a text without quotes.
void assign_setting(Scene& scene, const std::string& path, const std::string& value) {
    toml::table table;
    try {
        table = toml::parse("value = " + value);
    } catch (const toml::parse_error&) {
    }
    if (table.size() != 1) table = toml::table{{"value", value}};
    assign(scene, "--set " + path + "=" + value, path, *table.get("value"));
}

}  // namespace

std::vector<std::string> scene_names() {
    return {"milky-way-andromeda"};
}

Scene load_scene(std::string_view name, const ReadText& read,
                 const std::vector<std::pair<std::string, std::string>>& settings) {
    const std::vector<std::string> names = scene_names();
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw std::invalid_argument("there is no scene '" + std::string(name) +
                                    "'; there are: " + listed(names));

    Scene scene;
    scene.name = name;
    const std::string file = "data/scenes/" + scene.name + ".toml";
    assign_file(scene, file, read(file));
    for (const auto& [path, value] : settings) assign_setting(scene, path, value);
    return scene;
}

}  // namespace milkomeda
