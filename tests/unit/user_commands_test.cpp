// Keys must trigger the commands that the table of controls lists.
#include <doctest/doctest.h>

#include "app/ui/user_commands.hpp"

using namespace milkomeda;

namespace {

Input typed(std::vector<KeyStroke> keys) {
    Input input;
    input.keys = std::move(keys);
    return input;
}

std::string effects_of(const Input& input, bool flies) {
    std::string happened;
    const auto note = [&](char letter) { return [&happened, letter] { happened += letter; }; };
    const std::vector<UserCommand> controls{
        {{Menu::camera, 0, "rotate", "left drag"}, {}},
        {{Menu::view, 0, "next draw mode", "d, m"}, {.act = note('m')}, key_strokes("d, m")},
        {{Menu::file, 0, "save", "Ctrl+S"}, {.act = note('s')}, key_strokes("Ctrl+S")},
        {{Menu::window, 0, "panels", "F1"}, {.act = note('1')}, key_strokes("F1")},
    };
    for (const UserCommand* control : pressed(controls, input, flies)) control->act();
    return happened;
}

}  // namespace

TEST_CASE("commands are executed in the order in which their keys were pressed") {
    CHECK(effects_of(typed({{U'm'}, {.key = 290}, {U'd'}}), false) == "m1m");
    CHECK(effects_of(typed({}), false).empty());
}

TEST_CASE("a key with Control and the key without Control trigger different commands") {
    CHECK(effects_of(typed({{U's'}}), false).empty());
    CHECK(effects_of(typed({{.character = U's', .control = true}}), false) == "s");
    CHECK(effects_of(typed({{.character = U'd', .control = true}}), false).empty());
}

TEST_CASE("the key `d` moves the camera in flight mode instead of triggering its command") {
    CHECK(effects_of(typed({{U'd'}, {U'm'}}), true) == "m");
}

TEST_CASE("the name of a key in a menu is converted to the key stroke of this key") {
    CHECK(key_strokes(",") == std::vector<KeyStroke>{{U','}});
    CHECK(key_strokes("space") == std::vector<KeyStroke>{{U' '}});
    CHECK(key_strokes("F10, F9") == std::vector<KeyStroke>{{.key = 299}, {.key = 298}});
    CHECK(key_strokes("Delete") == std::vector<KeyStroke>{{.key = 261}});
    CHECK(key_strokes("Ctrl+Shift+Z") == std::vector<KeyStroke>{{.character = U'z', .control = true, .shift = true}});
    CHECK(key_strokes("").empty());
}

TEST_CASE("the keys 1 to 9 recall viewpoints, and with Control these keys store viewpoints") {
    const std::vector<ViewpointKey> keys =
        viewpoint_keys(typed({{U'1'}, {U'0'}, {.character = U'9', .control = true}}));
    REQUIRE(keys.size() == 2);
    CHECK(keys[0].key == 1);
    CHECK_FALSE(keys[0].keeps);
    CHECK(keys[1].key == 9);
    CHECK(keys[1].keeps);
}
