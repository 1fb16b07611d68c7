// The gas of a run: drifts of its bodies by substeps (compute/gas), and its state between steps.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "compute/device/particle_buffers.hpp"
#include "compute/gas/gas_run.hpp"
#include "compute/gas/star_lots.hpp"
#include "compute/simulation/gas_members.hpp"
#include "compute/simulation/run_device.hpp"
#include "data/simulation/gas_state.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Settings of the gas that follow from the parameters of a run.
GasSettings gas_settings(const SimulationParameters& parameters);

// During a drift the bodies of gas have rows of their own, so that all other bodies drift as in a run without gas. All
// functions require device access.
class GasSteps {
  public:
    // `initial` must contain gas.
    GasSteps(const RunDevice& device, const DeviceContext& device_context, const ParticleSet& initial);

    // Discards the state of the gas, and a drift in progress. The bodies on the device may have been replaced.
    void forget();
    // Sets the parameters of the following drifts. If the state of the gas is unknown, computes it from the bodies, and
    // writes the smoothing lengths to the bodies. Adiabatic gas then takes the known internal energies of the initial
    // bodies, all other gas the energy of the temperature in `parameters`. Must be called between steps.
    void prepare(const ParticleBuffers& particles, const SimulationParameters& parameters);
    // A move of the bodies: x += v dt + b a dt^2, with the accelerations a by gravity.
    struct Move {
        double dt = 0, b_dt = 0;  // b_dt is b dt
        // time from the moment to which the velocities belong to the beginning of the move
        double since = 0;
    };
    // Begins a drift. The state of the gas must be known.
    void begin(const ParticleBuffers& particles, const cl::Buffer& accelerations, double most_substeps,
               const Move& move);
    // Computes a part of the drift for about `seconds`, and waits for the device. Returns true at the end of the drift.
    bool continue_drift(double seconds);
    // Writes the bodies of gas after the drift. Must be called after the other bodies have moved.
    void end(const ParticleBuffers& particles);
    // Draws lots by which gas becomes stars, if the parameters want stars. Must be called at the end of a step of the
    // duration parameters.timestep, which ends at `time`.
    void form_stars(const ParticleBuffers& particles, const SimulationParameters& parameters, double time);
    bool is_moving() const { return is_moving_; }
    double done() const { return size() > 0 ? run_.done() : 1; }  // completed part of the drift, from 0 to 1
    // Returns the time that prepare() and continue_drift() have taken since the previous call.
    double take_seconds() { return std::exchange(seconds_, 0); }

    // The last complete drift.
    struct Drift {
        double seconds = 0;       // its duration on the device
        int substeps = 0;         // 0 if there was no drift yet
        bool is_limited = false;  // true if the largest number of substeps has made a substep too long; see GasRun
    };
    const Drift& last_drift() const { return last_drift_; }
    // Returns the gas at the end of a step with these parameters.
    GasSample sample(const SimulationParameters& parameters) const;
    std::size_t size() const { return members_.size(); }                    // number of particles of gas
    std::size_t stars() const { return members_.all() - members_.size(); }  // number of stars that have formed

    // Returns the state; empty if the state is unknown, because no drift has computed it. Must be called between steps.
    std::optional<GasState> read() const;
    void write(const GasState& state);
    // Writes the temperature of each body of gas in kelvin into its row of `rows`, and leaves all other rows unchanged.
    // The state must be known. Must be called while no drift is in progress.
    void read_temperatures(std::span<float> rows) const;
    // The columns of the state on the device, and whether they hold a state.
    std::vector<cl::Buffer> columns() const { return {state_.begin(), state_.end()}; }
    bool is_known() const { return is_known_; }
    // Declares that columns() hold a state.
    void hold() { is_known_ = true; }

  private:
    void write_state_of_stars(const ParticleSet& initial);
    // Copy the bodies of gas and their state to and from the rows of run_; see kernels/gas/substep.cl for `shift`.
    void gather(const ParticleBuffers& particles, const cl::Buffer& accelerations, double shift);
    void scatter(const ParticleBuffers& particles, double shift);

    cl::CommandQueue queue_;
    GasSettings settings_;
    GasMembers members_;
    std::vector<float> masses_;  // of the body of each rank
    cl::Buffer gravity_;         // accelerations of the gas by gravity
    cl::Buffer energies_;        // internal energies at the start of the run; negative if unknown
    // Columns of GasState, with a row for each rank. The rows of stars, except births, keep the last values of the gas.
    std::array<cl::Buffer, 4> state_;
    GasRun run_;
    cl::Kernel take_, gather_, scatter_, gather_state_, scatter_state_;
    StarLots stars_;
    Move move_;
    bool is_known_ = false, is_moving_ = false;
    double seconds_ = 0;
    double drift_seconds_ = 0;  // duration of the present drift so far
    Drift last_drift_;
};

}  // namespace milkomeda
