#include "app/view/trace.hpp"

#include <iostream>

namespace milkomeda {

void Trace::state(const std::string& name, const nlohmann::ordered_json& fields) {
    if (!enabled_) return;
    const auto [known, is_new] = last_.try_emplace(name, fields);
    if (!is_new && known->second == fields) return;
    known->second = fields;
    event(name, fields);
}

void Trace::event(const std::string& name, const nlohmann::ordered_json& fields) {
    if (!enabled_) return;
    nlohmann::ordered_json line{{"event", name}};
    line.update(fields);
    std::cout << line.dump() << std::endl;
}

}  // namespace milkomeda
