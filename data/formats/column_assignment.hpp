// Assignment of roles and units to the columns of a text table, which the user edits in a dialog. text() converts the
// assignment to the value of option --columns.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/table_layout.hpp"

namespace milkomeda {

class ColumnAssignment {
  public:
    // Starts with the assignment in `options.columns`, or if it is empty, with the assignment that the program
    // recognizes. Throws FileError if the file is not a text table.
    ColumnAssignment(std::filesystem::path file, const ReadOptions& options);

    const std::filesystem::path& file() const { return file_; }
    const TableLayout& layout() const { return automatic_.layout; }
    const std::vector<std::vector<std::string>>& rows() const { return automatic_.rows; }
    // Returns the reason why the columns were not recognized, as the end of a sentence; empty if they were recognized.
    const std::string& reason() const { return reason_; }

    std::optional<ColumnRole> role(std::size_t column) const { return columns_[column].role; }
    // Returns the unit that the user chose. Empty if the column has the unit that the file states, or model units.
    const std::string& unit(std::size_t column) const { return columns_[column].unit; }
    // Assigns a role to the column and removes the role from any other column. Resets the unit to that of the file.
    void set_role(std::size_t column, std::optional<ColumnRole> role);
    void set_unit(std::size_t column, const std::string& unit);

    // Returns the assignment as a value of option --columns. Empty if it equals the assignment that the program
    // recognizes.
    std::string text() const;
    // Returns what the user must change before the file can be read, such as "Assign x, y and z"; empty if nothing.
    const std::string& fault() const { return fault_; }
    // Returns a message about masses and velocities without a column; empty if all have columns.
    std::string remark() const;

  private:
    struct Column {
        std::optional<ColumnRole> role{};
        std::string unit{};
        bool operator==(const Column&) const = default;
    };

    static std::vector<Column> columns_of(const TableLayout& layout);
    std::string missing(std::initializer_list<ColumnRole> roles) const;
    std::string find_fault() const;
    std::string find_wrong_field() const;

    std::filesystem::path file_;
    ReadOptions options_;
    TablePreview automatic_;  // layout without the user's assignment
    std::string reason_, fault_;
    std::vector<Column> columns_;
};

}  // namespace milkomeda
