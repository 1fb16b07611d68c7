// Columns of CSV files, shared by the reader and the writer.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda::csv {

// Columns from mass to vz hold numbers, the columns after vz ids and names.
enum Column : std::size_t { mass, x, y, z, vx, vy, vz, id, component, galaxy, column_count, unknown };
inline constexpr std::array<std::string_view, column_count> column_names{"mass", "x",  "y",  "z",         "vx",
                                                                         "vy",   "vz", "id", "component", "galaxy"};

}  // namespace milkomeda::csv
