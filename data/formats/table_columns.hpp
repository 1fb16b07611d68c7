// Columns of text tables: the meaning of their names, units and positions, and the assignment by option --columns.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"
#include "data/particles/particle_file.hpp"

namespace milkomeda {

// Roles from mass to vz are numbers; the roles after vz are ids and names. A type is a number or name of a component.
enum class ColumnRole : std::size_t { mass, x, y, z, vx, vy, vz, id, component, galaxy, type };
template <>
inline constexpr std::array<std::string_view, 11> names<ColumnRole>{"mass", "x",  "y",         "z",      "vx",  "vy",
                                                                    "vz",   "id", "component", "galaxy", "type"};
constexpr bool is_position(ColumnRole role) { return role >= ColumnRole::x && role <= ColumnRole::z; }
constexpr bool is_velocity(ColumnRole role) { return role >= ColumnRole::vx && role <= ColumnRole::vz; }
constexpr bool is_quantity(ColumnRole role) { return role <= ColumnRole::vz; }

struct TableColumn {
    std::string name;                  // name as in the file, without quotes; may be empty
    std::string unit;                  // unit as in the file; empty if the file states no unit
    std::optional<ColumnRole> role{};  // empty if the program does not use the column
    double factor = 1;                 // factor that converts numbers of the column to model units
    bool has_chosen_unit = false;      // true if option --columns states the unit
};
using TableColumns = std::vector<TableColumn>;

struct ColumnError : std::invalid_argument {
    ColumnError(std::size_t where, const std::string& why) : std::invalid_argument(why), column(where) {}
    std::size_t column;  // number of the faulty column, counted from 0
};

// Returns the column with this role, or nullptr.
const TableColumn* column_with(const TableColumns& columns, ColumnRole role);

// Returns the role that a name such as "x", "Pos_X [kpc]" or "vx_km_s" states, or an empty optional.
std::optional<ColumnRole> role_of(std::string_view name);
// Returns the factor that converts a unit such as "kpc", "km s-1" or "1e10 Msun" to model units; 1 for a unit such as
// "code_length". Returns an empty optional if the unit is unknown or does not fit the role.
std::optional<double> unit_factor(std::string_view unit, ColumnRole role);

// Returns the units of a quantity that a dialog offers.
std::span<const std::string_view> usual_units(ColumnRole role);

// Assigns roles and units by the names of the columns. If the names of several columns state the same role, the column
// whose name is first in the lists of table_columns.cpp gets the role. Throws ColumnError if two of these columns have
// the same name.
void assign_by_name(TableColumns& columns);
// Assigns roles to the columns from index `first` on. The roles depend on the number of these columns: 6: x y z vx vy
// vz; 7: mass x y z vx vy vz; 8: id mass x y z vx vy vz, if the first of them contains integers. Returns the text of
// the assignment, or an empty text if there is no rule for this count.
std::string assign_by_position(TableColumns& columns, std::size_t first, bool begins_with_integers);

// Assignment of a role to a column. `column` is the number (counted from 0) or the name of the column, followed by a
// unit in brackets if the user chose a unit. If `column` is empty, no column has the role.
struct RoleChoice {
    ColumnRole role;
    std::string column;
};
// Parses the value of --columns, such as m=3,x="Pos X"[kpc],galaxy=none. Throws std::invalid_argument.
std::vector<RoleChoice> parse_column_choices(std::string_view text);
// Assigns roles and units by the value of --columns. Throws std::invalid_argument if the table lacks one of the
// columns.
void assign_by_choice(TableColumns& columns, std::string_view text);

// Finds the factors of the columns with roles: from ReadOptions::units, or from the units of the columns. Throws
// ColumnError if a unit is unknown.
void assign_units(TableColumns& columns, const ReadOptions& options);

// Returns the numbers and names of the columns for a message: "0 'x', 1 'y'". For columns without names, the message
// contains the fields of the first row.
std::string list_of_columns(const TableColumns& columns, const std::vector<std::string>& first_row);

}  // namespace milkomeda
