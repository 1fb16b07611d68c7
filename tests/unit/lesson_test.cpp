#include "data/lesson/lesson.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "app/shell/run_quantities.hpp"
#include "assets/assets.hpp"
#include "data/lesson/lesson_files.hpp"
#include "data/lesson/lesson_page.hpp"
#include "data/lesson/lesson_progress.hpp"
#include "data/lesson/lesson_text.hpp"
#include "data/scene/scene.hpp"

using namespace milkomeda;

namespace {

const std::string small_lesson = R"(# Tides

- scene: antennae
- bodies: 2048
- set: `orbit.pericentre = 2`
- picture: mice

An introduction
of two lines.

A second paragraph.

## First step

Choose a **small** timestep.

- [ ] The timestep is small: `timestep < 0.02`
- [ ] The galaxies have passed each other, with a long line
  that continues: `passages >= 1 and time >= 300 Myr`

> The first hint
> has two lines.

> The second hint.

## Second step

- [ ] `spin.ngc-4038 = retrograde`
)";

std::string error_of(const std::string& text) {
    try {
        check_scene_of(lesson_of_text("tides.md", text), Assets{});
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "no error";
}

bool is_true_for(const std::string& condition, const std::map<std::string, QuantityValue>& values) {
    return is_true(parse_condition(condition), [&](const std::string& name) -> std::optional<QuantityValue> {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional{found->second};
    });
}

GalaxyFacts facts_of(const std::string& scene, const std::vector<std::pair<std::string, std::string>>& settings) {
    return galaxy_facts(generate(load_scene(scene, Assets{}, settings), 2000));
}

}  // namespace

TEST_CASE("a lesson file has a title, facts, an introduction, and steps with checks and hints") {
    const Lesson lesson = lesson_of_text("tides.md", small_lesson);
    CHECK(lesson.title == "Tides");
    CHECK(lesson.scene.name == "antennae");
    CHECK(lesson.bodies == 2048);
    REQUIRE(lesson.settings.size() == 1);
    CHECK(lesson.settings[0].key == "orbit.pericentre");
    CHECK(lesson.settings[0].value == "2");
    CHECK(lesson.picture.name == "mice");
    CHECK(lesson.introduction == std::vector<std::string>{"An introduction of two lines.", "A second paragraph."});
    REQUIRE(lesson.steps.size() == 2);
    const LessonStep& step = lesson.steps[0];
    CHECK(step.title == "First step");
    CHECK(step.paragraphs == std::vector<std::string>{"Choose a **small** timestep."});
    REQUIRE(step.checks.size() == 2);
    CHECK(step.checks[0].words == "The timestep is small");
    CHECK(step.checks[1].words == "The galaxies have passed each other, with a long line that continues");
    CHECK(step.checks[1].condition.text == "passages >= 1 and time >= 300 Myr");
    CHECK(step.hints == std::vector<std::string>{"The first hint has two lines.", "The second hint."});
    CHECK(lesson.steps[1].checks[0].words == "spin.ngc-4038 = retrograde");
    CHECK(error_of(small_lesson) == "no error");
}

TEST_CASE("an invalid lesson gives one line with the file, the line and the remedy") {
    const std::string head = "# T\n- scene: antennae\n## S\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "tides.md:1: the lesson is empty: write a first line such as '# Tides'"},
        {"text", "tides.md:1: a lesson begins with its title: write a first line such as '# Tides'"},
        {"## S", "tides.md:1: a lesson begins with its title: write '# TITLE' before the first step"},
        {"# T\n# U", "tides.md:2: a lesson has one title: write '## TITLE' for a step"},
        {"#", "tides.md:1: this heading is not valid: write '# TITLE' for the lesson, and '## TITLE' for each step"},
        {"# T\n### U",
         "tides.md:2: this heading is not valid: write '# TITLE' for the lesson, and '## TITLE' for each step"},
        {"# T\n## S", "tides.md:2: the lesson has no scene: write a line such as '- scene: antennae' below the title"},
        {"# T\n- scene: mice", "tides.md:2: the lesson has no steps: write a heading '## TITLE' for each step"},
        {"# T\n- sceen: mice",
         "tides.md:2: there is no key 'sceen'; there are: scene, bodies, set, picture, pair; did you mean scene?"},
        {"# T\n- scene:", "tides.md:2: 'scene' has no value: write '- KEY: VALUE'"},
        {"# T\n- bodies: few", "tides.md:2: 'few' is not a number of bodies: write a number from 64 to 1048576"},
        {"# T\n- set: fast", "tides.md:2: 'fast' is not a setting: write '- set: KEY = VALUE'"},
        {"# T\n> hint", "tides.md:2: checks and hints belong to a step: write a heading '## TITLE' above this line"},
        {head + "- watch", "tides.md:4: a list in a step consists of checks: write '- [ ] WORDS: `CONDITION`'"},
        {head + "- [ ] watch",
         "tides.md:4: a check ends in a condition: write '- [ ] WORDS: `CONDITION`', such as `time >= 22`"},
        {head + "- [ ] `time`",
         "tides.md:4: 'time' is not a comparison: write a quantity, one of <, <=, >, >=, = and !=, and a value"},
        {head + "- [ ] `time >= soon`",
         "tides.md:4: 'soon' is not a valid time: write a number (in units of 17.78 Myr), or a number with the unit "
         "yr, kyr, Myr or Gyr"},
        {head + "- [ ] `spin.ngc-4038 = left`",
         "tides.md:4: 'left' is not a value of spin.GALAXY: write prograde or retrograde"},
        {head + "- [ ] `integrator > leapfrog`", "tides.md:4: integrator has words as values: compare it with = or !="},
        {head + "- [ ] `spin.ngc-4083 = prograde`",
         "tides.md:4: the scene antennae has no galaxy 'ngc-4083'; it has: ngc-4038, ngc-4039; did you mean "
         "ngc-4038?"},
        {"# T\n- scene: antennae\n- picture: moon\n## S",
         "tides.md:3: the picture 'moon' is neither a PNG file (.png) nor one of the shipped scenes: "},
        {"# T\n- scene: antennae\n- picture: moon.png\n## S",
         "tides.md:3: there is no picture file moon.png: put the file beside the lesson"},
        {"# T\n- scene: antennae\n- pair: moon.pair\n## S",
         "tides.md:3: 'moon.pair' is not a picture of a pair: write the name of a PNG file (.png) beside the lesson"},
        {"# T\n- scene: antennae\n- pair: moon.png\n## S",
         "tides.md:3: there is no picture file moon.png: put the file beside the lesson"},
        {"# T\n- scene: antennae\n- pair: data/lessons/moon.png\n## S",
         "tides.md:3: there is no picture file data/lessons/moon.png: put the file beside the lesson"},
        {head + "- [ ] `match_shown = yes`", "tides.md:4: 'yes' is not a value of match_shown: write true or false"},
        {"# T\n- scene: antenae\n## S", "tides.md:2: there is no scene 'antenae'; there are: "},
        {"# T\n- scene: antennae\n- set: simulation.softening = 0.1\n- set: orbit.shape = 1\n## S", "tides.md:4: "}};
    for (const auto& [text, message] : cases) {
        CAPTURE(text);
        CHECK(error_of(text).substr(0, message.size()) == message);
        CHECK(error_of(text).find('\n') == std::string::npos);
    }
    CHECK(error_of(head + "- [ ] `timestap < 1`").ends_with("did you mean timestep?"));
}

TEST_CASE("a condition compares quantities with numbers, units, fractions and words") {
    CHECK(is_true_for("timestep < 0.02", {{"timestep", 0.01}}));
    CHECK_FALSE(is_true_for("timestep < 0.02", {{"timestep", 0.02}}));
    CHECK(is_true_for("time >= 300 Myr", {{"time", 16.9}}));
    CHECK_FALSE(is_true_for("time >= 300 Myr", {{"time", 16.8}}));
    CHECK(is_true_for("separation <= 4 kpc", {{"separation", 1.0}}));
    CHECK(is_true_for("fraction = 1/4", {{"fraction", 0.25}}));
    CHECK(is_true_for("time_per_second > 20 Myr/s", {{"time_per_second", 1.2}}));
    CHECK_FALSE(is_true_for("time_per_second > 22 Myr/s", {{"time_per_second", 1.2}}));
    CHECK(is_true_for("softening = 0.5", {{"softening", 0.503}}));
    CHECK_FALSE(is_true_for("softening = 0.5", {{"softening", 0.51}}));
    CHECK(is_true_for("softening != 0.5", {{"softening", 0.51}}));
    CHECK(is_true_for("integrator = leapfrog", {{"integrator", std::string{"leapfrog"}}}));
    CHECK(is_true_for("integrator != leapfrog", {{"integrator", std::string{"yoshida4"}}}));
    CHECK(is_true_for("steps_per_frame = auto", {{"steps_per_frame", std::string{"auto"}}}));
    CHECK_FALSE(is_true_for("steps_per_frame > 1", {{"steps_per_frame", std::string{"auto"}}}));
    CHECK(is_true_for("match_separation > 26.6 kpc", {{"match_separation", 27.0 / 4}}));
    CHECK(is_true_for("match_blinks = true", {{"match_blinks", std::string{"true"}}}));
    CHECK(is_true_for("time > 1 and separation < 1", {{"time", 2.0}, {"separation", 0.5}}));
    CHECK_FALSE(is_true_for("time > 1 and separation < 1", {{"time", 2.0}, {"separation", 1.5}}));
    CHECK_FALSE(is_true_for("separation < 1", {}));  // the separation is unknown
    CHECK_FALSE(is_true_for("separation < 1", {{"separation", std::nan("")}}));
}

TEST_CASE("a fulfilled check of a lesson stays marked, and only the checks of the present step are observed") {
    LessonProgress progress{lesson_of_text("tides.md", small_lesson)};
    double timestep = 0.01;
    const QuantityLookup values = [&](const std::string& name) -> std::optional<QuantityValue> {
        if (name == "timestep") return timestep;
        if (name == "spin.ngc-4038") return std::string{"retrograde"};
        return std::nullopt;
    };
    progress.observe(values);
    CHECK(progress.is_done(0));
    CHECK_FALSE(progress.is_done(1));
    CHECK_FALSE(progress.step_is_done());
    timestep = 1;
    progress.observe(values);
    CHECK(progress.is_done(0));
    CHECK(progress.done() == 1);
    CHECK(progress.checks() == 3);
    progress.show_hint();
    CHECK(progress.hints() == 1);
    progress.show_hint();
    progress.show_hint();
    CHECK(progress.hints() == 2);
    progress.go_on();
    CHECK(progress.is_last());
    CHECK(progress.hints() == 0);
    CHECK_FALSE(progress.step_is_done());
    progress.observe(values);
    CHECK(progress.step_is_done());
    progress.go_on();
    CHECK(progress.step() == 1);
    progress.go_back();
    CHECK(progress.is_done(0));
    progress.go_back();
    CHECK(progress.is_first());
}

TEST_CASE("the marks of Markdown are removed for the window, and become HTML elements on the page") {
    CHECK(without_marks("a **bold** *word* and `code * x`") == "a bold word and code * x");
    CHECK(without_marks("2 * 3 * 4, and 5*6") == "2 * 3 * 4, and 5*6");
    CHECK(html_of("**a** < *b* & `c<d`") == "<strong>a</strong> &lt; <em>b</em> &amp; <code>c&lt;d</code>");
    CHECK(html_of("an open ` mark") == "an open ` mark");
}

TEST_CASE("the page of a lesson contains all steps, checks and hints, and the command line of the scene") {
    const Lesson lesson = lesson_of_text("folder/tides.md", small_lesson);
    const std::string page = lesson_page(lesson);
    CHECK(page.starts_with("<!DOCTYPE html>"));
    for (const char* part : {"<h1>Tides</h1>", "<h2>1. First step</h2>", "<h2>2. Second step</h2>",
                             "<strong>small</strong>", "<li>The timestep is small</li>", "Step 1: The second hint.",
                             "milkomeda antennae --set 'orbit.pericentre=2' --bodies 2048", "</html>"})
        CHECK_MESSAGE(page.find(part) != page.npos, part);
    CHECK(page_name(lesson) == "tides.html");
}

TEST_CASE("every shipped lesson is valid, and has three to six steps of which most have checks") {
    const Assets assets;
    std::size_t lessons = 0;
    for (const std::string& file : lesson_files(assets)) {
        if (!file.starts_with("data/lessons/")) continue;  // lessons of the user who runs the test
        CAPTURE(file);
        const Lesson lesson = read_lesson(file, assets);
        CHECK_NOTHROW(check_scene_of(lesson, assets));
        CHECK(lesson.steps.size() >= 3);
        CHECK(lesson.steps.size() <= 6);
        CHECK(LessonProgress{lesson}.checks() >= 4);
        ++lessons;
    }
    CHECK(lessons == 6);
}

TEST_CASE("the user's lessons come from the data folder, and their scenes from the folder of the lesson") {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / "milkomeda-lesson-test";
    fs::create_directories(folder / "milkomeda/lessons");
    const fs::path file = folder / "milkomeda/lessons/own.md";
    std::ofstream{file} << "# Own\n- scene: own.toml\n- picture: m51.png\n- pair: m87.png\n## Step\n";
    const char* const before = std::getenv("XDG_DATA_HOME");
    const std::string kept = before ? before : "";
    setenv("XDG_DATA_HOME", folder.c_str(), 1);
    const std::vector<std::string> files = lesson_files(Assets{});
    before ? setenv("XDG_DATA_HOME", kept.c_str(), 1) : unsetenv("XDG_DATA_HOME");
    CHECK(files.back() == file.string());
    CHECK(read_lesson(file.string(), Assets{}).scene.name == (file.parent_path() / "own.toml").string());
    CHECK(read_lesson(file.string(), Assets{}).picture.name == (file.parent_path() / "m51.png").string());
    CHECK(read_lesson(file.string(), Assets{}).pair.name == (file.parent_path() / "m87.png").string());
    fs::remove_all(folder);
    CHECK_THROWS_AS(read_lesson(file.string(), Assets{}), std::invalid_argument);
}

TEST_CASE("mass ratio, inclination and direction of spin are measured from the bodies") {
    const GalaxyFacts antennae = facts_of("antennae", {});
    REQUIRE(antennae.mass_ratio);
    CHECK(*antennae.mass_ratio == doctest::Approx(1).epsilon(1e-3).scale(0));
    CHECK(antennae.inclinations.at("ngc-4038") == doctest::Approx(60).epsilon(0.05).scale(0));
    const GalaxyFacts turned = facts_of("antennae", {{"galaxy.ngc-4039.inclination", "180"}});
    CHECK(turned.inclinations.at("ngc-4039") > 175);
    CHECK(turned.inclinations.at("ngc-4038") == doctest::Approx(60).epsilon(0.05).scale(0));
    const GalaxyFacts minor = facts_of("minor-merger", {});
    CHECK(*minor.mass_ratio == doctest::Approx(0.08 / 5).epsilon(0.05).scale(0));
    CHECK_FALSE(minor.inclinations.contains("satellite"));  // the satellite has no disk
    CHECK_FALSE(facts_of("milky-way", {}).mass_ratio);
}
