#include "compute/simulation/probes.hpp"

#include <stdexcept>
#include <utility>

#include "compute/simulation/step_executor.hpp"

namespace milkomeda {

void Probes::require_between_steps(const char* function) const {
    if (!run_->executor.between_steps()) throw std::logic_error(std::string{function} + "() in the middle of a step");
}

EnergySample Probes::measure_energies(const SimulationParameters& parameters) {
    if (!run_) throw std::runtime_error("energies need an OpenCL device: " + no_device_);
    require_between_steps("measure_energies");
    ParticleBuffers::DeviceAccess access{run_->executor.settled_particles()};
    EnergySample sample = run_->executor.measure_energies(parameters);
    access.end();
    return sample;
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

// Computes the present accelerations if they are unknown. Requires device access.
void Probes::complete_force(const SimulationParameters& parameters) {
    require_between_steps("measure");
    if (!run_->executor.known_force()) run_->executor.complete_force(parameters);
}

void Probes::measure_accelerations(const SimulationParameters& parameters) {
    if (!run_) return;
    ParticleBuffers::DeviceAccess access{run_->executor.settled_particles()};
    complete_force(parameters);
    run_->parts.records.keep_accelerations(run_->parts.device, run_->parts.solvers.solver());
    access.end();
}

void Probes::want_accelerations() {
    if (run_) run_->parts.records.want_accelerations();
}

std::span<const float> Probes::acceleration_magnitudes() const {
    if (!run_) return {};
    return run_->parts.records.acceleration_magnitudes();
}

void Probes::measure_cells(const SimulationParameters& parameters) {
    if (!run_) return;
    ParticleBuffers::DeviceAccess access{run_->executor.settled_particles()};
    complete_force(parameters);
    run_->parts.records.keep_cells(run_->parts.solvers.solver());
    access.end();
}

void Probes::want_cells() {
    if (run_) run_->parts.records.want_cells();
}

std::span<const TreeCell> Probes::cells() const {
    if (!run_) return {};
    return run_->parts.records.cells();
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
    require_between_steps("rms_distance");
    other.require_between_steps("rms_distance");
    ParticleBuffers::DeviceAccess access{run_->executor.settled_particles()},
        other_access{other.run_->executor.settled_particles()};
    const double rms = run_->parts.distances.rms(run_->parts.device.particles, other.run_->parts.device.particles);
    other_access.end();
    access.end();
    return rms;
}

void Probes::record_into(FrameProfiler* profiler) {
    if (run_) run_->parts.device.particles.timer().record_into(profiler);
}

}  // namespace milkomeda
