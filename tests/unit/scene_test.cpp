#include "data/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "assets/assets.hpp"

using namespace milkomeda;

namespace {

std::string shipped(std::string_view name) {
    return Assets{}.read(name);
}

// A scene file that says only this.
ReadText file(const std::string& text) {
    return [text](std::string_view) { return text; };
}

constexpr std::string_view name = "milky-way-andromeda";

}  // namespace

TEST_CASE("every scene that ships loads and can start") {
    CHECK_FALSE(scene_names().empty());
    for (const std::string& scene_name : scene_names()) {
        CAPTURE(scene_name);
        const Scene scene = load_scene(scene_name, shipped);
        CHECK(scene.name == scene_name);
        CHECK_FALSE(scene.title.empty());
        CHECK_FALSE(scene.watch.empty());
        CHECK(scene.timestep <= 0.4 * scene.softening);  // the rule for close encounters
        const Particles particles = generate(scene, 100);
        CHECK(particles.size() == 100);
        for (const std::string& hidden : scene.hidden)
            CHECK(
                std::any_of(particles.components.begin(), particles.components.end(),
                            [&](const Component& c) { return c.name == hidden || full_name(c) == hidden; }));
    }
}

TEST_CASE("the default scene is the collision") {
    const Scene scene = load_scene(name, shipped);
    CHECK(scene.generator == "milky-way-andromeda");
    CHECK(scene.bodies == 16384);
    CHECK(scene.timestep == 0.02);
    CHECK(scene.softening == 0.05);
    CHECK(scene.until == 90);
    CHECK(scene.camera.position == std::array<double, 3>{-8.55, 13.95, 41.85});
    CHECK(scene.camera.target == std::array<double, 3>{0, 0, 0});
    CHECK(scene.camera.field_of_view_degrees == 60);
    CHECK(scene.hidden == std::vector<std::string>{"halo"});
}

TEST_CASE("settings override every key of the file") {
    const Scene scene = load_scene(name, shipped,
                                   {{"title", "'quoted'"},
                                    {"watch", "plain words"},
                                    {"generator", "milky-way"},
                                    {"bodies", "4096"},
                                    {"simulation.timestep", "0.01"},
                                    {"simulation.softening", "0"},
                                    {"simulation.until", "12"},
                                    {"camera.position", "[1, 2.5, 3]"},
                                    {"camera.target", "[0, 0, -1]"},
                                    {"camera.field_of_view_degrees", "45"},
                                    {"view.hidden", "[]"}});
    CHECK(scene.title == "quoted");
    CHECK(scene.watch == "plain words");
    CHECK(scene.generator == "milky-way");
    CHECK(scene.bodies == 4096);
    CHECK(scene.timestep == 0.01);
    CHECK(scene.softening == 0);
    CHECK(scene.until == 12);
    CHECK(scene.camera.position == std::array<double, 3>{1, 2.5, 3});
    CHECK(scene.camera.target == std::array<double, 3>{0, 0, -1});
    CHECK(scene.camera.field_of_view_degrees == 45);
    CHECK(scene.hidden.empty());
}

TEST_CASE("mistakes in a file name the file and the key") {
    const auto refused = [](const std::string& text, const char* why) {
        CHECK_THROWS_WITH_AS(load_scene(name, file(text)), doctest::Contains(why), std::invalid_argument);
    };
    refused("bodie = 1",
            "data/scenes/milky-way-andromeda.toml: there is no key 'bodie'; there are: title, watch");
    refused("[simulation]\ntimstep = 1", "there is no key 'simulation.timstep'");
    refused("[nothing.at.all]\nx = 1", "there is no key 'nothing.at.all.x'");
    refused("[simulation]\ntimestep = '0.02'",
            "data/scenes/milky-way-andromeda.toml: simulation.timestep takes a positive number");
    refused("simulation = 3", "there is no key 'simulation'");
    refused("title = 7", "title takes a text in quotes");
    refused("bodies = 1\nbodies = 2", "data/scenes/milky-way-andromeda.toml:2:");
    refused("bodies = ", "data/scenes/milky-way-andromeda.toml:1:");
}

TEST_CASE("mistakes in a setting repeat it") {
    const auto refused = [](const std::string& key, const std::string& value, const char* why) {
        CHECK_THROWS_WITH_AS(load_scene(name, shipped, {{key, value}}), doctest::Contains(why),
                             std::invalid_argument);
    };
    refused("timestep", "1", "--set timestep=1: there is no key 'timestep'");
    refused("", "1", "there is no key ''");
    refused("simulation.timestep", "0",
            "--set simulation.timestep=0: simulation.timestep takes a positive number");
    refused("simulation.timestep", "inf", "simulation.timestep takes a positive number");
    refused("simulation.timestep", "nan", "simulation.timestep takes a positive number");
    refused("simulation.softening", "-1", "simulation.softening takes a number from 0");
    refused("bodies", "1.5", "bodies takes a whole number from 1");
    refused("bodies", "-3", "bodies takes a whole number from 1");
    refused("bodies", "1\ntitle = 'x'", "bodies takes a whole number from 1");
    refused("camera.position", "1,2,3", "camera.position takes three numbers, [x, y, z]");
    refused("camera.position", "[1, 2]", "camera.position takes three numbers, [x, y, z]");
    refused("camera.position", "[1, 2, 'z']", "camera.position takes three numbers, [x, y, z]");
    refused("camera.field_of_view_degrees", "180",
            "camera.field_of_view_degrees takes a number between 0 and 180");
    refused("view.hidden", "halo", "view.hidden takes a list of texts");
    refused("view.hidden", "[1]", "view.hidden takes a list of texts");
}

TEST_CASE("an unknown scene is refused with the list of those that ship") {
    CHECK_THROWS_WITH_AS(load_scene("antennae", shipped),
                         doctest::Contains("there is no scene 'antennae'; there are: milky-way-andromeda"),
                         std::invalid_argument);
}
