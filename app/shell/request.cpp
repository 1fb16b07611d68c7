#include "app/shell/request.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/cli/setting_values.hpp"
#include "app/cli/values.hpp"
#include "app/io/json_text.hpp"
#include "app/scene/setting_json.hpp"
#include "data/text/did_you_mean.hpp"
#include "data/text/one_line.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> request_kinds{"command", "set", "get", "go_to", "screenshot"};

// Returns the value of a setting as on the command line, such as "0.1", "200pc", "true" or "1,0.5,0".
std::string setting_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number() || value.is_boolean()) return json_line(value);
    const auto is_number = [](const Json& part) { return part.is_number(); };
    if (!value.is_array() || !std::ranges::all_of(value, is_number))
        throw std::invalid_argument("the value must be a number, a text, true, false, or a list of numbers");
    return join(value, json_line, ",");
}

// Calls read(row, owner) for the row with this key. Returns false if the table has no row with this key.
template <typename Row, typename Owner, typename Read>
bool with_row(std::span<const Row> table, const std::string& key, Owner& owner, Read read) {
    const auto row = std::ranges::find(table, key, [](const Row& candidate) { return candidate.setting.key; });
    if (row == table.end()) return false;
    read(*row, owner);
    return true;
}

std::vector<std::string> settable_keys() {
    std::vector<std::string> keys{"camera"};
    for (const Parameter& row : parameter_table()) keys.push_back(row.setting.key);
    for (const LookControl& row : look_table()) keys.push_back(row.setting.key);
    return keys;
}

// Returns `now` with the changed fields. Unlike files, requests may not contain numbers outside of the valid ranges.
Camera changed_camera(const Camera& now, const Json& changes) {
    constexpr std::array fields{"projection", "yaw", "pitch", "distance", "target", "fov"};
    if (!changes.is_object()) throw std::invalid_argument("the value must be an object, such as {\"distance\": 20}");
    Json json = to_json(now);
    for (const auto& [field, value] : changes.items()) {
        if (std::ranges::find(fields, field) == fields.end())
            throw std::invalid_argument(
                fmt::format("there is no field '{}': the fields are {}", one_line(field), join(fields)));
        json[field] = value;
    }
    const std::optional<Camera> camera = camera_from(json);
    if (!camera) throw std::invalid_argument(fmt::format("{} is not a possible camera", one_line(json_line(changes))));
    for (const char* const field : {"pitch", "distance", "fov"}) {
        const auto wanted = json.at(field).get<double>(), valid = to_json(*camera).at(field).get<double>();
        if (!(std::abs(wanted - valid) <= 1e-5 * std::abs(valid) + 1e-7))  // more than the rounding to float
            throw std::invalid_argument(
                fmt::format("{} {:g} is out of range: the limit is {:g}", field, wanted, valid));
    }
    return *camera;
}

void change(SettableValues& values, const std::string& key, const Json& value) try {
    if (key == "camera") {
        values.camera = changed_camera(values.camera, value);
        return;
    }
    const auto set = [&](const auto& row, auto& owner) {
        row.field.set(owner, parse_setting(row, row.field.get(owner), setting_text(value)));
    };
    if (with_row(parameter_table(), key, values.parameters, set) || with_row(look_table(), key, values.look, set))
        return;
    const std::string meant = did_you_mean(key, settable_keys());
    throw std::invalid_argument(meant.empty() ? "there is no such setting; docs/parameters.md lists the settings"
                                              : "there is no such setting" + meant);
} catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", one_line(key), error.what()));
} catch (const Json::exception& error) {
    throw std::invalid_argument(fmt::format("{}: {}", one_line(key), json_fault(error)));
}

std::string reply_line(const Request& request, std::size_t frame, const char* name, const Json& value) {
    return json_line({{"id", request.id}, {"frame", frame}, {name, value}});
}

void require_object(const Json& json, const char* what) {
    if (!json.is_object()) throw std::invalid_argument(fmt::format("{} must be a JSON object", what));
}

void parse_fields(const Json& json, Request& request) {
    require_object(json, "a request");
    if (json.contains("id")) {
        if (json["id"].is_structured()) throw std::invalid_argument("the id must be a number or a text");
        request.id = json["id"];
    }
    std::string kind;
    for (const auto& [field, value] : json.items()) {
        if (field == "id" || field == "entry") continue;
        if (std::ranges::find(request_kinds, field) == request_kinds.end())
            throw std::invalid_argument(
                fmt::format("unknown field '{}'{}", one_line(field), did_you_mean(field, request_kinds)));
        if (!kind.empty()) throw std::invalid_argument(fmt::format("a request has one of {} and {}", kind, field));
        kind = field;
    }
    if (kind.empty())
        throw std::invalid_argument("the request contains no action; the actions are " + join(request_kinds));
    request.argument = json[kind];
    if (kind == "set") require_object(request.argument, "the value of set");
    if (json.contains("entry")) {
        if (kind != "command" || !json["entry"].is_string())
            throw std::invalid_argument("the field entry belongs to a command and must be a text");
        request.entry = json["entry"].get<std::string>();
    }
    request.kind = kind;
}

}  // namespace

Request parse_request(const std::string& line) {
    Request request;
    try {
        parse_fields(parse_json(line), request);
    } catch (const std::invalid_argument& error) {
        request.fault = one_line(error.what());
    }
    return request;
}

std::string result_line(const Request& request, std::size_t frame, const Json& result) {
    return reply_line(request, frame, "result", result);
}

std::string error_line(const Request& request, std::size_t frame, const std::string& error) {
    return reply_line(request, frame, "error", one_line(error));
}

std::string text_argument(const Request& request) {
    if (!request.argument.is_string())
        throw std::invalid_argument(fmt::format("the value of {} must be a text", request.kind));
    return request.argument.get<std::string>();
}

double time_argument(const Request& request) {
    if (!request.argument.is_number() && !request.argument.is_string())
        throw std::invalid_argument(
            fmt::format("the value of {} must be a model time, such as 17 or \"300Myr\"", request.kind));
    return parse_model_time(setting_text(request.argument));
}

SettableValues with_changes(SettableValues now, const Json& changes) {
    for (const auto& [key, value] : changes.items()) change(now, key, value);
    validate(now.parameters);
    if (!(now.look.density.low * narrowest_density_limits <= now.look.density.high))
        throw std::invalid_argument("high must exceed low by at least 0.1 %");
    return now;
}

Json values_like(const Json& changes, const SettableValues& now) {
    Json all = to_json(now.parameters), result = Json::object();
    const Json look = to_json(now.look);
    for (const auto& [name, section] : look.items()) all.update(section);
    all["camera"] = to_json(now.camera);
    for (const auto& [key, value] : changes.items()) result[key] = all.at(key);
    return result;
}

}  // namespace milkomeda
