// Requests of other programs to the window (--listen), as lines of JSON. docs/listening.md describes the requests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "data/simulation/parameters.hpp"
#include "render/camera/camera.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct Request {
    nlohmann::ordered_json id{};        // as sent by the client; null without an id
    std::string kind{};                 // "command", "set", "get", "go_to" or "screenshot"; empty for a faulty request
    nlohmann::ordered_json argument{};  // value of the field `kind`
    std::string entry{};                // entry of the command's submenu; empty: the command itself
    std::string fault{};                // why the line is not a valid request; usually empty
};

// Parses a line. An invalid line gives a request with a `fault`.
Request parse_request(const std::string& line);

// Return the reply to a request, without a line break. `frame`: number of the window's frame.
std::string result_line(const Request& request, std::size_t frame, const nlohmann::ordered_json& result);
std::string error_line(const Request& request, std::size_t frame, const std::string& error);

// Returns the argument as a text. Throws std::invalid_argument if the argument is not a text.
std::string text_argument(const Request& request);
// Returns the argument, a number in model units or a text such as "300Myr". Throws std::invalid_argument.
double time_argument(const Request& request);

// The values that a request can set.
struct SettableValues {
    SimulationParameters parameters;
    Look look;
    Camera camera;
};

// Returns `now` with the values of the object `changes`, whose keys are those of the states "parameters", "look",
// "mode", "density" and "camera". Throws std::invalid_argument for unknown keys and for invalid values.
SettableValues with_changes(SettableValues now, const nlohmann::ordered_json& changes);

// Returns the present values of all keys of `changes`, which with_changes() has accepted.
nlohmann::ordered_json values_like(const nlohmann::ordered_json& changes, const SettableValues& now);

}  // namespace milkomeda
