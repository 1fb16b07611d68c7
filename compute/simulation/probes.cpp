#include "compute/simulation/probes.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "compute/simulation/device_run.hpp"

namespace milkomeda {

EnergySample Probes::measure_energies(const SimulationParameters& parameters) {
    if (!run_)
        throw std::runtime_error(fmt::format("energies cannot be measured without an OpenCL device: {}", no_device_));
    return run_->between_steps("measure_energies", [&] {
        RunParts& parts = run_->parts;
        Solver& solver = parts.solvers.solver();
        const bool is_known = solver.holds_potentials();
        // takes no extra time, because the next step needs this force
        if (is_known) run_->executor.require_force(parameters);
        if (run_->executor.moves_gas(parameters)) run_->executor.prepare(parameters);  // takes no extra time, either
        parts.device.queue.finish();
        solver.finish();
        const StepExecutor::Position& now = run_->executor.position();
        parts.sampler.begin(parts.device.particles,
                            {now.time, now.steps, parameters.gravity, parameters.softening,
                             parts.gas ? parts.gas->sample(parameters) : GasSample{}},
                            is_known ? &solver.accelerations() : nullptr);
        parts.sampler.finish();
        return *parts.sampler.take();
    });
}

void Probes::sample_energies(double share) {
    if (run_) run_->parts.sampler.budget().set_share(share);
}

std::optional<EnergySample> Probes::take_energy_sample() { return run_ ? run_->parts.sampler.take() : std::nullopt; }

void Probes::add_sampling_cost(double seconds) {
    if (run_) run_->parts.sampler.budget().spend(seconds);
}

MeasuringCost Probes::sampling_cost() const {
    if (!run_) return {};
    const TimeBudget& budget = run_->parts.sampler.budget();
    return {budget.spent(), budget.worked()};
}

void Probes::measure(MeasuredQuantity quantity, const SimulationParameters& parameters) {
    if (!run_) return;
    run_->between_steps("measure", [&] {
        RunParts& parts = run_->parts;
        if (quantity == MeasuredQuantity::acceleration) run_->executor.require_accelerations(parameters);
        // takes no extra time, because the next step needs the state of the gas
        if (quantity == MeasuredQuantity::gas_temperature && run_->executor.moves_gas(parameters))
            run_->executor.prepare(parameters);
        parts.records.want(quantity);
        parts.records.keep_measured(parts.device, parts.solvers.solver(), parts.gas);
    });
}

void Probes::want(MeasuredQuantity quantity) {
    if (run_) run_->parts.records.want(quantity);
}

std::span<const float> Probes::measured(MeasuredQuantity quantity) const {
    return run_ ? run_->parts.records.measured(quantity) : std::span<const float>{};
}

void Probes::measure_cells(const SimulationParameters& parameters) {
    if (!run_) return;
    run_->between_steps("measure_cells", [&] {
        run_->executor.require_accelerations(parameters);
        run_->parts.records.keep_cells(run_->parts.solvers.solver());
    });
}

void Probes::want_cells() {
    if (run_) run_->parts.records.want_cells();
}

std::span<const TreeCell> Probes::cells() const {
    return run_ ? run_->parts.records.cells() : std::span<const TreeCell>{};
}

std::optional<ForceErrors> Probes::force_errors() const {
    return run_ ? run_->parts.tolerance.meter().errors() : std::nullopt;
}

void Probes::want_force_errors() {
    if (run_) run_->parts.tolerance.want_errors();
}

void Probes::prepare_distances() {
    if (run_) run_->parts.distances.get_ready();
}

double Probes::rms_distance(Probes& other) {
    return run_->between_steps("rms_distance", [&] {
        return other.run_->between_steps("rms_distance", [&] {
            return run_->parts.distances.rms(run_->parts.device.particles, other.run_->parts.device.particles);
        });
    });
}

void Probes::record_into(FrameProfiler* profiler) {
    if (run_) run_->parts.device.particles.timer().record_into(profiler);
}

}  // namespace milkomeda
