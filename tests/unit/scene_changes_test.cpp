// Scripted changes add, throw and delete galaxies during a run. These tests check how changes are stored in a scene
// file and applied to particles.
#include "data/play/scene_changes.hpp"
#include "data/files/small_file.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "app/scene/scene_snapshot.hpp"
#include "app/viewport/scene_file.hpp"
#include "data/particles/structure.hpp"
#include "data/play/galaxy_edits.hpp"
#include "data/scene/scene_tables.hpp"
#include "tests/formats/any_particles.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;

namespace {

// This asset source returns one text for every scene file.
struct File : AssetSource {
    explicit File(std::string text) : content{std::move(text)} {}
    std::string read(std::string_view) const override { return content; }
    std::vector<std::string> list(std::string_view) const override { return {"data/scenes/mine.toml"}; }
    std::string content;
};

const std::string two =
    "title = 'two'\n[galaxy.a.stars]\nprofile = 'plummer'\nmass = 1\n[galaxy.b]\nlike = 'a'\n"
    "position = [9, 0, 0]\n";

Scene scene_of(const std::string& text) { return load_scene("mine", File{text}); }

SceneChange addition(double time) {
    SceneChange change;
    change.time = time;
    change.added = "satellite";
    change.like = "satellite";
    change.mass_factor = 0.5;
    change.bodies = 100;
    change.seed = 7;
    change.position = {1.25, -2, 0.1};
    change.velocity = {0, 0.3, 1e-7};
    change.spin = {0, -0.5, 0.5};
    return change;
}

std::vector<SceneChange> three_changes() {
    SceneChange thrown, deleted;
    thrown.time = 2.5;
    thrown.thrown = "b";
    thrown.moved_by = {1, 2, 3};
    thrown.velocity = {0.5, 0, 0};
    deleted.time = 2.5;
    deleted.deleted = "a";
    return {addition(0.1), thrown, deleted};
}

SceneSnapshot start_of(const Scene& scene) {
    SceneSnapshot state;
    state.particles = generate(scene, 1000, 1);
    state.origins = origins_of(state.particles);
    state.shown.assign(state.particles.components.size(), all_bodies);
    state.course.changes = scene.changes;
    return state;
}

}  // namespace

TEST_CASE("scripted changes are read back from a scene file unchanged") {
    const std::vector<SceneChange> changes = three_changes();
    const std::string text = with_changes("# mine\n" + two, changes);
    CHECK(text.starts_with("# mine\n" + two));
    const Scene scene = scene_of(text);
    REQUIRE(scene.changes.size() == 3);
    const SceneChange& added = scene.changes[0];
    CHECK(added.time == 0.1);
    CHECK(added.added == "satellite");
    CHECK(added.like == "satellite");
    CHECK(added.mass_factor == 0.5);
    CHECK(added.bodies == 100);
    CHECK(added.seed == 7);
    CHECK(added.position == changes[0].position);
    CHECK(added.velocity == changes[0].velocity);
    CHECK(added.spin == changes[0].spin);
    CHECK(scene.changes[1].thrown == "b");
    CHECK(scene.changes[1].moved_by == changes[1].moved_by);
    CHECK(scene.changes[1].velocity == changes[1].velocity);
    CHECK(scene.changes[2].deleted == "a");
    CHECK(with_changes(text, changes) == text);
    CHECK(scene_of(with_changes(text, {})).changes.empty());
    CHECK_THROWS_WITH_AS(with_changes("change = [{time = 1, delete = 'a'}]\n" + two, changes),
                         doctest::Contains("tables [[change]]"), std::runtime_error);
}

TEST_CASE("invalid scripted changes are refused with a one-line message") {
    const auto refused = [](const std::string& keys, const char* why) {
        CAPTURE(keys);
        CHECK_THROWS_WITH_AS(scene_of(two + "[[change]]\n" + keys), doctest::Contains(why), std::invalid_argument);
    };
    const std::string add = "time = 1\nadd = 'c'\nlike = 'satellite'\nposition = [0, 0, 0]\n";
    CHECK_NOTHROW(scene_of(two + "[[change]]\n" + add));
    refused(add + "mass_factor = 0", "mine.toml:13: change.mass_factor takes a positive number");
    refused(add + "mass_factor = -1", "change.mass_factor takes a positive number");
    refused(add + "mass_factor = 'heavy'", "change.mass_factor takes a positive number");
    refused(add + "bodies = 0", ":13: change.bodies takes a whole number from 1");
    refused(add + "seed = 1.5", "change.seed takes a whole number");
    refused(add + "spin = [0, 0, 0]", "change.spin takes three numbers, [x, y, z], not all 0");
    refused(add + "colour = 'red'", ":13: there is no key 'change.colour'; there are: change.time");
    refused("add = 'c'", "mine.toml:8: change.time is missing");
    refused("time = 1", ":8: change requires exactly one of the keys add, throw and delete");
    refused(add + "delete = 'a'", "change requires exactly one of the keys add, throw and delete");
    refused("time = 1\nadd = 'c'\nposition = [0, 0, 0]", "change.like is missing: the name of the galaxy whose model");
    refused("time = 1\nadd = 'c'\nlike = 'satellite'", "change.position is missing");
    refused("time = 1\nadd = ''\nlike = 'satellite'\nposition = [0, 0, 0]", "change.add takes a name");
    for (const char* name : {"Löchlein", "a\\nb", "a\\\"b", "a b", "a,b"})
        refused("time = 1\nadd = \"" + std::string{name} + "\"\nlike = 'satellite'\nposition = [0, 0, 0]",
                "mine.toml:10: change.add takes a name in quotes, of letters, digits, - and _");
    refused("time = 1\nadd = 'a'\nlike = 'satellite'\nposition = [0, 0, 0]",
            "change.add: the galaxy 'a' exists already");
    refused("time = 1\ndelete = 'c'", "change.delete: there is no galaxy 'c' at this time; there are: a, b");
    refused("time = 1\nthrow = 'c'", "change.throw: there is no galaxy 'c' at this time");
    refused("time = 1\ndelete = 'a'\nway = [1, 0, 0]", "change.way requires the key throw");
    refused("time = 1\ndelete = 'a'\nvelocity = [1, 0, 0]", "change.velocity requires the key add or throw");
    refused("time = 1\nthrow = 'a'\nposition = [1, 0, 0]", "change.position requires the key add");
    refused("time = 2\ndelete = 'a'\n[[change]]\ntime = 1\ndelete = 'b'",
            ":11: change.time must not be earlier than the time of the previous change");
    refused("time = 1\ndelete = 'a'\n[[change]]\ntime = 2\ndelete = 'a'", "there is no galaxy 'a' at this time");
    refused("time = 1\ndelete = 'a'\n[[change]]\ntime = 2\ndelete = 'b'",
            ":11: change.delete: 'b' is the only galaxy at this time, and a scene needs at least one galaxy");
    CHECK_THROWS_WITH_AS(scene_of("change = 3\n" + two), doctest::Contains("one table [[change]]"),
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(load_scene("mine", File{two}, {{"change.time", "3"}}),
                         doctest::Contains("only a scene file can set changes"), std::invalid_argument);
    const Scene unknown = scene_of(two + "[[change]]\ntime = 1\nadd = 'c'\nlike = 'd'\nposition = [0, 0, 0]");
    CHECK_THROWS_WITH_AS(
        require_models(unknown.changes, galaxy_kinds(Assets{})),
        doctest::Contains("mine.toml:8: change.like: the shipped scenes have no galaxy 'd'; they have: milky-way,"),
        std::invalid_argument);
}

TEST_CASE("a scripted change happens at the end of the last step that ends at or before the time of the change") {
    EventSchedule course;
    CHECK_FALSE(course.is_due(100, 0.5));
    course.changes = three_changes();
    course.done = 1;  // The first change is done, and the second change is due at 2.5.
    CHECK_FALSE(course.is_due(2.0, 0.5));
    CHECK(course.is_due(2.5 - 1e-9, 0.5));
    CHECK(course.is_due(2.25, 0.5));
    course.done = 3;
    CHECK_FALSE(course.is_due(100, 0.5));
}

TEST_CASE("changes of galaxies are applied one after another, and a saved scene repeats them exactly") {
    const std::vector<GalaxyKind> kinds = galaxy_kinds(Assets{});
    const SceneSnapshot start = start_of(scene_of(two));
    // The window samples the bodies of an added galaxy in advance and does not set the time of the change.
    SceneChange change = addition(0);
    change.time.reset();
    const SceneSnapshot by_hand = with_change(start, change, sample_of(change, kinds, start.particles), 1);
    REQUIRE(by_hand.course.changes.size() == 1);
    CHECK(by_hand.course.done == 1);
    CHECK(by_hand.course.changes[0].time == start.particles.time);
    CHECK(by_hand.particles.size() == 1100);
    CHECK(galaxies(by_hand.particles) == std::vector<std::string>{"a", "b", "satellite"});
    CHECK(mass_of_galaxy(by_hand.particles, "satellite") ==
          doctest::Approx(0.5 * total_mass(sample_of(change, kinds, start.particles))));

    const std::string saved = with_changes(two, by_hand.course.changes);
    const SceneSnapshot read = with_next_change(start_of(scene_of(saved)), kinds, 1, 2000);
    CHECK(same_bits(read.particles.positions, by_hand.particles.positions));
    CHECK(same_bits(read.particles.velocities, by_hand.particles.velocities));
    CHECK(read.particles.ids == by_hand.particles.ids);
    CHECK(read.course.done == 1);
    CHECK(read.course.changes.size() == 1);

    CHECK_THROWS_WITH_AS(
        with_next_change(start_of(scene_of(saved)), kinds, 1, 1050),
        doctest::Contains("mine.toml:10: no galaxy can be added: the device can hold at most 1050 bodies"),
        std::invalid_argument);
    CHECK(without_next_change(start_of(scene_of(saved))).course.changes.empty());
}

TEST_CASE("a change by the user precedes the scripted changes that have not yet happened") {
    SceneSnapshot state = start_of(scene_of(with_changes(two, three_changes())));
    state.particles.time = 1;
    state.course.done = 1;
    SceneChange deleted;
    deleted.deleted = "b";
    state = with_change(state, deleted, {}, 1);
    REQUIRE(state.course.changes.size() == 4);
    CHECK(state.course.done == 2);
    CHECK(state.course.changes[1].deleted == "b");
    CHECK(state.course.changes[1].time == 1.0);
    CHECK(state.course.next()->thrown == "b");  // The next change throws the galaxy b, which has been deleted.
    CHECK_THROWS_WITH_AS(with_next_change(state, {}, 1, 2000),
                         doctest::Contains("no galaxy 'b'; it may have been deleted"), std::invalid_argument);
    state = without_next_change(state);
    CHECK(state.course.next()->deleted == "a");
}

TEST_CASE("a scripted throw moves a galaxy by the given displacement and sets the given velocity") {
    const SceneSnapshot start = start_of(scene_of(with_changes(two, std::vector{three_changes()[1]})));
    const SceneSnapshot after = with_next_change(start, {}, 1, 2000);
    const glm::dvec3 now = velocity_of_galaxy(after.particles, "b");
    CHECK(glm::distance(now, {0.5, 0, 0}) < 1e-5);  // The tolerance allows rounding errors of single precision.
    const Float4 &p = start.particles.positions.back(), &q = after.particles.positions.back();
    CHECK(glm::distance(glm::dvec3{q.x - p.x, q.y - p.y, q.z - p.z}, {1, 2, 3}) < 1e-5);
}

TEST_CASE("a change by the user removes later milestones, and a scripted change removes no milestones") {
    SceneSnapshot start = start_of(scene_of(with_changes(two, std::vector{three_changes()[2]})));
    start.particles.time = 2;
    start.milestones = {{1, "before", ""}, {3, "after", ""}};
    CHECK(with_next_change(start, {}, 1, 2000).milestones.size() == 2);
    SceneChange deletion;
    deletion.deleted = "b";
    const SceneSnapshot after = with_change(start, deletion, {}, 1);
    REQUIRE(after.milestones.size() == 1);
    CHECK(after.milestones[0].title == "before");
}

TEST_CASE("a saved scene contains its changes and omits the milestones after the first change") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("milkomeda-changes-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const auto saved = save_scene(folder / "mine.toml", "milky-way-andromeda", Assets{}, {}, std::vector{addition(16)});
    const Scene own = shipped_scene("milky-way-andromeda"), scene = load_scene(saved.string(), Assets{});
    REQUIRE(scene.changes.size() == 1);
    CHECK(scene.changes[0].position == addition(16).position);
    CHECK(own.milestones.size() > scene.milestones.size());
    CHECK_FALSE(scene.milestones.empty());
    for (const SceneMilestone& milestone : scene.milestones) CHECK(milestone.time <= 16);
    CHECK(save_scene(folder / "mine.toml", "milky-way-andromeda", Assets{}, {}, {}) == folder / "mine-2.toml");
    CHECK(load_scene((folder / "mine-2.toml").string(), Assets{}).milestones.size() == own.milestones.size());
    std::filesystem::remove_all(folder);
}

TEST_CASE("--set values written into the text of a scene have the effect of --set options") {
    const std::vector<std::pair<std::string, std::string>> settings{{"title", "mine, of \"two\""},
                                                                    {"galaxy.a.stars.mass", "2.5"},
                                                                    {"galaxy.b.position", "[1, 2, 3]"},
                                                                    {"simulation.timestep", "0.013"},
                                                                    {"galaxy.b.velocity", "[0, 0.5, 0]"}};
    const std::string commented =
        "# by hand\ntitle = 'two # three'  # or so\n" + two.substr(two.find('[')) + "\n# the end\n";
    const std::string text = with_settings(commented, settings);
    CHECK(text.starts_with("# by hand\n"));
    CHECK(text.find("  # or so\n") != text.npos);
    CHECK(text.find("three") == text.npos);
    CHECK(text.find("# the end\n") != text.npos);
    const Scene with = load_scene("mine", File{commented}, settings), written = scene_of(text);
    CHECK(written.title == with.title);
    CHECK(written.title == "mine, of \"two\"");
    CHECK(written.simulation.timestep == 0.013);
    CHECK(written.galaxies[0].model.stars->mass == with.galaxies[0].model.stars->mass);
    CHECK(written.galaxies[1].position == with.galaxies[1].position);
    CHECK(written.galaxies[1].velocity == with.galaxies[1].velocity);
    CHECK(with_settings(text, settings) == text);
    CHECK(with_settings(commented, {}) == commented);
    CHECK_THROWS_WITH_AS(with_settings("galaxy.a = {like = 'b'}\n", std::vector{settings[1]}),
                         doctest::Contains("cannot be inserted into the text of the scene"), std::runtime_error);
}

TEST_CASE("the --set values can be written into the text of every shipped scene") {
    const Assets assets;
    for (const std::string& name : scene_names(assets)) {
        CAPTURE(name);
        const std::vector<std::pair<std::string, std::string>> settings{{"simulation.timestep", "0.0075"},
                                                                        {"title", "another"}};
        const Scene scene = scene_of(with_settings(scene_text(name, assets), settings));
        CHECK(scene.simulation.timestep == 0.0075);
        CHECK(scene.title == "another");
    }
}
