#include "data/formats/column_assignment.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {

ColumnAssignment::ColumnAssignment(std::filesystem::path file, const ReadOptions& options)
    : file_{std::move(file)}, options_{options} {
    ReadOptions automatic = options;
    automatic.units = UnitChoice::automatic;
    automatic.columns.clear();
    automatic_ = preview_of_table(file_, automatic);
    reason_ = automatic_.reason;
    columns_ = columns_of(automatic_.layout);
    if (!options.columns.empty()) {
        const TablePreview chosen = preview_of_table(file_, options);
        columns_ = columns_of(chosen.layout);
        if (!chosen.reason.empty()) reason_ = chosen.reason;
    }
    fault_ = find_fault();
}

std::vector<ColumnAssignment::Column> ColumnAssignment::columns_of(const TableLayout& layout) {
    std::vector<Column> columns;
    for (const TableColumn& column : layout.columns)
        columns.push_back({column.role, column.has_chosen_unit ? column.unit : ""});
    return columns;
}

void ColumnAssignment::set_role(std::size_t column, std::optional<ColumnRole> role) {
    if (role)
        for (Column& other : columns_)
            if (other.role == role) other = {};
    columns_[column] = {role, ""};
    fault_ = find_fault();
}

void ColumnAssignment::set_unit(std::size_t column, const std::string& unit) {
    columns_[column].unit = unit;
    fault_ = find_fault();
}

std::string ColumnAssignment::text() const {
    const TableLayout& layout = automatic_.layout;
    if (automatic_.reason.empty() && columns_ == columns_of(layout)) return "";
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names<ColumnRole>.size(); ++i) {
        const auto role = static_cast<ColumnRole>(i);
        const auto found = std::ranges::find(columns_, role, &Column::role);
        const std::string name = role == ColumnRole::mass ? "m" : std::string(name_of(role));
        if (found != columns_.end())
            parts.push_back(fmt::format("{}={}{}", name, found - columns_.begin(),
                                        found->unit.empty() ? "" : "[" + found->unit + "]"));
        else if (layout.has_names && column_with(layout.columns, role))  // otherwise a column's name assigns the role
            parts.push_back(name + "=none");
    }
    return join(parts, {}, ",");
}

// Returns the names of the roles that no column has, such as "x, y and z".
std::string ColumnAssignment::missing(std::initializer_list<ColumnRole> roles) const {
    std::vector<std::string_view> absent;
    for (const ColumnRole role : roles)
        if (std::ranges::find(columns_, role, &Column::role) == columns_.end()) absent.push_back(name_of(role));
    if (absent.size() < 2) return join(absent);
    const std::string_view last = absent.back();
    absent.pop_back();
    return fmt::format("{} and {}", join(absent), last);
}

std::string ColumnAssignment::find_fault() const try {
    using enum ColumnRole;
    if (const std::string absent = missing({x, y, z}); !absent.empty()) return "Assign " + absent;
    if (std::string wrong = find_wrong_field(); !wrong.empty()) return wrong;
    ReadOptions chosen = options_;
    chosen.columns = text();
    return preview_of_table(file_, chosen).reason;
} catch (const FileError& error) {  // the file was changed or removed while the dialog is open
    return error.what();
}

// Returns a message about the first invalid field in the preview: a negative mass, or a quantity or id that is not a
// number. Empty if there is no such field.
std::string ColumnAssignment::find_wrong_field() const {
    for (const auto& row : automatic_.rows)
        for (std::size_t i = 0; i < std::min(row.size(), columns_.size()); ++i) {
            const auto role = columns_[i].role;
            if (!role || *role > ColumnRole::id) continue;
            const bool is_negative = *role == ColumnRole::mass && row[i].starts_with('-');
            if (is_negative || !is_number(row[i], automatic_.layout.decimal))
                return fmt::format("Choose another column for {}: {} in column {} is {}", name_of(*role),
                                   milkomeda::quoted(row[i]), i, is_negative ? "negative" : "not a number");
        }
    return "";
}

std::string ColumnAssignment::remark() const {
    using enum ColumnRole;
    std::vector<std::string> remarks;
    if (!missing({mass}).empty()) remarks.emplace_back("without masses, all bodies have equal masses");
    if (const std::string absent = missing({vx, vy, vz}); !absent.empty())
        remarks.push_back("without " + absent + ", these velocities are 0");
    std::string line = join(remarks, {}, "; ");
    if (!line.empty()) line.front() = 'W';
    return line;
}

}  // namespace milkomeda
