#include <nlohmann/json.hpp>

#include "app/commands/bench_output.hpp"

namespace milkomeda {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json to_json(const std::string& device, const BenchResult& result) {
    const KernelSettings& s = result.kernel.settings;
    const double gpairs = result.pairs_per_second * 1e-9;
    const std::optional<BenchErrors>& errors = result.errors;
    return {{"device", device},
            {"kernel", result.kernel.variant->name},
            {"bodies", result.bodies},
            {"fraction", 1.0 / result.fraction_denominator},
            {"work_group", s.work_group},
            {"per_item", s.per_item},
            {"split", s.split},
            {"ms_per_step", result.seconds * 1e3},
            {"gpairs_per_s", gpairs},
            {"of_ceiling", result.of_ceiling},
            {"rms_error", errors ? Json(errors->rms) : Json()},
            {"max_error", errors ? Json(errors->max) : Json()},
            {"unroll", s.unroll},
            {"width", s.width},
            {"form", name_of(result.computed_by->form)},
            {"best", result.best},
            {"chosen", result.chosen},
            {"gflop_per_s", gpairs * flop_per_pair},
            {"steps_per_s", 1 / result.seconds},
            {"times_tiled", to_json(result.times_tiled)},
            {"of_handwritten", to_json(result.of_baseline)},
            {"part", result.part},
            {"computed_by", result.computed_by->name},
            {"times_first", to_json(result.times_first)}};
}

Json to_json(const std::string& device, const BenchBaseline& baseline) {
    return {{"device", device},
            {"name", name_of(baseline)},
            {"form", name_of(baseline.form)},
            {"bodies", baseline.bodies},
            {"ms_per_step", baseline.seconds * 1e3},
            {"gpairs_per_s", baseline.pairs_per_second * 1e-9},
            {"rms_error", baseline.errors.rms},
            {"max_error", baseline.errors.max},
            {"instructions", baseline.instructions},
            {"part", baseline.part}};
}

}  // namespace

const char* name_of(KernelForm form) { return form == KernelForm::symmetric ? "symmetric" : "one-sided"; }

const char* name_of(const BenchBaseline& baseline) {
    return baseline.form == KernelForm::symmetric ? "handwritten-symmetric" : "handwritten";
}

nlohmann::ordered_json to_json(const std::vector<Measured>& all) {
    Json results = Json::array(), ceilings = Json::array(), baselines = Json::array(), phases = Json::array();
    for (const auto& [device, platform, is_cpu, report] : all) {
        for (const BenchResult& result : report.results) results.push_back(to_json(device, result));
        for (const BenchCeiling& ceiling : report.ceilings)
            ceilings.push_back({{"device", device},
                                {"gpairs_per_s", ceiling.pairs_per_second * 1e-9},
                                {"form", name_of(ceiling.form)},
                                {"holds", ceiling.holds}});
        for (const BenchBaseline& baseline : report.baselines) baselines.push_back(to_json(device, baseline));
        for (const BenchPhases& phase : report.phases)
            phases.push_back({{"device", device},
                              {"bodies", phase.bodies},
                              {"moves_ms", phase.moves * 1e3},
                              {"read_ms", phase.read * 1e3}});
    }
    return {{"results", results}, {"ceilings", ceilings}, {"yardsticks", baselines}, {"phases", phases}};
}

}  // namespace milkomeda
