#include "app/tools/second_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/usage_error.hpp"
#include "app/playback/snapshot_series.hpp"
#include "app/scene/device_selection.hpp"
#include "app/ui/setting_controls.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

using With = Comparison::With;

// Loads the file or scene of a comparison into the memory that the first run leaves free.
LoadedScene loaded_file(const SceneOptions& options, const LoadedScene& run, const ComputeContext& compute) {
    BodiesLimit limit = bodies_limit(compute.device);
    limit.bodies -= std::min(limit.bodies, run.initial().particles.size());
    SceneSetup setup = load_scene_setup(options, compute.assets, {}, limit);
    if (setup.mixed) throw UsageError(fmt::format("{} cannot be compared: it is a mixed box", options.source));
    return {std::move(setup), compute};
}

}  // namespace

ParameterChanges changes_between(const SimulationParameters& before, const SimulationParameters& after) {
    ParameterChanges changes;
    for (const Parameter& parameter : parameter_table())
        if (const SettingValue value = parameter.field.get(after);
            affects_steps(parameter.group) && value != parameter.field.get(before))
            changes.emplace_back(&parameter, value);
    return changes;
}

SecondRun::SecondRun(const Comparison& comparison, const LoadedScene& run, const SimulationParameters& first,
                     ComputeContext compute)
    : comparison_{comparison}, scene_{begin(run, first, compute)} {
    if (comparison.with == With::parameters) changes_ = changes_between(first, comparison.parameters);
    if (comparison.with == With::branch) begin_branch(run);
    source().transport().play(false);
    Probes* const probes = source().probes();
    has_equal_bodies_ =
        probes && run.particle_source().probes() && scene_.initial().particles.ids == run.initial().particles.ids;
    if (probes) {
        if (has_equal_bodies_) probes->prepare_distances();
        if (const SimulationParameters own = parameters(first); !source().solver_slot()->is_prepared(own))
            source().solver_slot()->prepare(own);
    }
    follow(run.particle_source().transport().time(), first);
}

LoadedScene SecondRun::begin(const LoadedScene& run, const SimulationParameters& first, ComputeContext compute) const {
    compute.solver = run.particle_source().solver();
    switch (comparison_.with) {
        case With::exact_forces:
            // If the first run uses the direct sum, the second run uses the same kernel; otherwise the solver chooses
            // the kernel.
            compute.solver = {
                .type = &solver_named("direct"), .kernel = compute.solver.kernel, .accuracy = Accuracy::exact};
            break;
        case With::parameters:
            if (changes_between(first, comparison_.parameters).empty())
                throw UsageError("the second run has the parameters of the first run: change a parameter first");
            compute.solver.accuracy = comparison_.parameters.accuracy;
            break;
        case With::branch:
            break;
        case With::file:
            return loaded_file(comparison_.file, run, compute);
    }
    return run.twin(compute);
}

// Goes to the last key frame of the branch before the present time.
void SecondRun::begin_branch(const LoadedScene& run) {
    const RunHistory* const history = run.particle_source().checkpoints().run_history();
    const std::shared_ptr<const RunHistory::Branch> branch = comparison_.branch.lock();
    // The branch must belong to the present run, because a run that was replaced meanwhile may have other bodies.
    const bool belongs =
        history && branch && std::ranges::find(history->branches(), branch) != history->branches().end();
    const DeviceSnapshot* const key =
        belongs ? key_frame_of(*branch, run.particle_source().transport().time()) : nullptr;
    if (!key)
        throw UsageError("the branch has no key frame before this time: go to a later time, or choose another run");
    log_ = history->log_of(*branch);
    source().simulation().checkpoints().restore_rows(*key);
}

SimulationParameters SecondRun::parameters(const SimulationParameters& first) const {
    SimulationParameters own = first;
    switch (comparison_.with) {
        case With::exact_forces:
            own.fraction_denominator = 1;
            own.accuracy = Accuracy::exact;
            break;
        case With::parameters:
            for (const auto& [parameter, value] : changes_) parameter->field.set(own, value);
            break;
        case With::branch: {
            // After its end, the branch continues with the parameters of its last step.
            const long step = std::min(source().frames().status().steps, log_.latest() - 1);
            const auto known = log_.settings(step, step + 1);
            if (!known.empty()) own = known.front().config.parameters;
            break;
        }
        case With::file:
            own = scene_.initial().parameters;
            break;
    }
    own.steps_per_frame = first.steps_per_frame;
    own.time_per_second = first.time_per_second;
    return own;
}

void SecondRun::follow(double time, const SimulationParameters& first) {
    if (SnapshotSeries* const series = source().series())
        return series->go_to(std::clamp(time, series->first_time(), series->last_time()));
    if (is_behind() || !source().probes()) return;
    if (source().transport().time() + 0.5 * parameters(first).timestep <= time) source().transport().step();
}

std::string SecondRun::title() const {
    if (comparison_.with == With::exact_forces) return "Exact forces";
    if (comparison_.with != With::parameters) return comparison_.name;
    std::string words;
    for (const auto& [parameter, value] : changes_)
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", parameter->setting.label,
                             text_of(parameter->setting, value));
    return words;
}

std::string SecondRun::first_title(const SimulationParameters& first) const {
    if (comparison_.with == With::exact_forces) return {};
    std::string words;
    for (const auto& [parameter, value] : changes_)
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", parameter->setting.label,
                             text_of(parameter->setting, parameter->field.get(first)));
    return words.empty() ? "This run" : words;
}

}  // namespace milkomeda
