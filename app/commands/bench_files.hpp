// The files that a bench writes beside what it prints: a table and charts.
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
    // Before the work: throws UsageError or std::runtime_error for what could not be written after it, and
    // where charts are asked for and there is no OpenGL.
    explicit BenchFiles(const BenchCommandOptions& options);

    // Those that are asked for, with rows as write_csv() takes them.
    void write(const nlohmann::ordered_json& rows, const std::vector<Chart>& charts) const;

  private:
    std::filesystem::path csv_, plot_;
    std::optional<HeadlessContext> gl_;
};

}  // namespace milkomeda
