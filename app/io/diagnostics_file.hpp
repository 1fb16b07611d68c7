// Diagnostics of a run as a table, and as a CSV file. New versions never rename columns, and add new columns at the
// end.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

// Rows of numbers with names, from the diagnostics of a run.
class DiagnosticsTable {
  public:
    explicit DiagnosticsTable(const std::vector<Component>& components);

    const std::vector<std::string>& columns() const { return columns_; }
    // Returns the numbers of a row. The energy error is relative to the total energy of the first row. `components` are
    // the present components of the run; columns of absent components are NaN.
    std::vector<double> row(const Diagnostics& values, const std::vector<Component>& components);

  private:
    std::vector<std::string> columns_;
    std::vector<std::string> components_, perturbers_;  // names in the columns of all components, and of the perturbers
    bool has_gas_ = false;
    std::optional<double> first_energy_;
};

class DiagnosticsFile {
  public:
    // Writes the line with the names of the columns for these components. Throws std::runtime_error if the file
    // cannot be written.
    DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components);

    // Adds a row, as DiagnosticsTable::row(). Throws std::runtime_error if the disk is full or a number is not finite.
    void add(const Diagnostics& row, const std::vector<Component>& components);

  private:
    void require_finite(const Diagnostics& row) const;

    std::filesystem::path file_;
    std::ofstream stream_;
    DiagnosticsTable table_;
};

}  // namespace milkomeda
