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
        {Menu::camera, "rotate", "left drag"},
        {Menu::view, "next draw mode", "d, m", {}, {{U'd'}, {U'm'}}, note('m')},
        {Menu::file, "save", "Ctrl+S", {}, {{.character = U's', .control = true}}, note('s')},
        {Menu::window, "panels", "F1", {}, {{.key = 290}}, note('1')},
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

TEST_CASE("the keys 1 to 9 recall viewpoints, and with Control these keys store viewpoints") {
    const std::vector<ViewpointKey> keys =
        viewpoint_keys(typed({{U'1'}, {U'0'}, {.character = U'9', .control = true}}));
    REQUIRE(keys.size() == 2);
    CHECK(keys[0].key == 1);
    CHECK_FALSE(keys[0].keeps);
    CHECK(keys[1].key == 9);
    CHECK(keys[1].keeps);
}
