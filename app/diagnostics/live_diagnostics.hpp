// Measures the displayed run at limited cost: the device delivers states of the run, and a background thread
// computes diagnostics. For a series of snapshots, each displayed snapshot is measured.
#pragma once

#include <future>
#include <optional>
#include <set>
#include <string>

#include "app/diagnostics/diagnostics_series.hpp"
#include "app/diagnostics/drift_alarm.hpp"
#include "app/io/notices.hpp"
#include "app/playback/particle_source.hpp"

namespace milkomeda {

class LiveDiagnostics {
  public:
    // Default of `share`. Measurements in progress may exceed it; the total stays below 5 %.
    static constexpr double default_share = 0.04;
    double share = default_share;  // largest share of the simulation's time; 0: no measurements
    double bound = default_drift_bound;

    struct Run {
        ParticleSource& source;
        const ParticleSet& bodies;  // bodies at the start of the run
        const SimulationParameters& parameters;
        bool is_being_changed = false;  // true while the user holds a control, so that a change is incomplete
        bool is_pulled = false;         // true while an external mass attracts the bodies
    };
    // Must be called before the particle source advances, so that its first moment is measured, too.
    void prepare(ParticleSource& source) const {
        if (Probes* const probes = source.probes()) probes->sample_energies(share);
    }
    // Starts measurements and takes their results. Must be called once a frame.
    void advance(const Run& run, Notices& notices);

    // Sets the text of the marker for the next change of the bodies: the command that causes the change.
    void name_command(const std::string& name) { command_ = name; }
    // Forgets all measurements. Must be called when another run begins.
    void forget();

    const DiagnosticsSeries& series() const { return series_; }
    const MeasuringCost& cost() const { return cost_; }  // cost of the measurements up to the newest row
    bool has_alarmed() const { return has_alarmed_; }

  private:
    struct Found {
        Diagnostics diagnostics;
        double gravity, softening;
        double seconds;  // duration of the measurement, multiplied by its share of the machine's cores
        long run;        // value of run_ at the start of the measurement
    };
    static Found find(const EnergySample& state, const std::vector<Component>& components, long run);

    void note_changes(const Run& run);
    void measure_live(const Run& run, Probes& probes);
    void measure_shown(const Run& run);
    void begin(const EnergySample& state, const std::vector<Component>& components);
    void take(const Run& run, const Found& found, Notices& notices);
    double energy_error(const Found& found);

    DiagnosticsSeries series_;
    MeasuringCost cost_;
    std::future<Found> under_way_;
    // Number of restarts of the measurements; a result with an older number is discarded.
    long run_ = 0;

    struct Base {
        double energy, gravity, softening;
    };
    std::optional<Base> base_;  // reference of the relative energy errors
    bool has_alarmed_ = false;

    // State of the run in the last frame.
    const void* bodies_ = nullptr;
    std::optional<SimulationParameters> parameters_;
    double time_ = 0;
    long departures_ = 0;
    bool was_pulled_ = false;
    std::string command_;
    std::set<std::size_t> measured_snapshots_;  // indices of snapshots that were measured
};

}  // namespace milkomeda
