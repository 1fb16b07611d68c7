#include "app/shell/active_run.hpp"

#include <algorithm>

#include "app/scene/state_file.hpp"
#include "compute/device/opencl_error.hpp"

namespace milkomeda {

DeviceContext profiled_device(const DeviceOptions& options, const GlSide& gl) {
    DeviceContext context = find_device_context(options, gl);
    log_device_context(context);
    context.profiled = true;
    return context;
}

ActiveRun::ActiveRun(const ViewOptions& start_options, const Assets& assets_of_program)
    : options{start_options}, assets{assets_of_program} {}

DeviceContext ActiveRun::first_device() try {
    return profiled_device(options.device, gl);
} catch (const std::exception& error) {
    if (!is_device_trouble(error)) throw;
    device_failure = in_words(error);
    return {.reason = device_failure, .device = {}, .context = {}};
}

LoadedScene ActiveRun::first_load() {
    try {
        kernels.use_device(options.device, device_context);
        return load(options.scene);
    } catch (const std::exception& error) {
        if (!is_device_trouble(error)) throw;
        device_failure = in_words(error);
    }
    device_context = {.reason = device_failure, .device = {}, .context = {}};
    kernels.use_device(options.device, device_context);
    return load(options.scene);
}

void ActiveRun::set_device(const DeviceContext& context, std::size_t bodies) {
    device_context = context;
    smooth_bodies_.clear();
    most_bodies = bodies;
}

LoadedScene ActiveRun::load(const SceneOptions& wanted) {
    const auto smooth = [this](const SimulationParameters& scene_parameters, bool has_gas) {
        for (const SmoothBodies& known : smooth_bodies_)
            if (known.parameters == scene_parameters && known.has_gas == has_gas) return known.budget;
        const BodyBudget budget =
            smooth_bodies(device_context, scene_parameters, has_gas, *options.device.solver, assets);
        smooth_bodies_.push_back({scene_parameters, has_gas, budget});
        return budget;
    };
    const BodiesLimit limit = bodies_limit(device_context);
    most_bodies = limit.bodies;
    SceneSetup initial = load_scene_setup(wanted, assets, smooth, limit);
    SolverChoice solver;
    if (initial.snapshots || initial.mixed)
        kernels.stop();
    else if (const auto saved = solver_of(options.device, initial, device_context))
        solver = kernels.start(*saved);
    else
        solver = kernels.start(initial.particles.size(), initial.parameters.accuracy);
    return {std::move(initial), {device_context, gl, assets, solver}};
}

SavedSolver ActiveRun::solver_to_save() {
    const SolverSlot* const slot = source().solver_slot();
    return slot ? saved_solver(device_context, slot->choice()) : SavedSolver{};
}

}  // namespace milkomeda
