// Conversion between JSON and text. Only json_text.cpp compiles the JSON library's parser and writer, because both are
// large.
#pragma once

#include <exception>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace milkomeda {

// Returns the JSON as one line without a line break. Bytes that are not UTF-8 (for example in file names) are
// replaced by U+FFFD.
std::string json_line(const nlohmann::ordered_json& json);

// Returns the JSON as readable text: indented by two spaces per level, with a line break at the end.
std::string json_page(const nlohmann::ordered_json& json);

// Writes `rows`, an array of objects with equal fields, as a CSV table: a line with the names of the fields, and a line
// for each object. Null becomes an empty cell. Throws FileError if the file cannot be written.
void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows);

// Throws std::invalid_argument if the text is not valid JSON or is nested more than 64 levels deep. The JSON
// library copies and destroys values recursively, so deeper nesting could overflow the stack.
nlohmann::ordered_json parse_json(const std::string& text);

// Returns the message of a JSON error without the prefix "[json.exception.NAME.NUMBER] " of the library.
std::string json_fault(const std::exception& error);

}  // namespace milkomeda
