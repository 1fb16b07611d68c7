// Sources that are text tables, and the columns that the user has assigned to tables of their layout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/io/column_memory.hpp"
#include "assets/assets.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Returns the text table that the source names, or the first table of a series. Returns an empty optional if the source
// is a scene, is missing, or has another format.
std::optional<std::filesystem::path> table_of(const std::string& source, const Assets& assets);

// Sets the stored assignment of the table's columns in `reading`, and logs it, unless `reading` already assigns
// columns.
void use_assigned_columns(const std::string& source, const Assets& assets, const ColumnMemory& memory,
                          ReadOptions& reading);

// Returns true if the source is a text table whose columns are neither assigned nor recognized.
bool has_unknown_columns(const std::string& source, const Assets& assets, const ReadOptions& reading);

}  // namespace milkomeda
