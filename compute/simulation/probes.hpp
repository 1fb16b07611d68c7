// Measurements of a run: energies, quantities of bodies, tree cells, force errors, distance between two runs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "compute/errors/force_errors.hpp"
#include "compute/fmm/tree_cell.hpp"
#include "compute/simulation/energy_sample.hpp"
#include "data/base/measured_quantity.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

class FrameProfiler;
struct DeviceRun;

// Part of a Simulation that measures energies, quantities of bodies, tree cells and force errors of the run, without
// affecting its steps. Without an OpenCL device (Tier::none), nothing is measured.
class Probes {
  public:
    // `run` is null without an OpenCL device; `no_device` then says why there is no device.
    Probes(DeviceRun* run, std::string no_device) : run_{run}, no_device_{std::move(no_device)} {}

    // Samples the present state with potentials, and waits for the result. Must be called between steps.
    // Throws std::runtime_error without an OpenCL device.
    EnergySample measure_energies(const SimulationParameters& parameters);
    Energies energies(const SimulationParameters& parameters) { return energies_of(measure_energies(parameters)); }

    // Samples energies repeatedly during Simulation::advance(). Sampling takes at most the fraction `share` of the time
    // of the steps; 0 stops sampling.
    void sample_energies(double share);
    // Returns each energy sample once. The next sample begins after the memory of this sample is released.
    std::optional<EnergySample> take_energy_sample();
    // Adds the seconds that the caller spent on evaluating a sample to the cost of sampling.
    void add_sampling_cost(double seconds);
    MeasuringCost sampling_cost() const;

    // Stores the present values of `quantity`, which is_measured_by_run(). Computes accelerations and the state of the
    // gas if they are unknown. Must be called between steps.
    void measure(MeasuredQuantity quantity, const SimulationParameters& parameters);
    // Requests that `quantity` be stored at the next complete force evaluation, even during advance(). Replaces an
    // earlier request.
    void want(MeasuredQuantity quantity);
    // Returns the stored values of `quantity`, one per body; empty if they are not stored. Only the quantity that was
    // measured last is stored. Valid until the next call of a non-const function.
    std::span<const float> measured(MeasuredQuantity quantity) const;

    // measure_cells() stores tree cells of the multipole method for the present positions. want_cells() requests that
    // the cells of the next complete force evaluation be stored. cells() returns the stored cells: at most a few
    // thousand, from the root down. The direct sum has no cells.
    void measure_cells(const SimulationParameters& parameters);
    void want_cells();
    std::span<const TreeCell> cells() const;

    // Returns the force errors of the most recently sampled bodies, compared with the direct sum; empty until enough
    // bodies have been sampled. Force evaluations over a fraction of the sources or by the multipole method are sampled
    // regularly.
    std::optional<ForceErrors> force_errors() const;
    // Requests a sample of force errors after the next force evaluation. The request has no effect if the sample would
    // take too long compared with the force evaluation.
    void want_force_errors();

    // Returns the rms distance between the bodies of this run and of the run of `other`. The two runs must have equal
    // particle sets, use one device, and be between steps. Waits for the device.
    double rms_distance(Probes& other);
    // Builds the kernel that rms_distance() needs, so that rms_distance() does not wait for the compiler.
    void prepare_distances();

    // From now on, sends the times of device work to `profiler`, which must outlive the simulation. If `profiler` is
    // null, stops measuring times. Requires DeviceContext::profiled.
    void record_into(FrameProfiler* profiler);

  private:
    DeviceRun* run_;
    std::string no_device_;
};

}  // namespace milkomeda
