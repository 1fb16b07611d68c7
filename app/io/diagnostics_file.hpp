// Diagnostics as CSV. The names of columns never change; new columns are added at the end.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

// Header line with the names of the columns, and a line with the values.
std::string diagnostics_header(const std::vector<Component>& components);
std::string diagnostics_line(const Diagnostics& row, double energy_error);

class DiagnosticsFile {
  public:
    // Writes the header with columns for these components. Throws std::runtime_error if the file cannot be
    // written.
    DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components);

    // Adds a row. The energy error is relative to the total energy of the first row; `components` are the
    // present components. Throws std::runtime_error if the disk is full or a number is not finite.
    void add(const Diagnostics& row, const std::vector<Component>& components);

  private:
    void require_finite(const Diagnostics& row, double error) const;
    std::vector<LagrangianRadii> in_columns(const std::vector<LagrangianRadii>& radii,
                                            const std::vector<Component>& components) const;
    std::vector<Vector3> in_columns(const std::vector<Vector3>& perturbers,
                                    const std::vector<Component>& components) const;

    std::filesystem::path file_;
    std::ofstream stream_;
    // names of all components in columns, and of those that are perturbers
    std::vector<std::string> columns_, perturbers_;
    std::optional<double> first_energy_;
};

}  // namespace milkomeda
