// The columns of CSV files, for reading and writing.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda::csv {

// The first seven are numbers.
enum Column : std::size_t { mass, x, y, z, vx, vy, vz, id, component, galaxy, column_count, unknown };
inline constexpr std::array<std::string_view, column_count> column_names{
    "mass", "x", "y", "z", "vx", "vy", "vz", "id", "component", "galaxy"};

}  // namespace milkomeda::csv
