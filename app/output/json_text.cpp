#include "app/output/json_text.hpp"

#include <nlohmann/json.hpp>

namespace milkomeda {

using Json = nlohmann::ordered_json;

std::string json_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_page(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json parse_json(const std::string& text) {
    return Json::parse(text);
}

}  // namespace milkomeda
