// Writes rows with equal fields as a file that spreadsheets can read.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace milkomeda {

// `rows` contains objects that have the fields of the first object; null becomes an empty cell. Throws
// std::runtime_error if the file cannot be written.
void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows);

}  // namespace milkomeda
