// Interface through which a window or a command advances the bodies and gets the rows to draw.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/playback/run_history.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// Durations and limits of one frame. Seconds are wall-clock time.
struct FrameTime {
    double seconds = 0;                 // time since the previous frame
    double busy_seconds = 0;            // time of this frame for all work except the simulation
    bool one_step_only = false;         // true if the simulation may complete at most one step in this frame
    std::optional<double> last_time{};  // model time that no step may exceed
    bool goes_ahead = false;            // true if FrameSource::go_ahead() will be called in this frame
};

// State of the bodies that the next picture shows. Times are model times.
struct Moment {
    double time = 0;
    double rows_time = 0;    // time of the rows; changes only when the rows change
    double time_offset = 0;  // pictures show rows at position + velocity * time_offset
    // Rows to upload, valid until the next call to the source. Empty if the rows have not changed, or if the
    // source itself writes the rows into the vertex buffers.
    std::span<const Float4> positions, velocities;
};

// Request to recompute a moment of a recorded run.
struct RetraceRequest {
    std::span<const SettingsChange> changes{};  // parameters and solver of all steps up to the moment
    long steps = 0;                             // number of steps up to the moment
    double ahead = 0;                           // model time from the end of the last step to the moment
    std::function<ReadySolver(const std::string&)> make_solver{};  // builds the solver with the given name
};

class FrameSource {
  public:
    virtual ~FrameSource() = default;

    // Advances the bodies by one frame at the present pace, without waiting for the device.
    virtual void advance(const SimulationParameters& parameters, const FrameTime& frame) = 0;
    // Enqueues steps of the next frame, so that the device computes while the CPU draws this frame.
    virtual void go_ahead(const SimulationParameters&) {}
    // Advances by exactly `seconds` of a video at the present pace. This can take several calls. Returns true
    // when the bodies have reached the next video frame.
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

    // Sets the invisible attractor, which acts from the next step on. Has no effect if the source computes no
    // forces.
    virtual void set_external_mass(const std::optional<ExternalMass>&) {}
    // Records the work of the device in `profiler`, which must outlive the source.
    virtual void record_into(FrameProfiler* /*profiler*/) {}
    // Rebuilds the kernels. If a kernel does not build, throws and keeps all old kernels.
    virtual void reload(const ReadAsset&) {}
};

}  // namespace milkomeda
