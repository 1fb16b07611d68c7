// JSON as text, and back. The library's parser and writer are large: they are compiled here alone.
#pragma once

#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace milkomeda {

// Without a line's end. What is no UTF-8 (a name out of somebody's file) is replaced by U+FFFD.
std::string json_line(const nlohmann::ordered_json& json);

// For files that people read: two blanks for a level, and a line's end.
std::string json_page(const nlohmann::ordered_json& json);

// Throws std::invalid_argument for text that is no JSON, and for text that is nested so deep that only
// somebody who means harm writes it: the library copies and destroys values by recursion.
nlohmann::ordered_json parse_json(const std::string& text);

// What is wrong with JSON, or with a value of it, without the library's number of the error.
std::string json_fault(const std::exception& error);

}  // namespace milkomeda
