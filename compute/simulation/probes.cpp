#include "compute/simulation/probes.hpp"

#include <stdexcept>
#include <utility>

#include "compute/simulation/step_executor.hpp"

namespace milkomeda {

void Probes::require_between_steps(const char* function) const {
    if (executor_->stage != StepExecutor::Stage::between_steps)
        throw std::logic_error(std::string{function} + "() in the middle of a step");
}

EnergySample Probes::measure_energies(const SimulationParameters& parameters) {
    if (!executor_) throw std::runtime_error("energies need an OpenCL device: " + no_device_);
    require_between_steps("measure_energies");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    EnergySample sample = executor_->measure_now(parameters);
    lease.end();
    return sample;
}

void Probes::sample_energies(double share) {
    if (executor_) executor_->measuring.allow(share);
}

std::optional<EnergySample> Probes::take_energy_sample() {
    return executor_ ? executor_->state_meter.take() : std::nullopt;
}

void Probes::add_sampling_cost(double seconds) {
    if (executor_) executor_->measuring.spend(seconds);
}

MeasuringCost Probes::sampling_cost() const {
    if (!executor_) return {};
    return {executor_->measuring.spent(), executor_->measuring.worked()};
}

void Probes::measure_force(const SimulationParameters& parameters, void (StepExecutor::*keep)()) {
    if (!executor_) return;
    require_between_steps("measure_force");
    ParticleBuffers::DeviceAccess lease{executor_->settled()};
    if (!executor_->known_force) executor_->complete_force(parameters);
    (*executor_.*keep)();
    lease.end();
}

void Probes::measure_accelerations(const SimulationParameters& parameters) {
    measure_force(parameters, &StepExecutor::keep_accelerations);
}

void Probes::want_accelerations() {
    if (executor_) executor_->accelerations_wanted = true;
}

std::span<const float> Probes::acceleration_magnitudes() const {
    if (!executor_) return {};
    return executor_->acceleration_magnitudes;
}

void Probes::measure_cells(const SimulationParameters& parameters) {
    measure_force(parameters, &StepExecutor::keep_cells);
}

void Probes::want_cells() {
    if (executor_) executor_->cells_wanted = true;
}

std::span<const TreeCell> Probes::cells() const {
    if (!executor_) return {};
    return executor_->cells;
}

std::optional<ForceErrors> Probes::force_errors() const {
    return executor_ ? executor_->error_meter.errors() : std::nullopt;
}

void Probes::want_force_errors() {
    if (executor_) executor_->errors_wanted = true;
}

void Probes::prepare_distances() {
    if (executor_) executor_->distance_meter.get_ready();
}

double Probes::rms_distance(Probes& other) {
    require_between_steps("rms_distance");
    other.require_between_steps("rms_distance");
    ParticleBuffers::DeviceAccess lease{executor_->settled()}, other_lease{other.executor_->settled()};
    const double rms = executor_->distance_meter.rms(executor_->particles, other.executor_->particles);
    other_lease.end();
    lease.end();
    return rms;
}

void Probes::record_into(FrameProfiler* profiler) {
    if (executor_) executor_->particles.timer().record_into(profiler);
}

}  // namespace milkomeda
