// Requests of other programs (--listen) are lines of JSON. Invalid requests change nothing and give one clear line.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "app/shell/request.hpp"
#include "data/simulation/parameter_table.hpp"
#include "render/look/look_table.hpp"

using namespace milkomeda;
using Json = nlohmann::ordered_json;

namespace {

std::string fault_of(const std::string& line) { return parse_request(line).fault; }

std::string fault_of_changes(const Json& changes) try {
    with_changes({}, changes);
    return "";
} catch (const std::invalid_argument& error) {
    return error.what();
}

}  // namespace

TEST_CASE("a request has one action and an optional id, which the reply repeats") {
    const Request request = parse_request(R"({"id": "a7", "command": "Draw mode", "entry": "Stars"})");
    CHECK(request.fault.empty());
    CHECK(request.kind == "command");
    CHECK(request.entry == "Stars");
    CHECK(text_argument(request) == "Draw mode");
    CHECK(result_line(request, 12, {{"notice", "on"}}) == R"({"id":"a7","frame":12,"result":{"notice":"on"}})");
    CHECK(error_line(request, 12, "two\nlines") == R"({"id":"a7","frame":12,"error":"two\\nlines"})");
    CHECK(parse_request(R"({"get": "camera"})").id.is_null());
}

TEST_CASE("an invalid line gives a message of one line") {
    CHECK(fault_of("") != "");
    CHECK(fault_of("garbage\x01\xff") != "");
    CHECK(fault_of("garbage\x01\xff").find('\x01') == std::string::npos);
    CHECK(fault_of("[1]") == "a request must be a JSON object");
    CHECK(fault_of("{}") == "the request contains no action; the actions are command, set, get, go_to, screenshot");
    CHECK(fault_of(R"({"id": {}, "get": "camera"})") == "the id must be a number or a text");
    CHECK(fault_of(R"({"get": "camera", "set": {}})") == "a request has one of get and set");
    CHECK(fault_of(R"({"scrennshot": "a.png"})") == "unknown field 'scrennshot'; did you mean screenshot?");
    CHECK(fault_of(R"({"set": 3})") == "the value of set must be a JSON object");
    CHECK(fault_of(R"({"get": "camera", "entry": "x"})") == "the field entry belongs to a command and must be a text");
    CHECK(fault_of(std::string(60000, '[')).find("64 levels") != std::string::npos);
    CHECK(parse_request(R"({"id": 5, "get": "camera", "gett": 1})").id == 5);
}

TEST_CASE("an argument of a wrong type is refused") {
    CHECK_THROWS_AS(text_argument(parse_request(R"({"get": 3})")), std::invalid_argument);
    CHECK_THROWS_AS(time_argument(parse_request(R"({"go_to": [1]})")), std::invalid_argument);
    CHECK_THROWS_AS(time_argument(parse_request(R"({"go_to": "soon"})")), std::invalid_argument);
    CHECK(time_argument(parse_request(R"({"go_to": 17.5})")) == 17.5);
    CHECK(time_argument(parse_request(R"({"go_to": "177.8Myr"})")) ==
          doctest::Approx(10).epsilon(1e-3));  // rounded unit
}

TEST_CASE("requests set parameters, look and camera by the keys of the trace") {
    const Json changes = {{"softening", "200pc"},
                          {"fraction", 0.5},
                          {"steps_per_frame", "auto"},
                          {"mode", "stars"},
                          {"bloom", 0.25},
                          {"automatic_exposure", false},
                          {"dt", 0.02},
                          {"sprite_color", {1, 0, 0.5}},
                          {"camera", {{"yaw", 1.5}, {"distance", 20}, {"target", {1, 2, 3}}}}};
    const SettableValues values = with_changes({}, changes);
    CHECK(values.parameters.softening == doctest::Approx(0.05));
    CHECK(values.parameters.fraction_denominator == 2);
    CHECK(values.parameters.timestep == 0.02);
    CHECK(values.look.mode == DrawMode::stars);
    CHECK(values.look.tone_mapping.bloom == 0.25f);
    CHECK_FALSE(values.look.tone_mapping.automatic_exposure);
    CHECK(values.look.sprite_color == glm::vec3{1, 0, 0.5f});
    CHECK(values.camera.yaw == 1.5f);
    CHECK(values.camera.distance == 20);
    CHECK(values.camera.target == glm::vec3{1, 2, 3});
    CHECK(values.camera.fov_radians == Camera{}.fov_radians);
    const Json now = values_like(changes, values);
    CHECK(now.size() == changes.size());
    CHECK(now["fraction"] == 0.5);
    CHECK(now["mode"] == "stars");
}

TEST_CASE("requests cannot set unknown keys, wrong types and numbers out of range") {
    CHECK(fault_of_changes({{"softenin", 1}}) == "softenin: there is no such setting; did you mean softening?");
    CHECK(fault_of_changes({{"softening", 1e9}}) == "softening is 1e+09; it must lie between 0 and 10");
    CHECK(fault_of_changes({{"softening", {{"x", 1}}}}) ==
          "softening: the value must be a number, a text, true, false, or a list of numbers");
    CHECK(fault_of_changes({{"bloom", 2}}) == "bloom: '2' does not lie between 0 and 1");
    CHECK(fault_of_changes({{"mode", "strs"}}).starts_with("mode: 'strs' is not one of point"));
    CHECK(fault_of_changes({{"automatic_exposure", 1}}) == "automatic_exposure: '1' is not true or false");
    CHECK(fault_of_changes({{"sprite_color", {1, 2, 3}}}) == "sprite_color: '1,2,3' has a number outside of 0 to 1");
    CHECK(fault_of_changes({{"low", 10}, {"high", 1}}) == "high must exceed low by at least 0.1 %");
    CHECK(fault_of_changes({{"camera", 1}}).starts_with("camera: the value must be an object"));
    CHECK(fault_of_changes({{"camera", {{"roll", 1}}}}).starts_with("camera: there is no field 'roll'"));
    CHECK(fault_of_changes({{"camera", {{"yaw", "left"}}}}).starts_with("camera: "));
    CHECK(fault_of_changes({{"camera", {{"target", {1, 2}}}}}).starts_with("camera: "));
    CHECK(fault_of_changes({{"camera", {{"yaw", 1e300}}}}).starts_with("camera: "));
    CHECK(fault_of_changes({{"camera", {{"distance", 1e30}}}}).starts_with("camera: distance 1e+30 is out of range"));
    CHECK(fault_of_changes({{"camera", {{"fov", -1}}}}).starts_with("camera: fov -1 is out of range"));
}

TEST_CASE("the keys that requests set are unique") {
    std::set<std::string> keys{"camera"};
    for (const Parameter& row : parameter_table()) CHECK(keys.insert(row.setting.key).second);
    for (const LookControl& row : look_table()) CHECK(keys.insert(row.setting.key).second);
}
