#include "python/bindings/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/scene/device_selection.hpp"
#include "app/scene/state_file.hpp"
#include "compute/simulation/diagnostics.hpp"

namespace milkomeda::python {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

DeviceContext required_context(const DeviceOptions& options) {
    DeviceContext context = find_device_context(options, GlSide{});
    if (context.tier == Tier::none) throw std::runtime_error("cannot simulate: " + context.reason);
    return context;
}

SolverChoice first_solver(const DeviceOptions& options, const ProgramOptions& program, const SceneSetup& setup,
                          const DeviceContext& context, const Assets& assets) {
    KernelTuning kernels{options, program, context, assets};
    const auto saved = solver_of(options, setup, context);
    return saved ? kernels.start(*saved) : kernels.settle(setup.particles.positions, setup.parameters.accuracy);
}

}  // namespace

Run::Run(const LoadedSource& source, const Words& words)
    : assets_{source.assets},
      start_{source.setup},
      device_context_{required_context(parse<SimulateOptions>(words).device)},
      run_{start_, device_context_, *assets_,
           first_solver(parse<SimulateOptions>(words).device, source.program, *start_, device_context_, *assets_)},
      table_{run_.components()},
      target_{start_->particles.time} {
    Simulation& simulation = run_.simulation();
    if (start_->resumed) resume(simulation, device_context_, *start_);
    simulation.solver_slot().prepare(start_->parameters);
    simulation.prepare(start_->parameters);
}

SimulationStatus Run::status() const {
    const std::scoped_lock one_call{mutex_};
    return const_cast<HeadlessRun&>(run_).simulation().status();
}

void Run::complete_step() {
    while (!run_.simulation().is_between_steps()) run_.step_toward(target_);
}

void Run::step(long steps, Poll& poll) {
    const std::scoped_lock one_call{mutex_};
    if (steps < 0) throw UsageError(fmt::format("step: {} is not a number of steps; use back() to go back", steps));
    complete_step();
    newest_.reset();
    run_.begin_leg();
    target_ = infinity;
    for (long done = 0; done < steps; poll(static_cast<double>(done) / static_cast<double>(steps)))
        done += run_.step_toward(target_) ? 1 : 0;
}

void Run::require_reversible(double time) {
    const SceneSetup& setup = *run_.setup();
    const std::string why = why_irreversible(setup.parameters, gas_count(setup.particles.components) > 0);
    if (!why.empty()) throw UsageError("the run cannot go back: " + why);
    const Rewind rewind = run_.simulation().rewind();
    if (time < rewind.time && setup.course.done > start_->course.done)
        throw UsageError(fmt::format("the run cannot go back to {:g}: the scene has changed its galaxies at {:g}", time,
                                     rewind.time));
}

void Run::go_to(double time, Poll& poll) {
    const std::scoped_lock one_call{mutex_};
    if (!std::isfinite(time)) throw UsageError(fmt::format("{} is not a finite time", time));
    complete_step();
    const double from = run_.simulation().status().time, way = std::abs(time - from);
    run_.begin_leg();
    if (run_.is_at(time)) return poll(1);
    if (time < from) require_reversible(time);
    require_resolved(time, start_->parameters.timestep);
    newest_.reset();
    target_ = time;
    while (!run_.is_at(time)) {
        run_.step_toward(time);
        poll(run_.is_at(time) ? 1 : std::abs(run_.simulation().status().time - from) / way);
    }
}

Snapshot Run::snapshot() {
    const std::scoped_lock one_call{mutex_};
    complete_step();
    if (!newest_)
        newest_ = Snapshot{std::make_shared<const ParticleSet>(run_.simulation().checkpoints().read()), run_.setup()};
    return *newest_;
}

std::vector<double> Run::diagnostics() {
    const std::scoped_lock one_call{mutex_};
    complete_step();
    return table_.row(diagnose(run_.simulation(), run_.parameters()), run_.setup()->particles.components);
}

}  // namespace milkomeda::python
