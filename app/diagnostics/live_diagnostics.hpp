// Measures the displayed run at limited cost. The device delivers states of the run, from which a background
// thread computes diagnostics. In a series of snapshots, each displayed snapshot is measured. Each branch of a run has
// its own measurements.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "app/diagnostics/saved_diagnostics.hpp"
#include "app/io/notices.hpp"
#include "app/playback/particle_source.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {

// Largest acceptable relative energy error |E - E0| / |E0|. The error of the default collision stays below 3e-4 for 80
// time units. With an error above 1e-3, the time of the second passage of the galaxies would be wrong.
inline constexpr double default_drift_bound = 1e-3;

// Returns in one line why a run of these components with these parameters does not conserve the measured energy,
// however small its timestep is. Returns an empty text if the run can conserve energy.
std::string why_not_conserved(const SimulationParameters& parameters, std::span<const Component> components);

// Returns one line that says that the relative energy error exceeds `bound`, with advice.
std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters);

class LiveDiagnostics {
  public:
    static constexpr double default_share = 0.04;
    double share = default_share;  // largest share of the simulation's time for measurements; 0 turns them off
    double bound = default_drift_bound;

    struct Run {
        ParticleSource& source;
        const ParticleSet& bodies;  // bodies at the start of the run
        const SimulationParameters& parameters;
        bool is_being_changed = false;  // true while the user drags a control, so that a change is incomplete
        bool is_pulled = false;         // true while an external mass attracts the bodies
        // measurements of the saved run that this run continues; null for other runs
        const SavedDiagnostics* saved = nullptr;
        // branch with which the window compares the run; expired: none
        std::weak_ptr<const RunHistory::Branch> compared{};
    };
    // A branch whose measurements the plots show beside those of the present branch.
    struct OtherBranch {
        const Measurements* measurements;
        std::string name;  // such as "branch 2"
    };
    // Must be called before the particle source advances. Otherwise the start of the run would not be measured.
    void prepare(ParticleSource& source) const {
        // run_to() computes many steps per second. With the usual share, the curves would miss close passages.
        constexpr double jump_factor = 5;
        const bool jumps = source.transport().state().goal.has_value();
        if (Probes* const probes = source.probes()) probes->sample_energies(jumps ? jump_factor * share : share);
    }
    // Starts measurements and collects finished results. Must be called once per frame.
    void advance(const Run& run, Notices& notices);

    // Sets the text of the marker for the next change of the bodies: the name of the command that changes them.
    void name_command(const std::string& name) { command_ = name; }
    // Forgets all measurements. Must be called when another run begins.
    void forget();

    const Measurements& measurements() const { return present_; }  // measurements of the present branch
    const DiagnosticsSeries& series() const { return present_.series; }
    // Returns the branch with which the run is compared or, without such a branch, the branch that was present before
    // the present branch. Empty if the branch has not been measured or no longer exists.
    std::optional<OtherBranch> other() const;
    const MeasuringCost& cost() const { return cost_; }  // cost of all measurements up to the newest row
    // Part of cost().seconds that the profiles of galaxies and the shapes of disks took.
    double profile_seconds() const { return profile_seconds_; }
    bool has_alarmed() const { return present_.has_alarmed; }  // true if the drift message has appeared

  private:
    struct Found {
        Diagnostics diagnostics;
        SchmidtMeasurement schmidt;
        std::optional<ProfileMeasurement> profiles;
        double gravity, softening;
        double seconds;          // processor time of the measurement in seconds, divided by the number of cores
        double profile_seconds;  // part of `seconds` that the profiles took
        long run;                // value of run_ at the start of the measurement
        std::vector<Component> components;  // components of the measured bodies
    };
    // Input of find() besides the state. Shapes of disks and profiles are measured only if `has_profiles` is true.
    struct Task {
        std::vector<Component> components;
        GasParameters gas;
        bool has_profiles;
        long run;
    };
    static Found find(const EnergySample& state, const Task& task);

    bool change_branch(const std::shared_ptr<const RunHistory::Branch>& branch);
    void take_saved(const Run& run, Notices& notices);
    void note_changes(const Run& run);
    void choose_other(const Run& run);
    void measure_shown(const Run& run);
    void measure_box(const Run& run, const LiveBox& box);
    void measure_paused_profiles(const Run& run);
    void begin(const Run& run, const EnergySample& state, const std::vector<Component>& components);
    void take(const Run& run, Found found, Notices& notices);
    double energy_error(const Found& found);

    Measurements present_;
    std::weak_ptr<const RunHistory::Branch> branch_;  // branch of present_; null if the source has no run history
    std::map<std::weak_ptr<const RunHistory::Branch>, Measurements, std::owner_less<>> others_;  // all other branches
    std::weak_ptr<const RunHistory::Branch> left_;    // branch that was present before the present branch
    std::weak_ptr<const RunHistory::Branch> beside_;  // branch of other()
    std::string beside_name_;
    MeasuringCost cost_;
    double profile_seconds_ = 0;  // part of cost_.seconds that the profiles took
    double newest_profile_seconds_ = 0;
    std::future<Found> under_way_;
    std::future<ProfileMeasurement> paused_profiles_;  // profiles of the moment at which the run pauses
    long paused_run_ = 0;                              // value of run_ at the start of paused_profiles_
    long run_ = 0;  // number of restarts of the measurements; results from before a restart are discarded

    // state of the run in the last frame
    const void* bodies_ = nullptr;
    std::optional<SimulationParameters> parameters_;
    double time_ = 0;
    long departures_ = 0;
    bool was_pulled_ = false;
    std::string command_;
    std::set<std::size_t> measured_snapshots_;  // indices of snapshots that were measured

    // The newest measured state of the mixed box, and the earliest time of the next measurement.
    struct BoxSample {
        MixedStatus status;
        double read_seconds = 0;  // time in which the particles were read from the device
        Clock::time_point next{};
    } box_;
};

}  // namespace milkomeda
