// Measures the displayed run at a bounded cost: the device delivers states, and a thread of low priority
// computes diagnostics from them. For snapshots it measures each displayed snapshot.
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
    // Measurements in progress may exceed the share; with this value the total stays below 5 %.
    static constexpr double default_share = 0.04;
    double share = default_share;  // share of the steps' time for measurements; 0 measures never
    double bound = default_drift_bound;

    struct Run {
        ParticleSource& source;
        const ParticleSet& bodies;  // particle set at the start of the run
        const SimulationParameters& parameters;
        bool is_being_changed = false;  // A control is held, so the change is not complete.
        bool is_pulled = false;         // An external mass attracts the bodies.
    };
    // Call before the particle source advances, so that its first moment is measured, too.
    void prepare(ParticleSource& source) const {
        if (Probes* const probes = source.probes()) probes->sample_energies(share);
    }
    // Call once per frame.
    void advance(const Run& run, Notices& notices);

    // Names the command that is about to change the bodies, for the marker of the change.
    void name_command(const std::string& name) { command_ = name; }
    // Forgets all measurements, because another run begins.
    void forget();

    const DiagnosticsSeries& series() const { return series_; }
    const MeasuringCost& cost() const { return cost_; }  // cost at the time of the newest row
    bool has_alarmed() const { return has_alarmed_; }

  private:
    struct Found {
        Diagnostics diagnostics;
        double gravity, softening;
        double seconds;  // duration of the measurement as share of the machine's cores
        long run;        // value of run_ when the measurement began
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
    // Counts restarts of the measurements, so that late results of an earlier run are recognized.
    long run_ = 0;

    struct Base {
        double energy, gravity, softening;
    };
    std::optional<Base> base_;  // reference of the energy errors
    bool has_alarmed_ = false;

    // State of the last frame.
    const void* bodies_ = nullptr;
    std::optional<SimulationParameters> parameters_;
    double time_ = 0;
    long departures_ = 0;
    bool was_pulled_ = false;
    std::string command_;
    std::set<std::size_t> measured_snapshots_;  // indices of measured snapshots
};

}  // namespace milkomeda
