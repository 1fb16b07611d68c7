// Columns of CSV files, for the reader and the writer.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda::csv {

// mass to vz are numbers.
enum Column : std::size_t { mass, x, y, z, vx, vy, vz, id, component, galaxy, column_count, unknown };
inline constexpr std::array<std::string_view, column_count> column_names{
    "mass", "x", "y", "z", "vx", "vy", "vz", "id", "component", "galaxy"};

}  // namespace milkomeda::csv
