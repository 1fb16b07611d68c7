// Scenes: TOML files in data/scenes/ that say what to show and how to start. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/particles.hpp"

namespace milkomeda {

struct SceneCamera {
    std::array<double, 3> position{-8.55, 13.95, 41.85};  // on the orbit's axis, 45 units from the origin
    std::array<double, 3> target{0, 0, 0};
    double field_of_view_degrees = 60;
};

struct Scene {
    std::string name;   // "milky-way-andromeda"
    std::string title;  // one line for people
    std::string watch;  // what to look for, and when
    std::string generator;
    std::size_t bodies = 16384;
    double timestep = 0.02;   // model units
    double softening = 0.05;  // model units
    double until = 90;        // model time at which the window pauses and a film ends
    SceneCamera camera;
    std::vector<std::string> hidden{"halo"};  // components that are massive but not drawn
};

// Reads the text of an asset such as "data/scenes/milky-way-andromeda.toml".
using ReadText = std::function<std::string(std::string_view name)>;

std::vector<std::string> scene_names();

// `settings` are KEY=VALUE pairs with TOML keys ("simulation.timestep", "0.01") that override the file.
// Throws std::invalid_argument with one line: unknown scene (lists them), unknown key, wrong type (file,
// key).
Scene load_scene(std::string_view name, const ReadText& read,
                 const std::vector<std::pair<std::string, std::string>>& settings = {});

// The scene's particles at its start, components in the Dubinski order. The same for the same arguments on
// every machine, but for the last digit of a few floats in a million where the mathematical library rounds
// differently. Throws std::invalid_argument for fewer bodies than components.
Particles generate(const Scene& scene, std::size_t bodies, std::uint64_t seed = 1);

}  // namespace milkomeda
