// Rows of equal fields as a file that spreadsheets read.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace milkomeda {

// `rows`: objects, all with the fields of the first; null is empty. Throws std::runtime_error when the file
// cannot be written.
void write_csv(const std::filesystem::path& path, const nlohmann::ordered_json& rows);

}  // namespace milkomeda
