// Measurements beside a run: energies, accelerations, tree cells, force errors, and the distance of two runs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "compute/errors/force_errors.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/simulation/energy_sample.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

class FrameProfiler;
struct DeviceRun;

// Belongs to a Simulation. No measurement changes the steps that follow. Without an OpenCL device
// (Tier::none) nothing is measured.
class Probes {
  public:
    // `run` is null without a device; `no_device` is the reason then.
    Probes(DeviceRun* run, std::string no_device) : run_{run}, no_device_{std::move(no_device)} {}

    // Measures the present state with potentials and waits for the result. Must be called between steps.
    // Throws std::runtime_error without a device.
    EnergySample measure_energies(const SimulationParameters& parameters);
    Energies energies(const SimulationParameters& parameters) {
        return energies_of(measure_energies(parameters));
    }

    // Samples energies repeatedly beside the steps of Simulation::advance(), for at most this share of the
    // time of the steps; 0: never.
    void sample_energies(double share);
    // Returns the newest sample, once. The next sample begins when its memory is released.
    std::optional<EnergySample> take_energy_sample();
    // Adds the seconds that evaluating a sample took to the cost of sampling.
    void add_sampling_cost(double seconds);
    MeasuringCost sampling_cost() const;

    // Keeps the magnitudes of the present accelerations, computing them if they are unknown. Must be called
    // between steps.
    void measure_accelerations(const SimulationParameters& parameters);
    // Keeps the magnitudes of the next complete force evaluation, even during advance().
    void want_accelerations();
    // One magnitude per body in model units, as kept last; empty before. Valid until the next call of a
    // non-const function.
    std::span<const float> acceleration_magnitudes() const;

    // The corresponding functions for the cells of the solver's tree: at most some thousand, from the root
    // down. Direct summation has no cells.
    void measure_cells(const SimulationParameters& parameters);
    void want_cells();
    std::span<const TreeCell> cells() const;

    // Force errors of the bodies that were compared with direct summation last; empty while there are few.
    // Forces with intended errors are compared regularly.
    std::optional<ForceErrors> force_errors() const;
    // Requests a comparison after the next force evaluation, if it takes little time beside it.
    void want_force_errors();

    // Returns the rms distance between equal rows of this run and `other`: two runs of the same bodies on the
    // same device, both between steps. Waits for the device.
    double rms_distance(Probes& other);
    // Builds the kernel of rms_distance().
    void prepare_distances();

    // Reports what the device does to `profiler`, which must outlive the simulation; null: to none. Needs
    // DeviceContext::profiled.
    void record_into(FrameProfiler* profiler);

  private:
    void complete_force(const SimulationParameters& parameters);
    void require_between_steps(const char* function) const;

    DeviceRun* run_;
    std::string no_device_;
};

}  // namespace milkomeda
