// A saved scene and a copied command line must store everything that a panel can change, and must restore it unchanged.
#include "app/capture/view_command.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "app/scene/scene_conversion.hpp"
#include "data/simulation/parameter_table.hpp"
#include "data/text/text_number.hpp"
#include "render/look/look_table.hpp"

using namespace milkomeda;

namespace {

// Returns a valid value of the setting that differs from the value `now`.
SettingValue another(const SettingValue& now, const Setting& setting) {
    if (const bool* const on = std::get_if<bool>(&now)) return !*on;
    if (const auto* const choice = std::get_if<Choice>(&now))
        return Choice{(choice->index + 1) % choice->names.size(), choice->names};
    if (const auto* const fraction = std::get_if<Fraction>(&now))
        return Fraction{fraction->denominators[fraction->denominators.size() / 2], fraction->denominators};
    if (std::holds_alternative<CountOrAuto>(now)) return CountOrAuto{7};
    if (std::holds_alternative<Rgb>(now)) return Rgb{0.125f, 0.7f, 0.33f};
    const double number = std::get<double>(now), middle = 0.37 * setting.valid.least + 0.63 * setting.valid.most;
    return static_cast<double>(static_cast<float>(number == middle ? setting.valid.most : middle));
}

ViewOptions view_options_of(std::vector<std::string> words) {
    words.insert(words.begin(), "milkomeda");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    return std::get<ViewOptions>(
        parse_command_line(static_cast<int>(pointers.size()), pointers.data()).value().command);
}

// This struct is the state of a window that was started with these command-line options.
struct Window {
    ViewOptions options;
    SceneSetup initial;
    SimulationParameters parameters;
    Look look;

    explicit Window(const std::vector<std::string>& words)
        : options{view_options_of(words)},
          initial{load_scene_setup(options.scene, Assets{}, {}, {1'000'000, "a test"})},
          parameters{initial.parameters},
          look{with_overrides(with_overrides({}, initial.look), options.style.look)} {}

    ViewCommand view() const {
        return {.scene = options.scene,
                .device = options.device,
                .assets_folder = options.program.assets,
                .initial = initial,
                .parameters = parameters,
                .look = look,
                .show = options.style.show.value_or(AnnotationSet{}),
                .camera = initial.camera,
                .held = {},
                .slice = initial.slice};
    }
    Window from_command() const { return Window{command_words(view(), Assets{})}; }
    Window from_scene() const {
        const std::filesystem::path file = std::filesystem::temp_directory_path() / "milkomeda-present.toml";
        std::ofstream{file} << with_settings(initial.scene_text, scene_settings_of(view()));
        return Window{{file.string(), "--bodies", "300"}};
    }
};

const std::vector<std::string> line{"plummer", "--bodies", "300"};

bool near(const glm::vec3& a, const glm::vec3& b) { return glm::length(a - b) < 1e-5f * (1 + glm::length(a)); }

}  // namespace

TEST_CASE("every parameter is restored from a saved scene and from a copied command line") {
    for (const Parameter& parameter : parameter_table()) {
        CAPTURE(parameter.name);
        Window window{line};
        const SettingValue now = parameter.field.get(window.parameters);
        parameter.field.set(window.parameters, another(now, parameter.setting));
        const SettingValue changed = parameter.field.get(window.parameters);
        REQUIRE(changed != now);
        CHECK(parameter.field.get(window.from_scene().parameters) == changed);
        CHECK(parameter.field.get(window.from_command().parameters) == changed);
    }
}

TEST_CASE("for any look, every look setting is restored from a saved scene and from a copied command line") {
    for (const LookControl& control : look_table()) {
        CAPTURE(control.setting.key);
        Window window{line};
        const SettingValue now = control.field.get(window.look);
        control.field.set(window.look, another(now, control.setting));
        const SettingValue changed = control.field.get(window.look);
        REQUIRE(changed != now);
        for (const Window& reopened : {window.from_scene(), window.from_command()}) {
            CHECK(control.field.get(reopened.look) == changed);
            Look users_look;
            users_look.brightness = 3, users_look.tone_mapping.bloom = 0.9f;
            const Look shown = with_overrides(users_look, reopened.initial.look);
            for (const LookControl& other : look_table())
                CHECK_MESSAGE(other.field.get(shown) == other.field.get(window.look), other.setting.key);
        }
    }
}

TEST_CASE("the command line accepts both ends of the range of every look setting, despite rounding to float") {
    for (const LookControl& control : look_table()) {
        if (control.setting.option.empty() || !std::holds_alternative<double>(control.field.get(Look{}))) continue;
        CAPTURE(control.setting.key);
        for (const double end : {control.setting.valid.least, control.setting.valid.most}) {
            Look expected;
            control.field.set(expected, end);
            std::vector<std::string> words = line;
            words.insert(words.end(), {control.setting.option, short_number(end)});
            CHECK(control.field.get(Window{words}.look) == control.field.get(expected));
        }
    }
}

TEST_CASE("camera, annotations and hidden components are restored from a saved scene and a copied command line") {
    Window window{{"milky-way-andromeda", "--bodies", "300", "--show", "clock,grid"}};
    Camera& camera = window.initial.camera;
    camera = look_at({3, 4, 5}, {1, 0, -2}, 0.7f, {0.3f, 0.8f, -0.2f});
    // The camera is rotated about the up axis.
    camera.frame = glm::mat3{glm::rotate(glm::mat4{camera.frame}, 0.4f, glm::vec3{0, 1, 0})};
    camera.projection = Projection::orthographic;
    REQUIRE(window.initial.shown[0] == all_bodies);
    window.initial.shown[0] = no_bodies;
    for (const Window& reopened : {window.from_command(), window.from_scene()}) {
        const Camera& restored_camera = reopened.initial.camera;
        CHECK(near(position(restored_camera), position(camera)));
        CHECK(near(restored_camera.target, camera.target));
        CHECK(near(restored_camera.frame[1], camera.frame[1]));
        CHECK(restored_camera.fov_radians == doctest::Approx(camera.fov_radians).epsilon(1e-6).scale(0));
        CHECK(restored_camera.projection == camera.projection);
        CHECK(reopened.initial.shown == window.initial.shown);
        CHECK_FALSE(reopened.initial.framing.is_kept);
    }
    CHECK(window.from_command().options.style.show == window.options.style.show);
    CHECK(window.from_scene().initial.show == window.options.style.show);
}

TEST_CASE("hidden gas and hidden young stars are restored from a saved scene and a copied command line") {
    Window window{{"gas-rich-merger", "--bodies", "300"}};
    SceneSetup& initial = window.initial;
    ShownBodies hides_gas{.others = false, .young_stars = true};
    for (std::size_t c = 0; c < initial.shown.size(); ++c)
        if (is_gas(initial.particles.components[c])) {
            initial.shown[c] = hides_gas;
            std::swap(hides_gas.others, hides_gas.young_stars);
        }
    for (const Window& reopened : {window.from_command(), window.from_scene()})
        CHECK(reopened.initial.shown == initial.shown);
}

TEST_CASE("a command line that keeps the galaxies in view does not place the camera") {
    Window window{line};
    ViewCommand view = window.view();
    view.keeps_framed = true;
    CHECK(window.from_command().initial.framing.is_kept == false);
    CHECK(Window{command_words(view, Assets{})}.initial.framing.is_kept);
}

TEST_CASE("the options for a state file give annotations, projection and slice, and the camera only in the sky view") {
    Window window{line};
    window.options.style.show = annotations_from("clock");
    window.initial.camera.projection = Projection::dome;
    window.initial.slice = SliceChoice{};
    ViewCommand view = window.view();
    std::vector<std::string> words = state_words(view, "run.milkomeda");
    const std::vector<std::string> first{"run.milkomeda", "--set", "view.slice.on=true"};
    CHECK(std::ranges::equal(std::span{words}.first(3), first));
    CHECK(std::ranges::search(words, std::vector<std::string>{"--show", "clock", "--projection", "dome"}).size() == 4);
    CHECK(std::ranges::find(words, "--camera") == words.end());
    view.held.sky = true;
    words = state_words(view, "run.milkomeda");
    CHECK(std::ranges::find(words, "--camera") != words.end());
    CHECK(std::ranges::find(words, "--sky") != words.end());
}

TEST_CASE("component names that need quoting in TOML are restored from a copied command line") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    std::ofstream{folder / "milkomeda-names.csv"} << "x,y,z,component\n1,2,3,a\\b\n4,5,6,c\n";
    std::ofstream{folder / "milkomeda-names.toml"} << "title = 't'\n[galaxy.a]\nfile = 'milkomeda-names.csv'\n";
    Window window{{(folder / "milkomeda-names.toml").string(), "--bodies", "2"}};
    window.initial.shown[0] = no_bodies;
    CHECK(Window{command_words(window.view(), Assets{})}.initial.shown == window.initial.shown);
    const auto settings = scene_settings_of(window.view());
    CHECK(std::ranges::find(settings, std::pair<std::string, std::string>{"view.hidden", R"(["a a\\b"])"}) !=
          settings.end());
}

TEST_CASE("the potential slice, or its absence, is restored from a saved scene and from a copied command line") {
    std::vector<std::string> words = line;
    words.insert(words.end(), {"--set", "view.slice.tilt=30"});
    Window window{words};
    REQUIRE(window.initial.slice);
    CHECK(window.initial.slice->plane.tilt == 30);
    CHECK(window.initial.slice->plane.edge == PlaneChoice{}.edge);
    window.initial.slice = {{{1, 2, 3}, 0, 120, -45.5f, 17.3f}, 0.35f, true, false};
    for (const Window& reopened : {window.from_command(), window.from_scene()})
        CHECK(reopened.initial.slice == window.initial.slice);
    window.initial.slice.reset();
    for (const Window& reopened : {window.from_command(), window.from_scene()}) CHECK(!reopened.initial.slice);
    CHECK(!Window{line}.initial.slice);

    // The restored center is the given center, moved by the given offset 4 along the normal of the plane.
    window.initial.slice = {{{0, 0, 0}, 4, 90, 0, 20}};
    CHECK(near(window.from_command().initial.slice->plane.anchor, {4, 0, 0}));
}

TEST_CASE("an unknown key or invalid value of the potential slice is refused, and the error names its key") {
    for (const std::string setting :
         {"view.slice.slope=3", "view.slice.edge=0", "view.slice.lines=1", "view.slice.centre=2"}) {
        CAPTURE(setting);
        std::vector<std::string> words = line;
        words.insert(words.end(), {"--set", setting});
        const std::string key = setting.substr(0, setting.find('='));
        CHECK_THROWS_WITH_AS(Window{words}, doctest::Contains(key.c_str()), std::exception);
    }
}
