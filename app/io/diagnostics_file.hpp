// Diagnostics of a run as a CSV table. New versions never rename columns, and add new columns at the end.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

class DiagnosticsFile {
  public:
    // Writes the line with the names of the columns for these components. Throws std::runtime_error if the file
    // cannot be written.
    DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components);

    // Adds a row. The energy error is relative to the total energy of the first row. `components` are the present
    // components of the run. Throws std::runtime_error if the disk is full or a number is not finite.
    void add(const Diagnostics& row, const std::vector<Component>& components);

  private:
    void require_finite(const Diagnostics& row, double error) const;

    std::filesystem::path file_;
    std::ofstream stream_;
    std::vector<std::string> columns_, perturbers_;  // column names of all components, and of the perturbers
    bool has_gas_ = false;
    std::optional<double> first_energy_;
};

}  // namespace milkomeda
