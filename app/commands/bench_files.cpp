#include "app/commands/bench_files.hpp"

#include <nlohmann/json.hpp>

#include "app/commands/csv_table.hpp"
#include "app/io/output_file.hpp"

namespace milkomeda {

BenchFiles::BenchFiles(const BenchCommandOptions& options) : csv_{options.csv}, plot_{options.plot} {
    if (!csv_.empty()) require_replaceable(csv_);
    if (plot_.empty()) return;
    if (plot_.extension() != ".png") throw UsageError("--plot takes a name that ends in .png");
    require_replaceable(plot_);
    gl_.emplace(options.verbose);
}

void BenchFiles::write(const nlohmann::ordered_json& rows, const std::vector<Chart>& charts) const {
    if (!csv_.empty()) write_csv(csv_, rows);
    if (gl_) draw_charts(charts, plot_);
}

}  // namespace milkomeda
