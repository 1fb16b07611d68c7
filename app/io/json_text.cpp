#include "app/io/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "data/files/binary_file.hpp"

namespace milkomeda {

using Json = nlohmann::ordered_json;

namespace {

// Returns the depth of the most deeply nested brackets and braces in the text.
int depth_of(const std::string& text) {
    int depth = 0, deepest = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') is_quoted = !is_quoted;
        if (is_quoted && c == '\\') ++i;
        if (is_quoted) continue;
        if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
        if (c == ']' || c == '}') --depth;
    }
    return deepest;
}

}  // namespace

std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void write_csv(const std::filesystem::path& path, const Json& rows) {
    std::string text;
    const auto append = [&text](const std::string& cell, bool is_first) { text += (is_first ? "\n" : ",") + cell; };
    for (auto cell = rows.at(0).begin(); cell != rows.at(0).end(); ++cell)
        append(cell.key(), cell == rows.at(0).begin());
    for (const auto& row : rows)
        for (auto cell = row.begin(); cell != row.end(); ++cell)
            append(cell->is_null() ? "" : json_line(*cell), cell == row.begin());
    BinaryWriter file{path};
    file.text(text.substr(1) + '\n');
    file.commit();
}

std::string json_page(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }

Json parse_json(const std::string& text) try {
    constexpr int deepest = 64;
    if (depth_of(text) > deepest) throw std::invalid_argument("the JSON text is nested more than 64 levels deep");
    return Json::parse(text);
} catch (const Json::exception& error) {
    throw std::invalid_argument(json_fault(error));
}

std::string json_fault(const std::exception& error) {
    const std::string what = error.what();
    const bool has_number = what.starts_with("[json.exception.") && what.find("] ") != what.npos;
    return has_number ? what.substr(what.find("] ") + 2) : what;
}

}  // namespace milkomeda
