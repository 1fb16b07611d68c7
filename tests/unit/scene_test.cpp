#include "data/scene/scene.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "data/base/units.hpp"
#include "data/formats/formats.hpp"
#include "data/scene/scene_tables.hpp"
#include "render/look/look_table.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// This asset source contains a single scene file.
struct OneScene : AssetSource {
    explicit OneScene(std::string text) : content{std::move(text)} {}
    std::string read(std::string_view) const override { return content; }
    std::vector<std::string> list(std::string_view) const override { return {"data/scenes/milky-way-andromeda.toml"}; }
    std::string content;
};

OneScene file(const std::string& text) { return OneScene{text}; }

constexpr std::string_view shipped_name = "milky-way-andromeda";

// This text is the shortest possible scene without its mass, which each test adds.
const std::string small = "title = 'small'\n[galaxy.a.stars]\nprofile = 'plummer'\n";

}  // namespace

TEST_CASE("every shipped scene loads and generates finite, centered particles") {
    CHECK(scene_names(Assets{}).front() == shipped_name);
    for (const std::string& scene_name : scene_names(Assets{})) {
        CAPTURE(scene_name);
        const Scene scene = shipped_scene(scene_name);
        CHECK(scene.name == scene_name);
        CHECK_FALSE(scene.title.empty());
        CHECK_FALSE(scene.watch.empty());
        CHECK_FALSE(scene.sources.empty());
        CHECK(scene.milestones.size() >= 3);
        CHECK(scene.picture_time <= scene.until);
        for (const SceneMilestone& milestone : scene.milestones) CHECK(milestone.time <= scene.until);
        CHECK(scene.simulation.timestep <=
              0.4 * scene.simulation.softening);  // Longer timesteps cause errors in close encounters.
        if (scene_name == "dubinski") continue;   // The table of this scene is not shipped.
        if (scene.mixed) {
            const MixedBox& box = *scene.mixed;
            CHECK(place_mixed(box, 1).size() == box.small + box.most_large);
            CHECK(generate(scene, 1000).size() == 1000 + box.dynamic + box.fixed);
            continue;
        }
        const ParticleSet particles = generate(scene, 1000);
        CHECK(particles.size() == 1000 + scene.perturbers.size());
        for (std::size_t row = 0; row < particles.size(); ++row) {
            const Float4 p = particles.positions[row], v = particles.velocities[row];
            REQUIRE(std::isfinite(p.x + p.y + p.z + v.x + v.y + v.z));
            REQUIRE(p.w > 0);
        }
        const auto center = center_of_mass(particles);
        CHECK(std::hypot(center[0], center[1], center[2]) < 1e-4);
        for (const std::string& hidden : scene.view.hidden)
            CHECK(std::any_of(particles.components.begin(), particles.components.end(),
                              [&](const Component& c) { return c.name == hidden || full_name(c) == hidden; }));
    }
}

TEST_CASE("the default scene is the collision of Milky Way and Andromeda") {
    const Scene scene = shipped_scene(shipped_name);
    REQUIRE(scene.galaxies.size() == 2);
    CHECK(scene.galaxies[0].name == "milky-way");
    CHECK(scene.galaxies[1].name == "andromeda");
    CHECK_FALSE(scene.orbit);
    CHECK(scene.bodies == 16384);
    CHECK(scene.simulation.timestep == 0.02);
    CHECK(scene.simulation.softening == 0.05);
    CHECK(scene.until == 90);
    CHECK(scene.camera.position == std::array<double, 3>{-8.55, 13.95, 41.85});
    CHECK(scene.camera.target == std::array<double, 3>{0, 0, 0});
    CHECK(scene.camera.field_of_view_degrees == 60);
    CHECK(scene.view.hidden == std::vector<std::string>{"halo"});
}

TEST_CASE("--set overrides every key of a scene file") {
    const Scene scene = shipped_scene(shipped_name, {{"title", "'quoted'"},
                                                     {"watch", "plain words"},
                                                     {"sources", "'nobody'"},
                                                     {"bodies", "4096"},
                                                     {"simulation.timestep", "0.01"},
                                                     {"simulation.softening", "0"},
                                                     {"simulation.until", "12"},
                                                     {"camera.position", "[1, 2.5, 3]"},
                                                     {"camera.target", "[0, 0, -1]"},
                                                     {"camera.field_of_view_degrees", "45"},
                                                     {"view.hidden", "[]"},
                                                     {"view.mode", "point"},
                                                     {"view.point_size", "2"},
                                                     {"view.brightness", "0.5"}});
    CHECK(scene.title == "quoted");
    CHECK(scene.watch == "plain words");
    CHECK(scene.sources == "nobody");
    CHECK(scene.bodies == 4096);
    CHECK(scene.simulation.timestep == 0.01);
    CHECK(scene.simulation.softening == 0);
    CHECK(scene.until == 12);
    CHECK(scene.camera.position == std::array<double, 3>{1, 2.5, 3});
    CHECK(scene.camera.target == std::array<double, 3>{0, 0, -1});
    CHECK(scene.camera.field_of_view_degrees == 45);
    CHECK(scene.view.hidden.empty());
    CHECK(scene.view.mode == "point");
    CHECK(scene.view.point_size == 2.0);
    CHECK(scene.view.brightness == 0.5);
}

TEST_CASE("--set changes the properties of galaxies and orbits") {
    const Scene scene = shipped_scene("antennae", {{"orbit.eccentricity", "0.5"},
                                                   {"orbit.pericentre", "2"},
                                                   {"orbit.separation", "5"},
                                                   {"galaxy.ngc-4038.inclination", "30"},
                                                   {"galaxy.ngc-4038.argument", "-90"},
                                                   {"galaxy.ngc-4039.mass_scale", "0.5"},
                                                   {"galaxy.ngc-4039.length_scale", "0.7"},
                                                   {"galaxy.ngc-4039.bodies", "2"},
                                                   {"galaxy.ngc-4039.disk.toomre_q", "2"},
                                                   {"galaxy.ngc-4039.halo.profile", "nfw"},
                                                   {"galaxy.ngc-4039.halo.edge", "7"}});
    CHECK(scene.orbit->eccentricity == 0.5);
    CHECK(scene.orbit->pericenter == 2);
    CHECK(scene.orbit->separation == 5);
    const SceneGalaxy &first = scene.galaxies[0], &second = scene.galaxies[1];
    CHECK(first.inclination == 30.0);
    CHECK(first.argument == -90.0);
    CHECK(second.mass_scale == 0.5);
    CHECK(second.length_scale == 0.7);
    CHECK(second.bodies == 2);
    CHECK(second.model.disk->toomre_q == 2);
    CHECK(second.model.halo->profile == Profile::nfw);
    CHECK(second.model.halo->edge == 7.0);
    // The halo of the first galaxy has no --set value and keeps its own profile.
    CHECK(first.model.halo->profile == Profile::hernquist);
}

TEST_CASE("galaxies keep the order of the scene file, and `like` copies a model except for keys that are given") {
    const std::string text = small +
                             "mass = 2\nradius = 3\n[galaxy.Z]\n[galaxy.Z.stars]\nmass = 1\n[galaxy.0]\nlike = "
                             "'a'\nspin = [1, 0, 0]\n";
    Scene scene;
    CHECK_THROWS_WITH_AS(scene = load_scene(shipped_name, file(text)),
                         doctest::Contains("galaxy.Z.stars.profile is missing"), std::invalid_argument);
    const std::string like = small +
                             "mass = 2\nradius = 3\n[galaxy.Z]\nmass_scale = 2\nstars.mass = 1\nlike = 'a'\n"
                             "[galaxy.0]\nlike = 'Z'\n";
    scene = load_scene(shipped_name, file(like));
    REQUIRE(scene.galaxies.size() == 3);
    CHECK(scene.galaxies[0].name == "a");
    CHECK(scene.galaxies[1].name == "Z");
    CHECK(scene.galaxies[2].name == "0");
    CHECK(scene.galaxies[1].model.stars->radius == 3);
    CHECK(scene.galaxies[1].model.stars->mass == 1);
    CHECK(scene.galaxies[2].model.stars->mass == 1);
    CHECK(scene.galaxies[2].mass_scale == 1);  // The key `like` copies the model of a galaxy, but not its mass scale.

    // The order of galaxies is also kept if only their components have tables.
    const std::string part = "stars]\nprofile = 'plummer'\nmass = 1\n";
    scene =
        load_scene(shipped_name, file("title = 't'\n[galaxy.z." + part + "[galaxy.m." + part + "[galaxy.b." + part));
    REQUIRE(scene.galaxies.size() == 3);
    CHECK(scene.galaxies[0].name == "z");
    CHECK(scene.galaxies[1].name == "m");
    CHECK(scene.galaxies[2].name == "b");
}

TEST_CASE("an error in a scene file is reported with file, line and key") {
    const auto refused = [](const std::string& text, const char* why) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(text)), doctest::Contains(why), std::invalid_argument);
    };
    refused("bodie = 1", "data/scenes/milky-way-andromeda.toml:1: there is no key 'bodie'; there are: title, watch");
    refused("\n[simulation]\ntimstep = 1", ".toml:3: there is no key 'simulation.timstep'");
    refused("[nothing.at.all]\nx = 1", ".toml:2: there is no key 'nothing.at.all.x'");
    refused("[simulation]\ntimestep = '0.02'", ".toml:2: simulation.timestep takes a positive number");
    refused("simulation = 3", ".toml:1: there is no key 'simulation'");
    refused("title = 7", ".toml:1: title takes a text in quotes");
    refused("bodies = 1\nbodies = 2", "data/scenes/milky-way-andromeda.toml:2:");
    refused("bodies = ", "data/scenes/milky-way-andromeda.toml:1:");
    refused("[orbit]\nx = 1", ".toml:2: there is no key 'orbit.x'; there are: orbit.eccentricity");
    refused("[orbit]\npericentre = 0", ".toml:2: orbit.pericentre takes a positive number");
    refused("galaxy = 1", ".toml:1: there is no key 'galaxy'");
    refused("[galaxy]\na = 1", ".toml:2: galaxy.a: there is no galaxy 'a'");
    refused("[galaxy.'a b']\nmass_scale = 1",
            ".toml:1: galaxy.'a b': the name of a galaxy must consist of 1 to 100 letters");
    refused("[galaxy.a]\nmass = 1",
            ".toml:2: there is no key 'galaxy.a.mass'; there are: galaxy.a.file, galaxy.a.bodies");
    refused("[galaxy.a]\nlike = 'b'",
            ".toml:2: galaxy.a.like: there is no galaxy 'b' yet; the galaxies defined so far are: a");
    refused("[galaxy.a]\nspin = [0, 0, 0]", ".toml:2: galaxy.a.spin takes three numbers, [x, y, z], not all 0");
    refused("[galaxy.a.disk]\nedge = 1e9", ".toml:2: galaxy.a.disk.edge takes a number from 0.5 to 50");
    refused("[galaxy.a.disk]\nmas = 1", ".toml:2: there is no key 'galaxy.a.disk.mas'; there are: galaxy.a.disk.mass");
    refused("[galaxy.a.halo]\nprofile = 'einasto'", ".toml:2: galaxy.a.halo.profile takes one of \"king\"");
}

TEST_CASE("loading a scene keeps the order of the camera key frames in the file") {
    const std::string text = small +
                             "mass = 1\n[camera]\nfield_of_view_degrees = 50\n"
                             "[[camera.keyframe]]\ntime = -1\nposition = [1, 2, 3]\n"
                             "[[camera.keyframe]]\ntime = 5\nposition = [4, 5, 6]\ntarget = [0, 0, 1]\n"
                             "field_of_view_degrees = 30\nprojection = 'dome'\n";
    const SceneCamera camera = load_scene(shipped_name, file(text)).camera;
    REQUIRE(camera.key_frames.size() == 2);
    CHECK(camera.key_frames[0].time == -1);
    CHECK(camera.key_frames[0].position == std::array<double, 3>{1, 2, 3});
    CHECK_FALSE(camera.key_frames[0].field_of_view_degrees);
    CHECK(camera.key_frames[1].target == std::array<double, 3>{0, 0, 1});
    CHECK(camera.key_frames[1].field_of_view_degrees == 30);
    CHECK(camera.key_frames[1].projection == "dome");
    CHECK(camera.field_of_view_degrees == 50);
    CHECK(shipped_scene(shipped_name).camera.key_frames.size() > 3);
}

TEST_CASE("perturbers are the last bodies and are placed relative to their galaxy or, without a galaxy, to the scene") {
    const std::string galaxy = "mass = 1\n[galaxy.b]\nlike = 'a'\nposition = [5, 0, 0]\nvelocity = [0, 1, 0]\n";
    const Scene scene = load_scene(
        shipped_name,
        file(small + galaxy +
             "[[perturber]]\nname = 'B'\ngalaxy = 'b'\nmass = 0.25\nposition = [0, 0, 0.5]\nsoftening = 0.1\n"
             "color = [1, 0.5, 0]\n[[perturber]]\nname = 'free'\nmass = 0.5\nposition = [0, 3, 0]\n"));
    REQUIRE(scene.perturbers.size() == 2);
    const ParticleSet particles = generate(scene, 200);
    CHECK(particles.size() == 202);  // Perturbers are added to the requested number of bodies.
    CHECK(perturber_count(particles.components) == 2);
    const Component &b = particles.components[2], &free = particles.components[3];
    CHECK(full_name(b) == "b B");
    CHECK(b.perturber == Perturber{0.1f, {1, 0.5f, 0}});
    CHECK(full_name(free) == "free");
    CHECK(free.first == 201);
    CHECK(particles.positions[200].w == 0.25f);
    // The scene is centered as a whole, so the test checks differences of positions. The center of a cluster of 200
    // bodies has an error of 1/14 of its radius.
    const Float4 &at_b = particles.positions[200], &at_free = particles.positions[201];
    CHECK(at_b.x - at_free.x == doctest::Approx(5));
    CHECK(at_b.y - at_free.y == doctest::Approx(-3));
    CHECK(at_b.z - at_free.z == doctest::Approx(0.5));
    CHECK(particles.velocities[200].y - particles.velocities[201].y == doctest::Approx(1));
    double x = 0, mass = 0;
    for (const Float4& row : particles.positions) x += double{row.w} * row.x, mass += row.w;
    CHECK(std::abs(x) < 1e-6);
    CHECK(mass == doctest::Approx(2.75));
}

TEST_CASE("deeply nested keys of a scene are refused with their line, and texts that contain many dots are accepted") {
    std::string key = "a";
    for (int i = 0; i < 1'000'000; ++i) key += ".a";
    const auto refused = [](const std::string& text) {
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(small + "mass = 1\n" + text)),
                             doctest::Contains(".toml:5: a key has more than 16 dots"), std::invalid_argument);
    };
    refused(key + " = 1");
    refused("[" + key + "]");
    refused("[[" + key + "]]");
    refused("x = {" + key + " = 1}");
    refused("x = [''''a''''', {" + key + " = 1}]");
    refused("x = [\"\"\"\\\"\"\"\"\"\", {" + key + " = 1}]");
    refused("x = ['#\"', {" + key + " = 1}]");
    std::string dots;
    for (int i = 0; i < 100; ++i) dots += " .";
    const std::string text_with_dots = "watch = \"" + dots + "\\\"" + dots + "\" # " + dots + "\nsources = '''" + dots +
                                       "\n'" + dots + "'''\n" + small + "mass = 1\n";
    CHECK(load_scene(shipped_name, file(text_with_dots)).watch == dots + "\"" + dots);
    // Inline tables are nested as deeply as the parser permits, and each key has 16 dotted parts.
    std::string tables, ends;
    for (int i = 0; i < 200; ++i) tables += "{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=", ends += "}";
    CHECK_THROWS_WITH_AS(load_scene(shipped_name, file("x = " + tables + "1" + ends + "\n" + small)),
                         doctest::Contains(".toml:1: there is no key 'x.a"), std::invalid_argument);
    CHECK_THROWS_AS(load_scene(shipped_name, file(small), {{"x", "{" + key + " = 1}"}}), std::invalid_argument);
    CHECK_THROWS_AS(load_scene(shipped_name, file(small), {{key, "1"}}), std::invalid_argument);
}

TEST_CASE("an error in a perturber of a scene is reported with its line") {
    const auto refused = [](const std::string& keys, const char* why) {
        CAPTURE(keys);
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(small + "mass = 1\n[[perturber]]\n" + keys)),
                             doctest::Contains(why), std::invalid_argument);
    };
    const std::string good = "name = 'hole'\nmass = 0.1\n";
    refused("mass = 1", ".toml:5: perturber.name is missing");
    for (const char* hole : {"Löchlein", "a\\nb", "a\\tb", "a\\\"b", " ", ""})
        refused("name = \"" + std::string{hole} + "\"\nmass = 1", ".toml:6: perturber.name takes a name");
    refused("name = 'hole'", ".toml:5: perturber.mass is missing");
    refused("name = 'hole'\nmass = 0", ".toml:7: perturber.mass takes a positive number");
    refused("name = 'hole'\nmass = -1", ".toml:7: perturber.mass takes a positive number");
    refused(good + "softening = 0", ".toml:8: perturber.softening takes a positive number");
    refused(good + "color = [1, 2, 0]", ".toml:8: perturber.color takes red, green and blue");
    refused(good + "galaxy = 'z'", ".toml:5: perturber.galaxy: there is no galaxy 'z'; there are: a");
    refused(good + "spin = 1", ".toml:8: there is no key 'perturber.spin'; there are: perturber.name");
    refused(good + "[[perturber]]\n" + good, ".toml:8: perturber.name: the perturber 'hole' exists already");
    refused(good + "[[perturber]]\nname = 'other'\nmass = 1",
            ".toml:8: perturber.position equals the position of 'hole'");
    std::string many = good;
    for (int i = 0; i < 16; ++i)
        many += "[[perturber]]\nname = '" + std::to_string(i) + "'\nmass = 1\nposition = [0, 1, " + std::to_string(i) +
                "]\n";
    refused(many, ".toml:68: at most 16 tables [[perturber]] are allowed");
    CHECK_THROWS_WITH_AS(shipped_scene("black-holes", {{"perturber.mass", "1"}}),
                         doctest::Contains("only a scene file can set perturbers"), std::invalid_argument);
    CHECK_THROWS_WITH_AS(shipped_scene("mixed", {{"perturber.mass", "1"}}),
                         doctest::Contains("only a scene file can set perturbers"), std::invalid_argument);
}

TEST_CASE(
    "a scene with too many galaxies, keys or tables is refused quickly, with the line of the first excess entry") {
    const auto refused = [](const char* begin, const char* end, const char* why, const char* head = "") {
        std::string text = small + "mass = 1\n" + head;
        for (int i = 0; i < 200'000; ++i) text += begin + std::to_string(i) + end;
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(text)), doctest::Contains(why), std::invalid_argument);
    };
    const auto start = std::chrono::steady_clock::now();
    refused("[galaxy.g", "]\n", ".toml:1004: at most 1000 galaxies are allowed");
    refused("k", " = 1\n", ".toml:1006: at most 1000 keys of [view] are allowed", "[view]\n");
    refused("[[perturber]]\nname = '", "'\n", ".toml:37: at most 16 tables [[perturber]] are allowed");
    refused("[[change]]\nthrow = '", "'\n", ".toml:20005: at most 10000 tables [[change]] are allowed");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{60});
}

TEST_CASE("an error in a camera key frame of a scene is reported with its line") {
    const auto refused = [](const std::string& keys, const char* why) {
        CAPTURE(keys);
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(small + "mass = 1\n[[camera.keyframe]]\n" + keys)),
                             doctest::Contains(why), std::invalid_argument);
    };
    const std::string good = "time = 1\nposition = [1, 2, 3]\n";
    refused("position = [1, 2, 3]", ".toml:5: camera.keyframe.time is missing");
    refused("time = 1", ".toml:5: camera.keyframe.position is missing");
    refused("time = 'soon'", ".toml:6: camera.keyframe.time takes a number");
    refused("time = nan", ".toml:6: camera.keyframe.time takes a number");
    refused("time = 1\nposition = [1, 2]", ".toml:7: camera.keyframe.position takes three numbers");
    refused("time = 1\nposition = [0, 0, 0]", ".toml:5: camera.keyframe.position must differ from target");
    refused(good + "field_of_view_degrees = 180", ".toml:8: camera.keyframe.field_of_view_degrees takes");
    refused(good + "projection = 'fisheye'", ".toml:8: camera.keyframe.projection takes one of");
    refused(good + "speed = 1", ".toml:8: there is no key 'camera.keyframe.speed'; there are: camera.keyframe.time");
    refused(good + "[[camera.keyframe]]\n" + good, ".toml:8: camera.keyframe.time must be later");
    const auto text_refused = [](const std::string& text, const char* why) {
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(small + "mass = 1\n" + text)), doctest::Contains(why),
                             std::invalid_argument);
    };
    text_refused("[camera]\nkeyframe = 3",
                 ".toml:6: camera.keyframe takes one table [[camera.keyframe]] for each entry");
    text_refused("[camera]\nkeyframe = [1, 2]", ".toml:6: camera.keyframe takes one table");
    text_refused("[camera.keyframe]\ntime = 1", ".toml:6: camera.keyframe.time requires a key frame");
    text_refused("[[camera]]\nkeyframe = 1", ".toml:5: there is no key 'camera'");
}

TEST_CASE("loading a scene keeps the order of the milestones in the file") {
    const Scene scene =
        load_scene(shipped_name, file(small + "mass = 1\n[[milestone]]\ntime = 1.5\ntitle = 'they meet'\n"
                                              "[[milestone]]\ntitle = 'they part'\ntime = 3\n"));
    REQUIRE(scene.milestones.size() == 2);
    CHECK(scene.milestones[0].time == 1.5);
    CHECK(scene.milestones[0].title == "they meet");
    CHECK(scene.milestones[1].time == 3);
    CHECK(scene.milestones[1].title == "they part");
    CHECK(load_scene(shipped_name, file("picture_time = 2.5\n" + small + "mass = 1\n")).picture_time == 2.5);
}

TEST_CASE("an error in a milestone of a scene is reported with its line") {
    const auto refused = [](const std::string& keys, const char* why) {
        CAPTURE(keys);
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(small + "mass = 1\n" + keys)), doctest::Contains(why),
                             std::invalid_argument);
    };
    const std::string good = "[[milestone]]\ntime = 1\ntitle = 'now'\n";
    refused("[[milestone]]\ntitle = 'now'", ".toml:5: milestone.time is missing");
    refused("[[milestone]]\ntime = 1", ".toml:5: milestone.title is missing");
    refused("[[milestone]]\ntime = 'soon'", ".toml:6: milestone.time takes a number");
    refused(good + "words = 1", ".toml:8: there is no key 'milestone.words'; there are: milestone.time");
    refused(good + good, ".toml:8: milestone.time must be later than the time of the previous milestone");
    refused("[milestone]\ntime = 1", ".toml:6: milestone.time requires a table [[milestone]]");
    CHECK_THROWS_WITH_AS(load_scene(shipped_name, file("milestone = 3\n" + small)),
                         doctest::Contains("milestone takes one table [[milestone]] for each entry"),
                         std::invalid_argument);
}

TEST_CASE("replacing the key frames in a scene's text leaves the remaining text unchanged") {
    const std::string text = "# mine\n" + small +
                             "mass = 1 # one\n\n[camera]\nposition = [1, 2, 3]\n\n[[camera.keyframe]] # old\n" +
                             "time = 1\nposition = [1,\n  2, 3]\n\n[view]\nhidden = []\n";
    SceneKeyFrame key;
    key.time = 2.5;
    key.position = std::array<double, 3>{0.1, -2, 3e-7};
    key.projection = "hammer";
    const std::vector<SceneKeyFrame> keys{key};
    const std::string once = with_key_frames(text, keys);
    CHECK(once.starts_with("# mine\n" + small + "mass = 1 # one\n\n[camera]\nposition = [1, 2, 3]\n\n[view]\n"));
    const Scene scene = load_scene(shipped_name, file(once));
    REQUIRE(scene.camera.key_frames.size() == 1);
    CHECK(scene.camera.key_frames[0].time == 2.5);
    CHECK(scene.camera.key_frames[0].position == key.position);
    CHECK(scene.camera.key_frames[0].projection == "hammer");
    CHECK(scene.camera.position == std::array<double, 3>{1, 2, 3});
    CHECK(with_key_frames(once, keys) == once);
    CHECK(load_scene(shipped_name, file(with_key_frames(once, {}))).camera.key_frames.empty());
    // Key frames cannot be added to a table that is written in one line.
    CHECK_THROWS_WITH_AS(with_key_frames("camera = {position = [1, 2, 3]}\n" + small, keys),
                         doctest::Contains("write the camera of the scene as a table [camera]"), std::runtime_error);
    for (const std::string& shipped : scene_names(Assets{})) {
        CHECK_NOTHROW(with_key_frames(scene_text(shipped, Assets{}), keys));
    }
}

TEST_CASE("a scene states the temperature of its gas for all galaxies, or of adiabatic gas for each galaxy") {
    const auto galaxy = [](const std::string& name, const std::string& keys) {
        return fmt::format("[galaxy.{0}.disk]\nmass = 1\n[galaxy.{0}.gas]\nfraction = 0.1\n{1}\n", name, keys);
    };
    const auto loaded = [](const std::string& text) { return load_scene(shipped_name, file("title = 't'\n" + text)); };
    CHECK(loaded(galaxy("a", "")).simulation.gas.temperature == 1e4);
    CHECK(loaded(galaxy("a", "temperature = 2e4")).simulation.gas.temperature == 2e4);
    CHECK(loaded(galaxy("a", "") + "[gas]\ntemperature = 3e4\nneighbors = 100").simulation.gas ==
          GasParameters{.temperature = 3e4, .neighbors = 100});
    const std::string two = galaxy("a", "temperature = 2e4") + galaxy("b", "temperature = 1e5");
    CHECK_THROWS_WITH_AS(loaded(two),
                         doctest::Contains("galaxy.b.gas.temperature differs from another temperature, 20000 K"),
                         std::invalid_argument);
    const Scene adiabatic = loaded(two + "[gas]\nequation_of_state = 'adiabatic'\ngamma = 1.4");
    const ParticleSet particles = generate(adiabatic, 200);
    for (const Component& component : particles.components) {
        const double speed = isothermal_sound_speed(component.galaxy == "a" ? 2e4 : 1e5);
        const auto energy = is_gas(component) ? static_cast<float>(speed * speed / (1.4 - 1)) : -1.0f;
        for (std::size_t row = component.first; row < component.first + component.count; ++row)
            CHECK(particles.gas[row].energy == energy);
    }
}

TEST_CASE("the error about missing or incompatible parts of a scene names these parts") {
    const auto refused = [](const std::string& text, const char* why) {
        CAPTURE(text);
        CHECK_THROWS_WITH_AS(load_scene(shipped_name, file(text)), doctest::Contains(why), std::invalid_argument);
    };
    refused("", "data/scenes/milky-way-andromeda.toml: title is missing");
    refused("title = 't'", "galaxy is missing: a scene needs at least one table [galaxy.NAME]");
    refused("title = 't'\n[galaxy.a]", ".toml:2: galaxy.a is empty");
    refused(small, ".toml:2: galaxy.a.stars.mass is missing");
    refused("title = 't'\n[galaxy.a.disk]\nscale_length = 1", ".toml:2: galaxy.a.disk.mass is missing");
    refused("title = 't'\n[galaxy.a.halo]\nprofile = 'king'", "galaxy.a.central_potential is missing");
    refused(
        "title = 't'\n[galaxy.a]\ncentral_potential = 5\n[galaxy.a.halo]\nprofile = 'king'\ncutoff = 6\n"
        "dispersion = 1\ncentral_density = 1",
        ".toml:6: galaxy.a.halo.cutoff must be smaller than the central_potential of the galaxy");

    refused("title = 't'\n[galaxy.a.halo]\nprofile = 'nfw'\nmass = 1\n[galaxy.a.gas]\nfraction = 0.1",
            ".toml:5: galaxy.a.gas requires a disk, of which the gas is a part");
    const std::string disk = "title = 't'\n[galaxy.a.disk]\nmass = 1\n[galaxy.a.gas]\n";
    refused(disk + "fraction = 0.1\nmass = 0.1",
            ".toml:4: galaxy.a.gas takes either a fraction of the disk's mass or a");
    refused(disk + "fraction = 1.1", ".toml:5: galaxy.a.gas.fraction takes a number from 0.0001 to 0.99");
    refused(disk + "share = 0.1", "galaxy.a.gas.share'; there are: galaxy.a.gas.fraction, ");
    CHECK_NOTHROW(load_scene(shipped_name, file(disk + "fraction = 0.1")));

    const std::string good = small + "mass = 1\n";
    CHECK_NOTHROW(load_scene(shipped_name, file(good)));
    refused(good + "[galaxy.a]\nfile = 'x.tab'", "galaxy.a.file cannot be combined with a disk, bulge, halo or stars");
    refused(good + "[galaxy.a]\ninclination = 3", ".toml:6: galaxy.a.inclination requires an [orbit]");
    refused(good + "[galaxy.a]\nargument = 3", ".toml:6: galaxy.a.argument requires the key inclination");
    refused(good + "[orbit]\npericentre = 1", ".toml:5: orbit requires exactly two galaxies");
    const std::string two = good + "[galaxy.b]\nlike = 'a'\n";
    refused(two + "spin = [0, 0, 1]\ninclination = 3", ".toml:7: galaxy.b.spin cannot be combined with inclination");
    refused(two + "position = [1, 0, 0]\n[orbit]\npericentre = 1",
            "galaxy.b.position cannot be combined with an [orbit]");
    refused(two + "[orbit]\nseparation = 9", "orbit.pericentre is missing");
    refused(two + "[orbit]\npericentre = 9", "orbit.separation is missing");
    refused(two + "[orbit]\npericentre = 9\nseparation = 3", ".toml:9: orbit.separation must not be smaller");
    refused(two + "[orbit]\neccentricity = 0.5\npericentre = 1\nseparation = 4",
            ".toml:10: orbit.separation must not be larger than the apocenter of the orbit");
    CHECK_NOTHROW(load_scene(shipped_name, file(two + "[orbit]\neccentricity = 0.5\npericentre = 1\nseparation = 3")));
}

TEST_CASE("the error about an invalid --set value repeats the setting") {
    const auto refused = [](const std::string& key, const std::string& value, const char* why) {
        CHECK_THROWS_WITH_AS(shipped_scene(shipped_name, {{key, value}}), doctest::Contains(why),
                             std::invalid_argument);
    };
    refused("timestep", "1", "--set timestep=1: there is no key 'timestep'");
    refused("", "1", "there is no key ''");
    refused("galaxy", "1", "there is no key 'galaxy'");
    refused("galaxy.", "1", "there is no key 'galaxy.'");
    refused("galaxy.m31.bodies", "1",
            "there is no galaxy 'm31' yet; the galaxies defined so far are: milky-way, andromeda");
    refused("galaxy.andromeda.disk", "1", "there is no key 'galaxy.andromeda.disk'");
    refused("galaxy.andromeda.disk.mass", "1e300",
            "galaxy.andromeda.disk.mass takes a positive number, from 1e-09 to 1e+09");
    refused("galaxy.andromeda.spin", "[1e300, 0, 0]", "galaxy.andromeda.spin takes three numbers");
    refused("galaxy.andromeda.spin", "[1e-300, 0, 0]", "galaxy.andromeda.spin takes three numbers");
    refused("camera.position", "[0, 0, 1e300]", "[x, y, z], each from -1e+09 to 1e+09");
    refused("bodies", "4294967296", "bodies takes a whole number from 1 to 4294967295");
    refused("simulation.timestep", "2", "simulation.timestep takes a positive number, from 1e-05 to 1");
    refused("galaxy.andromeda.disk.mass", "-1",
            "--set galaxy.andromeda.disk.mass=-1: galaxy.andromeda.disk.mass takes a positive number");
    refused("orbit.pericentre", "1", "galaxy.andromeda.position cannot be combined with an [orbit]");
    refused("simulation.timestep", "0", "--set simulation.timestep=0: simulation.timestep takes a positive number");
    refused("simulation.timestep", "inf", "simulation.timestep takes a positive number");
    refused("simulation.timestep", "nan", "simulation.timestep takes a positive number");
    refused("simulation.softening", "-1", "simulation.softening takes a number from 0");
    refused("bodies", "1.5", "bodies takes a whole number from 1");
    refused("bodies", "-3", "bodies takes a whole number from 1");
    refused("bodies", "1\ntitle = 'x'", "bodies takes a whole number from 1");
    refused("camera.position", "1,2,3", "camera.position takes three numbers, [x, y, z]");
    refused("camera.position", "[1, 2]", "camera.position takes three numbers, [x, y, z]");
    refused("camera.position", "[1, 2, 'z']", "camera.position takes three numbers, [x, y, z]");
    refused("camera.field_of_view_degrees", "180", "camera.field_of_view_degrees takes a number between 0 and 180");
    refused("camera.keyframe", "[]", "--set camera.keyframe: only a scene file can set key frames");
    refused("camera.keyframe.time", "1", "--set camera.keyframe.time: only a scene file can set key frames");
    refused("milestone.time", "1", "--set milestone.time: only a scene file can set milestones");
    refused("view.hidden", "halo", "view.hidden takes a list of strings");
    refused("view.hidden", "[1]", "view.hidden takes a list of strings");
}

TEST_CASE("a scene refuses an edge below 1/20 or above 10,000 times the radius of the model") {
    const auto edge = [](const char* value) { return shipped_scene("plummer", {{"galaxy.first.stars.edge", value}}); };
    CHECK_NOTHROW(edge("0.03"));  // The radius is 0.6, so the edge may be from 0.03 to 6000.
    CHECK_NOTHROW(edge("6000"));
    for (const char* value : {"3e-5", "0.029", "6001"})
        CHECK_THROWS_WITH_AS(
            edge(value),
            doctest::Contains(
                ("--set galaxy.first.stars.edge=" + std::string(value) + ": galaxy.first.stars.edge is ").c_str()),
            std::invalid_argument);
}

TEST_CASE("scene files and the table of look settings permit equal ranges of values") {
    for (const auto& [scene_key, look_key] :
         {std::pair{"view.point_size", "point_size"}, {"view.brightness", "brightness"}}) {
        const auto control =
            std::ranges::find(look_table(), look_key, [](const LookControl& row) { return row.setting.key; });
        REQUIRE(control != look_table().end());
        const auto takes = [&, key = scene_key](double value) {
            try {
                shipped_scene("plummer", {{key, std::to_string(value)}});
                return true;
            } catch (const std::invalid_argument&) {
                return false;
            }
        };
        for (const double end : {control->setting.valid.least, control->setting.valid.most}) CHECK(takes(end));
        CHECK_FALSE(takes(0.9 * control->setting.valid.least));
        CHECK_FALSE(takes(1.1 * control->setting.valid.most));
    }
}

TEST_CASE("scenes are listed by rank, then by name, and scenes without a rank come last") {
    struct Several : AssetSource {
        std::string read(std::string_view file) const override {
            const std::string text = "title = 't'\n[galaxy.a.stars]\nprofile = 'plummer'\nmass = 1\n";
            if (file == "data/scenes/late.toml" || file == "data/scenes/early.toml") return text;
            if (file == "data/scenes/broken.toml") return "title = ";
            return (file == "data/scenes/second.toml" ? "rank = 2\n" : "rank = 1\n") + text;
        }
        std::vector<std::string> list(std::string_view folder) const override {
            CHECK(folder == "data/scenes");
            return {"data/scenes/broken.toml", "data/scenes/early.toml", "data/scenes/first.toml",
                    "data/scenes/late.toml",   "data/scenes/notes.txt",  "data/scenes/second.toml",
                    "data/scenes/upfront.toml"};
        }
    };
    CHECK(scene_names(Several{}) == std::vector<std::string>{"first", "upfront", "second", "broken", "early", "late"});
    CHECK(is_scene_name("second", Several{}));
    CHECK_FALSE(is_scene_name("notes", Several{}));
}

TEST_CASE("the scenes in a folder of assets are listed together with the shipped scenes") {
    const auto folder = std::filesystem::temp_directory_path() / "milkomeda-scene-assets";
    std::filesystem::create_directories(folder / "data" / "scenes");
    std::ofstream(folder / "data" / "scenes" / "mine.toml") << "rank = 11\n" << small << "mass = 1\n";
    const Assets assets{folder};
    std::vector<std::string> names = scene_names(assets);
    CHECK(names.at(1) == "mine");
    CHECK(load_scene("mine", assets).title == "small");
    std::erase(names, "mine");
    CHECK(names == scene_names(Assets{}));
    std::filesystem::remove_all(folder);
}

TEST_CASE("an unknown scene is refused with the list of shipped scenes") {
    CHECK_THROWS_WITH_AS(shipped_scene("stephans-quintet"),
                         doctest::Contains("there is no scene 'stephans-quintet'; there are: milky-way-andromeda"),
                         std::invalid_argument);
}

TEST_CASE("a user's own scene combines galaxy models with galaxies from files beside the scene file") {
    const auto folder = std::filesystem::temp_directory_path() / "milkomeda-own-scene";
    std::filesystem::create_directories(folder);
    const auto write = [&](const std::string& text) {
        std::ofstream(folder / "own.toml") << text;
        return (folder / "own.toml").string();
    };
    std::ofstream(folder / "pair.tab") << "1 1 0 0 0 1 0\n3 5 0 0 0 -1 0\n";
    const std::string own = write(small +
                                  "mass = 1\n[galaxy.b]\nfile = 'pair.tab'\nbodies = 1\nmass_scale = 2\n"
                                  "length_scale = 3\nposition = [90, 0, 0]\n[galaxy.a]\nbodies = 4\n");
    const Scene scene = load_scene(own, Assets{});
    const ParticleSet particles = generate(scene, 10);
    REQUIRE(particles.size() == 10);
    CHECK(particles.components[0].galaxy == "a");
    CHECK(particles.components[0].count == 8);
    CHECK(particles.components[1].galaxy == "b");
    CHECK(particles.components[1].mass == doctest::Approx(2));
    CHECK(particles.components[2].mass == doctest::Approx(6));
    // The masses of the galaxies are 1 and 8 and their distance is 90, so the second galaxy (a pair of bodies) is 10
    // from the origin. Distances within the pair are three times the distances in the file: 12, divided 3 : 1 about the
    // pair's center. Velocities are multiplied by sqrt(2 / 3).
    CHECK(particles.positions[8].x == doctest::Approx(10 - 9));
    CHECK(particles.positions[9].x == doctest::Approx(10 + 3));
    CHECK(particles.velocities[8].y == doctest::Approx(1.5 * std::sqrt(2.0 / 3)));
    CHECK_THROWS_WITH_AS(generate(scene, 20), doctest::Contains("4 bodies are requested, but only 2 are available"),
                         std::invalid_argument);

    const Scene lost = load_scene(write("title = 't'\n\n[galaxy.b]\nfile = 'lost.tab'\n"), Assets{});
    CHECK_THROWS_WITH_AS(generate(lost, 10), doctest::Contains("own.toml:4: galaxy.b.file: "), FileError);
    CHECK_THROWS_WITH_AS(load_scene((folder / "missing.toml").string(), Assets{}),
                         doctest::Contains("missing.toml: there is no such scene file"), std::invalid_argument);
    std::filesystem::remove_all(folder);
}
