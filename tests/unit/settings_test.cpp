// The tables of settings must be consistent, and docs/parameters.md must agree with the tables.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <glm/gtc/matrix_transform.hpp>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/io/json_text.hpp"
#include "app/scene/scene_conversion.hpp"
#include "app/scene/setting_json.hpp"
#include "app/shell/viewpoint_json.hpp"
#include "app/ui/widgets.hpp"
#include "data/text/text.hpp"

using namespace milkomeda;

namespace {

std::string text_of(const char* format, double number) {
    char text[64];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

std::string text_of(const Range& range) { return text_of("%g", range.least) + " to " + text_of("%g", range.most); }

std::string code(std::string_view word) { return word.empty() ? "" : "`" + std::string{word} + "`"; }

// These are cells of a row in docs/parameters.md: default value, valid values, and range of the slider.
struct Cells {
    std::string initial, valid, slider;
};

Cells cells(const Setting&, bool on) { return {on ? "on" : "off", "on, off", ""}; }
Cells cells(const Setting& setting, double number) {
    const std::string format = slider_format(setting.format, number, setting.unit);
    const std::string scale = setting.scale == Scale::logarithmic ? ", logarithmic" : "";
    return {text_of(format.c_str(), number * setting.shown_factor), text_of(setting.valid),
            *setting.label ? text_of(setting.slider) + scale : ""};
}
Cells cells(const Setting& setting, const CountOrAuto& count) {
    return {count ? std::to_string(*count) : "auto", text_of(setting.valid) + ", auto",
            "auto, 1 to " + text_of("%g", setting.slider.most)};
}
Cells cells(const Setting&, const Fraction& fraction) {
    return {Fraction{1, std::span{&fraction.denominator, 1}}.names().front(), join(fraction.names()), ""};
}
Cells cells(const Setting&, const Choice& choice) { return {std::string{choice.name()}, join(choice.names), ""}; }
Cells cells(const Setting&, const Rgb& color) {
    const auto channel = [](float light) { return text_of("%g", static_cast<double>(light)); };
    return {join(color, channel), "three numbers from 0 to 1", ""};
}

Cells cells(const Setting& setting, const SettingValue& value) {
    return std::visit([&](const auto& kind) { return cells(setting, kind); }, value);
}

std::string line(std::initializer_list<std::string> columns) { return "| " + join(columns, {}, " | ") + " |\n"; }

std::string table_head(std::initializer_list<std::string> columns) {
    std::string head = line(columns) + "|";
    for (std::size_t i = 0; i < columns.size(); ++i) head += " --- |";
    return head + "\n";
}

std::string path_in_settings(const LookControl& control) {
    const std::string& key = control.setting.key;
    switch (control.section) {
        case LookSection::mode:
        case LookSection::particles:
            return code(key);
        case LookSection::exposure:
        case LookSection::tone:
            return code("light." + key);
        case LookSection::color:
            return code("colors." + key);
        case LookSection::density_limits:
        case LookSection::contours:
            return code("density." + key);
        case LookSection::stereo:
            break;
    }
    return "";
}

std::string expected_page() {
    std::string page =
        "# Parameters and look\n\n"
        "Parameters determine how a simulation computes, and the look determines how the picture is drawn. This page "
        "lists all\n"
        "parameters and all values of the look, with control, command-line option, scene key, default and permitted "
        "values. After\n"
        "Ctrl+click on a slider you can type any permitted value. This command sets two parameters and a value of the "
        "look:\n\n"
        "    milkomeda antennae --dt 0.01 --softening 0.1 --bloom 0.2\n\n"
        "A test writes this page from the tables in `data/simulation/parameter_table.cpp` and "
        "`render/look/look_table.cpp`, and\n"
        "fails if the page differs.\n\n"
        "## Parameters of the simulation\n\n"
        "Times are in model units of 17.78 Myr, and lengths in model units of 4 kpc. `--trace` prints the parameters "
        "in the event\n"
        "`parameters`. The settings file does not store parameters. The program rejects options and scenes with values "
        "that are\n"
        "not permitted.\n\n" +
        table_head({"control", "option", "key of scenes", "in traces", "default", "valid", "slider", "meaning"});
    for (const Parameter& parameter : parameter_table()) {
        const Setting& setting = parameter.setting;
        const Cells about = cells(setting, parameter.field.get({}));
        page += line({setting.label, code(setting.option), code(parameter.scene_key), code(setting.key), about.initial,
                      about.valid, about.slider, setting.tooltip});
    }
    page +=
        "\n## Look\n\n"
        "The window stores the look in `settings.json`, and limits stored values to the permitted range. The program "
        "rejects\n"
        "options and scenes ([Scenes](scenes.md)) with values that are not permitted. The options `--exposure`,\n"
        "`--density-limits` and `--preset` each set several rows of this table ([Light](light.md)).\n\n" +
        table_head({"control", "option", "key of scenes", "in settings", "default", "valid", "slider", "meaning"});
    for (const LookControl& control : look_table()) {
        const Setting& setting = control.setting;
        const Cells about = cells(setting, control.field.get({}));
        page += line({setting.label, code(setting.option), code(scene_key(control)), path_in_settings(control),
                      about.initial, about.valid, about.slider, setting.tooltip});
    }
    return page;
}

std::string content(const std::filesystem::path& file) {
    std::ifstream stream{file};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

// Checks that the default of a numeric setting and the ends of its slider are valid values.
void check_ranges(const Setting& setting, const SettingValue& initial) {
    const double* const number = std::get_if<double>(&initial);
    if (!number) return;
    CAPTURE(setting.key);
    CHECK(setting.valid.contains(*number));
    if (!*setting.label) return;
    CHECK(setting.valid.contains(setting.slider.least / setting.shown_factor));
    CHECK(setting.valid.contains(setting.slider.most / setting.shown_factor));
}

}  // namespace

TEST_CASE("the defaults and slider ranges of all settings are valid") {
    for (const Parameter& parameter : parameter_table()) check_ranges(parameter.setting, parameter.field.get({}));
    for (const LookControl& control : look_table()) check_ranges(control.setting, control.field.get({}));
}

TEST_CASE("no two settings share an option, label or key") {
    std::set<std::string> taken;
    const auto take = [&](const std::string& kind, const std::string& name) {
        if (!name.empty()) {
            CAPTURE(kind);
            CAPTURE(name);
            CHECK(taken.insert(kind + name).second);
        }
    };
    for (const Parameter& parameter : parameter_table()) {
        take("option ", parameter.setting.option);
        take("label ", parameter.setting.label);
        take("parameter ", parameter.setting.key);
    }
    for (const LookControl& control : look_table()) {
        take("option ", control.setting.option);
        take("label ", control.setting.label);
        take("look ", control.setting.key);
    }
}

TEST_CASE("changing one look setting changes no other look setting") {
    for (const LookControl& control : look_table()) {
        CAPTURE(control.setting.key);
        Look look;
        SettingValue value = control.field.get(look);
        if (auto* const on = std::get_if<bool>(&value)) *on = !*on;
        const Range& valid = control.setting.valid;
        if (auto* const number = std::get_if<double>(&value))
            *number = *number == valid.most ? valid.least : valid.most;
        if (auto* const choice = std::get_if<Choice>(&value))
            choice->index = (choice->index + 1) % choice->names.size();
        if (auto* const color = std::get_if<Rgb>(&value)) color->front() = 0.25f;
        const auto json_of = [](const Look& of) {
            return to_json(
                of, {LookSection::mode, LookSection::particles, LookSection::exposure, LookSection::tone,
                     LookSection::color, LookSection::density_limits, LookSection::contours, LookSection::stereo});
        };
        const auto before = json_of(look);
        control.field.set(look, value);
        const auto after = json_of(look);
        for (const auto& [key, json] : before.items()) CHECK((after.at(key) != json) == (key == control.setting.key));
    }
}

TEST_CASE("docs/parameters.md agrees with the tables of settings") {
    const std::filesystem::path expected = std::filesystem::temp_directory_path() / "parameters.md";
    std::ofstream{expected} << expected_page();
    CHECK_MESSAGE(content(MILKOMEDA_ROOT "/docs/parameters.md") == expected_page(),
                  "docs/parameters.md is outdated; run: cp " << expected.string() << " docs/parameters.md");
}

TEST_CASE("a stored viewpoint keeps the roll of its camera, and older files without roll can be read") {
    Viewpoint viewpoint;
    viewpoint.camera.frame = glm::mat3{glm::rotate(glm::mat4{1}, 0.8f, {0.3f, 0.1f, 0.9f})};
    nlohmann::ordered_json stored = to_json({{"mice", {{3, viewpoint}}}});
    const glm::mat3 found = viewpoints_from(stored).at("mice").at(3).camera.frame;
    for (int axis = 0; axis < 3; ++axis)
        CHECK(glm::distance(found[axis], viewpoint.camera.frame[axis]) <
              1e-6f);  // The tolerance allows rounding errors of a quaternion in single precision.
    stored["mice"]["3"].erase("frame");
    CHECK(viewpoints_from(stored).at("mice").at(3).camera.frame == glm::mat3{1});
    stored["mice"]["3"]["frame"] = {0, 0, 0, 0};
    CHECK(viewpoints_from(stored).at("mice").at(3).camera.frame == glm::mat3{1});
}

TEST_CASE("deeply nested or invalid JSON is refused with a plain message") {
    const auto nested = [](int depth) {
        std::string text;
        for (int level = 0; level < depth; ++level) text += "{\"a]}\\\"\":";
        return text + '1' + std::string(static_cast<std::size_t>(depth), '}');
    };
    CHECK_NOTHROW(parse_json(nested(64)));
    CHECK_THROWS_WITH_AS(parse_json(nested(65)), "the JSON text is nested more than 64 levels deep",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse_json(nested(300'000)), "the JSON text is nested more than 64 levels deep",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse_json(std::string(1'000'000, '[')), "the JSON text is nested more than 64 levels deep",
                         std::invalid_argument);
    try {
        parse_json("{");
        FAIL("invalid JSON was accepted");
    } catch (const std::invalid_argument& error) {
        CHECK(std::string{error.what()}.starts_with("parse error at line 1, column 2"));
    }
}

TEST_CASE("file names that are not UTF-8 do not prevent saving the settings") {
    CHECK(parse_json(json_page({{"recent", "b\xff.csv"}}))["recent"] == "b\ufffd.csv");
}
