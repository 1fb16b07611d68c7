#include "app/shell/trace.hpp"

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "app/io/json_text.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

void print(const std::string& name, const Json& fields) {
    Json line{{"event", name}};
    line.update(fields);
    std::cout << json_line(line) << std::endl;
}

}  // namespace

struct Trace::Printed {
    std::map<std::string, Json> states;
};

Trace::Trace(bool enabled) : enabled_{enabled}, printed_{std::make_unique<Printed>()} {}

Trace::~Trace() = default;

void Trace::state(const std::string& name, const Json& fields) {
    if (!enabled_) return;
    const auto [known, is_new] = printed_->states.try_emplace(name, fields);
    if (!is_new && known->second == fields) return;
    known->second = fields;
    print(name, fields);
}

void Trace::event(const std::string& name, std::initializer_list<TraceField> fields) {
    if (!enabled_) return;
    Json json = Json::object();
    for (const TraceField& field : fields)
        std::visit([&](const auto& value) { json[field.name] = value; }, field.value);
    print(name, json);
}

}  // namespace milkomeda
