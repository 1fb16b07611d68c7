// milkomeda bench matrix: measures the product of two square matrices, with a simple and a tiled kernel.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/bench_io.hpp"
#include "app/commands/commands.hpp"
#include "app/scene/device_selection.hpp"
#include "compute/examples/bench_matrix.hpp"

namespace milkomeda {

void bench_matrix(const BenchCommandOptions& options, const Assets& assets) {
    const BenchOutput output{options};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Device& device : bench_devices(options.device.names, options.full)) {
        if (!options.json)
            std::printf("%s (%s)\n%-8s %6s %10s %9s %10s\n", device.name.c_str(), device.platform.c_str(), "form",
                        "width", "ms", "GFLOP/s", "rms error");
        const bool is_cpu = device.type == "cpu";
        for (const std::size_t width : is_cpu ? std::array{256, 512} : std::array{1024, 4096})
            for (const MatrixTime& time : bench_matrix(device, assets.reader(), width)) {
                if (!options.json)
                    std::printf("%-8s %6zu %10.3f %9.4g %10.1e\n", time.form.data(), time.width, 1e3 * time.seconds,
                                1e-9 * time.operations_per_second, time.rms_error);
                rows.push_back({{"device", device.name},
                                {"form", time.form},
                                {"width", time.width},
                                {"ms", 1e3 * time.seconds},
                                {"gflop_per_s", 1e-9 * time.operations_per_second},
                                {"rms_error", time.rms_error}});
            }
    }
    output.write({{"results", rows}}, rows);
}

}  // namespace milkomeda
