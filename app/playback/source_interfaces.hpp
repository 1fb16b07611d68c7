// Interfaces of a particle source: frames to draw, control of the time, and checkpoints.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/playback/run_history.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// Durations and limits of one frame. Seconds are seconds of wall-clock time.
struct FrameTime {
    double seconds = 0;                 // time since the previous frame
    double busy_seconds = 0;            // time that this frame has spent on work other than the simulation
    bool one_step_only = false;         // true if the simulation may complete at most one step in this frame
    std::optional<double> last_time{};  // model time that no step may exceed
    bool goes_ahead = false;            // true if FrameSource::go_ahead() will be called in this frame
};

// State of the bodies that the next picture shows. Times are model times.
struct Moment {
    double time = 0;
    double rows_time = 0;    // model time of the positions and velocities of the bodies
    double time_offset = 0;  // pictures show each body at position + velocity * time_offset
    // Body data to upload, valid until the next call to the source. Empty if the data have not changed, or if the
    // source itself writes the data into the vertex buffers.
    std::span<const Float4> positions, velocities;
    // Ids and components of the bodies in `positions`. Null if a source always shows the bodies of its start.
    std::shared_ptr<const ParticleSet> bodies{};
    // Number of changes of the body data that are not due to the passage of time: jumps to another time or branch,
    // edits of galaxies, and changes to another snapshot. LoadedScene::update() sets this number.
    long row_changes = 0;
};

// Request to compute a moment of an earlier run again.
struct RetraceRequest {
    std::span<const SettingsChange> changes{};  // parameters and solver of all steps up to the moment
    long steps = 0;                             // number of steps up to the moment
    double ahead = 0;                           // model time from the end of the last step to the moment
    std::function<ReadySolver(const std::string&)> make_solver{};  // builds the solver with the given name
};

// Advances the bodies for a window or a command, and supplies the positions and velocities to draw.
class FrameSource {
  public:
    virtual ~FrameSource() = default;

    // Advances the bodies by one frame at the present pace, without waiting for the device.
    virtual void advance(const SimulationParameters& parameters, const FrameTime& frame) = 0;
    // Enqueues steps of the next frame, so that the device computes while the CPU draws this frame.
    virtual void go_ahead(const SimulationParameters&) {}
    // Advances by exactly `seconds` of video time at the present pace, which can take several calls. Returns true when
    // the bodies have reached the time of the next video frame.
    virtual bool advance_to_video_frame(double /*seconds*/, const SimulationParameters& parameters,
                                        const FrameTime& frame) {
        advance(parameters, frame);
        return true;
    }
    // Advances to this model time and waits for the result. A progress bar shows `title` unless `title` is
    // empty. Throws std::runtime_error if a snapshot cannot be read.
    virtual void go_to(double time, const SimulationParameters& parameters, const std::string& title = {}) = 0;
    // Recomputes the requested moment. Returns false if the source computes no forces. Throws
    // std::runtime_error if the moment cannot be reached.
    virtual bool retrace(const RetraceRequest&) { return false; }

    virtual Moment moment() = 0;

    // Returns true if positions and velocities belong to one time. Otherwise a step is incomplete, and read()
    // must not be called.
    virtual bool is_between_steps() const { return true; }
    virtual ParticleSet read() const = 0;  // returns the bodies at the shown moment

    virtual SimulationStatus status() const = 0;
    // Returns a text for the user: the device, or the reason why no device is used.
    virtual std::string device_text() const = 0;
    // Returns a new error message for the user once; an empty text if there was no error.
    virtual std::string take_error() { return {}; }

    // Sets the invisible attractor, which acts from the next step on. Has no effect if the source computes no forces.
    virtual void set_external_mass(const std::optional<ExternalMass>&) {}
    // Records the work of the device in `profiler`, which must outlive the source.
    virtual void record_into(FrameProfiler* /*profiler*/) {}
    // Rebuilds the kernels. If a kernel does not build, throws and keeps all old kernels.
    virtual void reload(const ReadAsset&) {}
};

// State of the time controls. Times are model times, or snapshot indices for a series without times.
struct TransportState {
    bool playing = false;
    bool moving = false;  // true if the source plays or computes a single step in the next frame
    bool backward = false;
    bool looping = false;
    double time = 0;
    std::optional<double> goal{};          // target time of run_to(); empty outside of run_to()
    std::optional<double> undo_limit{};    // earliest time to which steps can be undone exactly, if any
    double first_time = 0, last_time = 0;  // range of the times that can be shown
    double pace_reached = 0;               // model time per second, smoothed; negative while playing backward
    long jumps = 0;                        // number of jumps in time so far, such as going to a key frame
};

// Functions of Transport that are impossible at present. Each text gives the reason in one line; an empty text means
// that the function is possible.
struct TransportLimits {
    std::string play{}, step{}, step_back{}, play_backward{}, next_branch{};
};

// Controls the time of a source: play, pause, single steps, and jumps in time. Functions that a source does not support
// throw UsageError with the reason in one line.
class Transport {
  public:
    virtual ~Transport() = default;

    virtual TransportState state() const = 0;
    virtual TransportLimits limits() const = 0;
    bool playing() const { return state().playing; }
    bool moving() const { return state().moving; }
    double time() const { return state().time; }

    virtual void play(bool on) = 0;
    // Plays backward at the present pace. Undoes steps if possible. Otherwise shows the key frames of the run
    // history in reverse order.
    virtual void play_backward() = 0;
    virtual void step() = 0;       // computes one step and pauses
    virtual void step_back() = 0;  // undoes one step and pauses
    virtual void restart() = 0;    // goes to the start and plays
    virtual void loop(bool on) = 0;

    // Runs to this time at full speed, frame by frame. Then goes on playing if the source was playing before, else
    // pauses. Every other function that changes the time cancels run_to().
    virtual void run_to(double time) = 0;
    // Returns true if run_to(time) needs no restart of the run: `time` lies in the future, or the source can go back to
    // it.
    virtual bool can_reach(double time) const { return time > this->time(); }
    // Shows the stored state nearest to this time, and pauses.
    virtual void show_nearest(double time) = 0;
    // Goes to the present time in the next branch of the run history, or to the branch's end if it ends earlier.
    virtual void next_branch() = 0;
    // Continues at the time that a previous source of the same scene had reached.
    virtual void resume(double time, bool playing) = 0;
    // After the source has gone back in time, returns the parameters of that time once.
    virtual std::optional<SimulationParameters> take_parameters() { return {}; }
};

// Returns a checkpoint of these bodies without the state of the integrator. `steps` is the number of steps
// since the start of the run.
inline Checkpoint checkpoint_of(ParticleSet particles, long steps) {
    return {particles.time, steps, std::move(particles.positions), std::move(particles.velocities)};
}

// Returns `start` with the time, positions, velocities and gas of `state`; unchanged if `state` contains no bodies.
inline ParticleSet with_rows(ParticleSet start, const Checkpoint& state) {
    if (state.positions.empty()) return start;
    start.positions = state.positions;
    start.velocities = state.velocities;
    if (state.gas)
        set_gas(start, *state.gas);
    else if (state.time != start.time)
        start.gas.clear();  // the gas has moved like stars
    start.time = state.time;
    return start;
}

// Checkpoints of a source, for files, for recovery from a lost device, and for going back in time.
class Checkpointing {
  public:
    virtual ~Checkpointing() = default;

    // Returns the newest checkpoint in host memory, which survives the loss of the device. A checkpoint without bodies
    // represents the start of the run.
    virtual Checkpoint newest_checkpoint() const { return {}; }
    // Completes an incomplete step with these parameters, so that make_checkpoint() can be called.
    virtual void finish_step(const SimulationParameters&) {}
    // Reads a checkpoint of the present state. Waits for the device. Must be called between two steps.
    virtual Checkpoint make_checkpoint() const = 0;
    // Requests a checkpoint, which is transferred in parts during the following frames.
    virtual void request_checkpoint() {}
    // Returns the requested checkpoint once; null until the checkpoint is complete.
    virtual std::shared_ptr<const Checkpoint> take_checkpoint() { return nullptr; }

    // Starts to keep a run history with at most `bytes` of key frames. A new history begins when the bodies or
    // the device are replaced.
    virtual void keep_history(std::size_t /*bytes*/) {}
    // Returns the run history; null if no history is kept.
    virtual RunHistory* run_history() { return nullptr; }
    virtual const RunHistory* run_history() const { return nullptr; }
};

class SourceInterfaces : public FrameSource, public Transport, public Checkpointing {};

}  // namespace milkomeda
