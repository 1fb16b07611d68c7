// The files that a bench writes: a table and charts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "app/cli/options.hpp"
#include "app/commands/chart.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {

class BenchFiles {
  public:
    // Checks that the files can be written, before the bench begins. Throws UsageError or std::runtime_error
    // if a file cannot be written, or if charts need OpenGL and there is no OpenGL.
    explicit BenchFiles(const BenchCommandOptions& options);

    // Writes the files that the command line asks for. `rows` has the form that write_csv() takes.
    void write(const nlohmann::ordered_json& rows, const std::vector<Chart>& charts) const;

  private:
    std::filesystem::path csv_, plot_;
    std::optional<HeadlessContext> gl_;
};

}  // namespace milkomeda
