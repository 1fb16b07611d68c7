// Diagnostics as CSV: a contract, columns are added and never renamed.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "compute/simulation/diagnostics.hpp"

namespace milkomeda {

// The names of the columns, and a row.
std::string diagnostics_header(const std::vector<Component>& components);
std::string diagnostics_line(const Diagnostics& row, double energy_error);

class DiagnosticsFile {
  public:
    // With columns for these components. Throws std::runtime_error when the file cannot be written.
    DiagnosticsFile(const std::filesystem::path& file, const std::vector<Component>& components);

    // energy_error is relative to the first row's total energy; `components` are those that there are now.
    // Throws when the disk is full.
    void add(const Diagnostics& row, const std::vector<Component>& components);

  private:
    void require_finite(const Diagnostics& row, double error) const;
    std::vector<LagrangianRadii> in_columns(const std::vector<LagrangianRadii>& radii,
                                            const std::vector<Component>& components) const;
    std::vector<Vector3> in_columns(const std::vector<Vector3>& perturbers,
                                    const std::vector<Component>& components) const;

    std::filesystem::path file_;
    std::ofstream stream_;
    std::vector<std::string> columns_, perturbers_;  // of the components, and of these among them
    std::optional<double> first_energy_;
};

}  // namespace milkomeda
