// JSON as text, and back. The library's parser and writer are large: they are compiled here alone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace milkomeda {

// Without a line's end. What is no UTF-8 (a name out of somebody's file) is replaced by U+FFFD.
std::string json_line(const nlohmann::ordered_json& json);

// For files that people read: two blanks for a level, and a line's end.
std::string json_page(const nlohmann::ordered_json& json);

// Throws nlohmann::json::exception for text that is no JSON.
nlohmann::ordered_json parse_json(const std::string& text);

}  // namespace milkomeda
