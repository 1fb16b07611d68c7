// Files that a bench writes on request: a CSV table and a picture with charts.
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
    // Checks before the bench begins that the files can be written. Throws UsageError or std::runtime_error
    // if a file cannot be written, or if charts are requested and OpenGL is missing.
    explicit BenchFiles(const BenchCommandOptions& options);

    // Writes the files that the command line requests. `rows` is an array of objects as write_csv() expects.
    void write(const nlohmann::ordered_json& rows, const std::vector<Chart>& charts) const;

  private:
    std::filesystem::path csv_, plot_;
    std::optional<HeadlessContext> gl_;
};

}  // namespace milkomeda
