// Measures the run that is shown, beside it and at a bounded cost: the device brings states, a thread of low
// priority makes numbers of them. Of snapshots it measures what they have.
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
    // What is under way when the share is spent comes on top: that it stays below 5 %.
    static constexpr double default_share = 0.04;
    double share = default_share;  // of the steps' time; 0: nothing is measured
    double bound = default_drift_bound;

    struct Run {
        ParticleSource& source;
        const ParticleSet& bodies;  // that it began with
        const SimulationParameters& parameters;
        bool is_being_changed = false;  // a control is held: the change is not complete
        bool is_pulled = false;         // by a body that is none of the run's
    };
    // Before the particle source goes on: its first moment is measured, too.
    void prepare(ParticleSource& source) const {
        if (Probes* const probes = source.probes()) probes->sample_energies(share);
    }
    // Once a frame.
    void advance(const Run& run, Notices& notices);

    // The bodies are about to be others, by this deed.
    void name_command(const std::string& name) { deed_ = name; }
    // Another run begins.
    void forget();

    const DiagnosticsSeries& series() const { return series_; }
    const MeasuringCost& cost() const { return cost_; }  // as of the newest row
    bool has_alarmed() const { return has_alarmed_; }

  private:
    struct Found {
        Diagnostics diagnostics;
        double gravity, softening;
        double seconds;  // of the machine's time
        long run;        // that it is of
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
    long run_ = 0;  // counts those that began anew, so that what is of an earlier one is told

    struct Base {
        double energy, gravity, softening;
    };
    std::optional<Base> base_;  // that errors are relative to
    bool has_alarmed_ = false;

    // As of the last frame.
    const void* bodies_ = nullptr;
    std::optional<SimulationParameters> parameters_;
    double time_ = 0;
    long departures_ = 0;
    bool was_pulled_ = false;
    std::string deed_;
    std::set<std::size_t> measured_snapshots_;  // by number
};

}  // namespace milkomeda
