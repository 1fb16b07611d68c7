// Input and output of the benches: the bodies to measure, JSON, a CSV table, and a picture with charts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options.hpp"
#include "app/commands/chart.hpp"
#include "app/scene/scene_setup.hpp"
#include "render/gl/headless_context.hpp"

namespace milkomeda {

// Returns the largest number of bodies that fits into the memory of `devices` if the devices divide the force
// computation among themselves. Without devices, only the memory of the host limits the number.
BodiesLimit limit_of(std::span<const Device> devices);

// Loads `bodies` bodies from the scene or file that the options name. Throws if the devices cannot hold the bodies.
SceneSetup load_bodies(const BenchCommandOptions& options, const Assets& assets, std::span<const Device> devices,
                       std::size_t bodies);

class BenchOutput {
  public:
    // Checks before the bench begins that the requested files can be written. Throws UsageError or std::runtime_error
    // if a file cannot be written, or if charts are requested and OpenGL is missing.
    explicit BenchOutput(const BenchCommandOptions& options);

    // Prints `json` to standard output if the command line has --json. Writes the requested files: the charts as a
    // picture, and `rows`, an array of objects with equal fields, as a CSV table. Null becomes an empty cell.
    void write(const nlohmann::ordered_json& json, const nlohmann::ordered_json& rows,
               const std::vector<Chart>& charts = {}) const;

  private:
    bool json_;
    std::filesystem::path csv_, plot_;
    std::optional<HeadlessContext> gl_;
};

// A measurement that a bench omitted.
struct OmittedMeasurement {
    std::string_view name;
    std::string reason;  // the reason, with the punctuation before it, such as ": too slow"
};
// Returns a list such as "naive, tiled: too slow; vector: too large". Adjacent names with equal reasons share an entry.
std::string to_text(const std::vector<OmittedMeasurement>& omitted);

}  // namespace milkomeda
