// What moves the particles of a loaded scene: a simulation, the recorded snapshots of one, or nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/playback/run_history.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class SnapshotPlayback;
class MixedRun;

// What is said to who asks for galaxies where particles of mixed sizes are.
inline constexpr const char* no_galaxies =
    "there are no galaxies here, but particles in a box: grab and throw them";

// One frame of the window, in seconds of wall clock.
struct FrameTime {
    double seconds = 0;                 // since the last frame
    double busy_seconds = 0;            // the part of it that drawing and everything else takes
    bool one_step_only = false;         // somebody waits for the end of the step under way
    std::optional<double> last_time{};  // of the model: no step is to end after it
    bool goes_ahead = false;            // ParticleSource::go_ahead() follows
};

// The moment that the next picture shows, in model time.
struct Moment {
    double time = 0;
    double rows_time = 0;    // changes only when the rows do
    double time_offset = 0;  // rows are to be shown at position + velocity * time_offset
    // Rows to upload, valid until the next call on the particle source; empty when they have not changed, or when
    // the particle source writes into the vertex buffers itself.
    std::span<const Float4> positions, velocities;
};

class ParticleSource {
  public:
    virtual ~ParticleSource() = default;

    // The transport. What a particle source cannot do throws UsageError with one line that says why.
    virtual bool playing() const = 0;
    virtual bool moves() const { return playing(); }  // in the next frame, if only by a step
    virtual void play(bool on) = 0;
    virtual void step() = 0;  // one further, and pauses
    virtual void step_back() = 0;
    virtual void restart() = 0;  // goes to the start, and plays
    virtual double time() const = 0;
    // Goes on as another particle source of the same source did that had reached this time.
    virtual void resume(double time, bool playing) = 0;
    // Goes on at full pace, frame by frame, until it has reached this later time; what is done to the
    // transport meanwhile takes its place. It plays on from there, or pauses, as it did before.
    virtual void head_for(double time) = 0;
    virtual std::optional<double> heading_for() const { return {}; }
    // Plays from here towards the start, at the pace that there is: step by step as far as steps can be
    // undone, else from one moment that is kept to the one before.
    virtual void play_backwards() = 0;
    // Steps can be undone back to this time; empty where they cannot be.
    virtual std::optional<double> exact_from() const { return {}; }
    virtual bool goes_backwards() const { return false; }
    // From the end, or the start, to the other one, again and again.
    virtual void loop(bool on) = 0;
    virtual bool loops() const { return false; }
    // Of the moments that are kept the one that is nearest to this time, as it was.
    virtual void show(double time) = 0;
    // From where to where moments can be shown.
    virtual double first_moment() const { return time(); }
    virtual double last_moment() const { return time(); }

    // What a simulation has been through is remembered from now on, with key frames in so much memory; what
    // is else neither filmed nor shown has none. It begins anew with other bodies and on another device.
    virtual void remember(std::size_t) {}
    virtual RunHistory* run_history() { return nullptr; }
    virtual const RunHistory* run_history() const { return nullptr; }
    // To the end of the next of the ways that it has gone. Throws UsageError where there is one alone.
    virtual void next_future() = 0;
    // The parameters of the moment to which it has gone back, once: a run that goes on with others is another
    // one.
    virtual std::optional<SimulationParameters> take_parameters() { return {}; }
    // How often it has gone to a moment that is not the next one.
    virtual long jumps() const { return 0; }
    // Shows the moment of this file, if it is one of several that were loaded.
    virtual void go_to_file(const std::filesystem::path&) {}

    // Goes on by a frame and never waits.
    virtual void advance(const SimulationParameters& parameters, const FrameTime& frame) = 0;
    // Where that is worth it, the device goes on while the picture of this frame is drawn.
    virtual void go_ahead(const SimulationParameters&) {}
    // The same for a film: goes on by exactly so many of its seconds at the pace that there is, over as many
    // calls as that takes; true when it is there.
    virtual bool advance_to_video_frame(double, const SimulationParameters& parameters, const FrameTime& frame) {
        advance(parameters, frame);
        return true;
    }
    // Goes to this model time, however long that takes; with `what` a progress bar says so. Throws
    // std::runtime_error where a snapshot cannot be read.
    virtual void go_to(double time, const SimulationParameters& parameters, const std::string& what = {}) = 0;

    // Goes to where a run was that has taken so many steps, each by the law that it has there, and shows it
    // so much later, as a film has shown it; nothing happens where nothing is computed. Throws
    // std::runtime_error for steps that cannot be had from here.
    virtual void retrace(std::span<const RunHistory::Branch::Change>, long /*steps*/, double /*ahead*/) {}
    // The solver for the forces of a law is made by these means.
    virtual void make_solvers_by(const std::function<ReadySolver(const std::string&)>&) {}

    // A body that pulls all others while it is here; where nothing is computed it does nothing.
    virtual void set_external_mass(const std::optional<ExternalMass>&) {}

    virtual Moment moment() = 0;
    // The number of the snapshot shown, where the files say no times that a clock could show.
    virtual std::optional<std::size_t> untimed_snapshot() const { return {}; }

    // True when positions and velocities are of one time: only then can the state be read.
    virtual bool synchronised() const { return true; }
    virtual void finish_step(const SimulationParameters&) {}
    virtual ParticleSet state() const = 0;  // of the moment shown, for files
    // The newest state that is whole and lies in host memory, so that it outlives the device. Empty: the
    // start.
    virtual Checkpoint kept_state() const { return {}; }
    // All that it takes to go on bit by bit: now, which waits for the device and needs synchronised(); or
    // beside the frames that follow, once it is wanted. Null until it has come, once.
    virtual Checkpoint whole_state() const {
        ParticleSet now = state();
        const double time = now.time;
        return {time, status().steps, std::move(now.positions), std::move(now.velocities)};
    }
    virtual void want_whole_state() {}
    virtual std::shared_ptr<const Checkpoint> take_whole_state() { return nullptr; }

    // Magnitudes of each body's acceleration, as Simulation has them; none where none are computed.
    virtual void measure_accelerations(const SimulationParameters&) {}
    virtual void want_accelerations() {}
    virtual std::span<const float> acceleration_magnitudes() const { return {}; }
    virtual std::string_view why_no_accelerations() const = 0;

    // How exact forces are, as Simulation has it.
    virtual std::optional<ForceErrors> force_errors() const { return {}; }

    // For people: how things stand.
    virtual SimulationStatus status() const = 0;
    virtual std::string device_text() const = 0;
    virtual double pace_reached() const { return 0; }  // model time per second, smoothed
    virtual std::string note() const { return {}; }    // why the picture is not of the time asked for
    virtual std::string take_error() { return {}; }    // one that nobody was told of yet

    virtual void reload(const ReadAsset&) {}  // kernels; on failure throws and keeps the old ones

    virtual SolverChoice solver() const { return {}; }  // without kernel where nothing is computed

    // Which kind it is, for what exists for one kind only: the tuning of kernels, the list of files.
    virtual Simulation* simulation() { return nullptr; }
    virtual SnapshotPlayback* recorded() { return nullptr; }
    virtual const SnapshotPlayback* recorded() const { return nullptr; }
    virtual MixedRun* mixed() { return nullptr; }
    virtual const MixedRun* mixed() const { return nullptr; }
};

}  // namespace milkomeda
