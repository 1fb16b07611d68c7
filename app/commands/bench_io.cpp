#include "app/commands/bench_io.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/usage_error.hpp"
#include "app/io/json_text.hpp"
#include "app/io/output_file.hpp"
#include "app/scene/device_selection.hpp"

namespace milkomeda {
BodiesLimit limit_of(std::span<const Device> devices) {
    DeviceContext context;
    if (!devices.empty()) {
        context.device = devices.front();
        context.secondary.assign(devices.begin() + 1, devices.end());
    }
    return bodies_limit(context);
}

SceneSetup load_bodies(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices,
                       std::size_t bodies) {
    SceneOptions scene = options.scene;
    scene.selection.bodies = bodies;
    return load_scene_setup(scene, assets, {}, limit_of(devices));
}

BenchOutput::BenchOutput(const BenchCommandOptions& options)
    : json_{options.json}, csv_{options.csv}, plot_{options.plot} {
    if (!csv_.empty()) require_replaceable(csv_);
    if (plot_.empty()) return;
    if (plot_.extension() != ".png") throw UsageError("--plot takes a name that ends in .png");
    require_replaceable(plot_);
    gl_.emplace(options.verbose);
}

void BenchOutput::write(const nlohmann::ordered_json& json, const nlohmann::ordered_json& rows,
                        const std::vector<Chart>& charts) const {
    if (json_) std::cout << json_line(json) << '\n';
    if (!csv_.empty()) write_csv(csv_, rows);
    if (gl_) draw_charts(charts, plot_);
}

std::string to_text(const std::vector<OmittedMeasurement>& omitted) {
    std::string text;
    for (std::size_t i = 0; i < omitted.size(); ++i) {
        const bool is_last = i + 1 == omitted.size();
        text.append(omitted[i].name);
        text +=
            !is_last && omitted[i + 1].reason == omitted[i].reason ? ", " : omitted[i].reason + (is_last ? "" : "; ");
    }
    return text;
}

}  // namespace milkomeda
