#include "app/commands/headless_run.hpp"

#include <fmt/format.h>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/io/log.hpp"
#include "app/io/progress.hpp"
#include "app/scene/device_selection.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Tolerance of comparisons of times, as a share of a timestep: times are sums of many steps with rounding errors.
constexpr double step_rounding = 1e-6;

}  // namespace

HeadlessRun::HeadlessRun(const std::shared_ptr<const SceneSetup>& setup, const DeviceContext& device_context,
                         const Assets& assets, const SolverChoice& solver)
    : device_context_{device_context},
      assets_{assets},
      setup_{setup},
      simulation_{device_context, GlSide{}, {}, particles_of(setup), assets.reader(), solver},
      state_{setup->particles, 0, setup->origins, setup->shown, setup->course} {
    if (state_.course.next()) kinds_ = galaxy_kinds(assets);
}

std::vector<Component> HeadlessRun::components() const {
    std::vector<Component> components = state_.particles.components;
    const EventSchedule& schedule = state_.course;
    for (const SceneChange& change : std::span{schedule.changes}.subspan(schedule.done))
        for (Component component : sample_of(change, kinds_, state_.particles).components) {
            component.galaxy = *change.added;
            components.push_back(std::move(component));
        }
    return components;
}

double HeadlessRun::left(double until) const {
    return (goes_backward(until) ? -1 : 1) * (until - simulation_.status().time);
}

bool HeadlessRun::is_at(double until) const { return left(until) <= step_rounding * setup_->parameters.timestep; }

bool HeadlessRun::step_toward(double until) {
    constexpr double progress_seconds = 0.5;
    const bool backward = goes_backward(until);
    if (!backward) apply_due_changes();
    const double timestep = setup_->parameters.timestep;
    parameters_.timestep = left(until) < timestep * (1 - step_rounding) ? left(until) : timestep;
    const FrameBudget budget{progress_seconds, 1};
    return (backward ? simulation_.go_back(parameters_, budget) : simulation_.advance(parameters_, budget)) > 0;
}

void HeadlessRun::apply_due_changes() {
    bool changed = false;
    for (; state_.course.is_due(simulation_.status().time, parameters_.timestep); changed = true) {
        state_.particles = simulation_.checkpoints().read();
        state_.steps = simulation_.status().steps;
        log_info(fmt::format("{} at {}", words_of(*state_.course.next()), format_time(state_.particles.time)));
        const std::size_t most_bodies = bodies_limit(device_context_).bodies;
        state_ = with_next_change(state_, kinds_, parameters_.gravity, most_bodies);
        simulation_ = Simulation{device_context_,  GlSide{},         {},
                                 state_.particles, assets_.reader(), simulation_.solver_slot().choice()};
        simulation_.checkpoints().restore({.time = state_.particles.time,
                                           .steps = state_.steps,
                                           .positions = state_.particles.positions,
                                           .velocities = state_.particles.velocities});
    }
    if (!changed) return;
    const auto setup = std::make_shared<SceneSetup>(*setup_);
    setup->particles = state_.particles;
    setup->shown = state_.shown;
    setup->course = state_.course;
    setup->origins = state_.origins;
    setup_ = setup;
}

std::string why_irreversible(const SimulationParameters& parameters, bool has_gas) {
    if (!is_reversible(parameters.integrator))
        return fmt::format("the integrator {} cannot run backward; use --integrator reversible",
                           name_of(parameters.integrator));
    if (has_gas && parameters.gas.model != GasModel::off) return "gas cannot run backward; use --gas off";
    if (parameters.damping != 1) return "damping cannot be undone; use --damping 1";
    return {};
}

StateOfRun state_at(double time, const std::shared_ptr<const SceneSetup>& setup, const DeviceOptions& device,
                    const ProgramOptions& program, const DeviceContext& device_context, const Assets& assets) {
    const double begin = setup->particles.time;
    if (time == begin) return {setup->particles, setup->shown};
    if (device_context.tier == Tier::none) throw std::runtime_error("cannot simulate: " + device_context.reason);
    KernelTuning kernels{device, program, device_context, assets};
    HeadlessRun run{setup, device_context, assets,
                    kernels.settle(setup->particles.positions, setup->parameters.accuracy)};
    Progress progress{"simulating", "time units", time - begin};
    while (!run.is_at(time))
        if (run.step_toward(time)) progress.update(run.simulation().status().time - begin);
    return {run.simulation().checkpoints().read(), run.setup()->shown};
}

ObservedState observed_state(const SceneOptions& options, const DeviceOptions& device, const ProgramOptions& program,
                             const Assets& assets, const std::string& refusal) {
    const std::optional<double>& at = options.times.at;
    const DeviceContext device_context = at ? find_device_context(device, GlSide{}) : DeviceContext{};
    auto setup =
        std::make_shared<const SceneSetup>(load_scene_setup(options, assets, {}, bodies_limit(device_context)));
    if (setup->mixed)
        throw UsageError(
            fmt::format("{} {}, because it is a mixed box; choose another scene", options.source, refusal));
    const double time = at.value_or(setup->particles.time);
    if (time < setup->particles.time) throw UsageError("--at lies before the start of the source");
    return {setup, state_at(time, setup, device, program, device_context, assets), time};
}

}  // namespace milkomeda
