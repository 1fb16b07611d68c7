// Writes rows as a CSV file for spreadsheets.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace milkomeda {

// `rows` is an array of objects with the fields of the first object; null becomes an empty cell. Throws
// std::runtime_error if the file cannot be written.
void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows);

}  // namespace milkomeda
