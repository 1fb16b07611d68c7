// Interface of a particle source to the frames of a window, a picture or a video: advances the bodies and
// supplies the rows to draw.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/playback/run_history.hpp"
#include "compute/simulation/simulation.hpp"

namespace milkomeda {

// One frame of the window, in seconds of wall-clock time.
struct FrameTime {
    double seconds = 0;                 // time since the last frame
    double busy_seconds = 0;            // part of it for drawing and everything besides the simulation
    bool one_step_only = false;         // End the frame with the step under way.
    std::optional<double> last_time{};  // model time that no step may pass
    bool goes_ahead = false;            // FrameSource::go_ahead() follows.
};

// State that the next picture shows, in model time.
struct Moment {
    double time = 0;
    double rows_time = 0;    // time of the rows; changes only when the rows do
    double time_offset = 0;  // rows are drawn at position + velocity * time_offset
    // Rows to upload, valid until the next call to the source. Empty if they have not changed, or if the
    // source writes into the vertex buffers itself.
    std::span<const Float4> positions, velocities;
};

// A past moment of a run, to be computed again.
struct RetraceRequest {
    std::span<const RunHistory::Change> changes{};  // parameters and solver of the steps up to the moment
    long steps = 0;                                 // step index of the moment
    double ahead = 0;  // model time by which the picture is later than the end of that step
    std::function<ReadySolver(const std::string&)> make_solver{};  // builds the solver of that name
};

class FrameSource {
  public:
    virtual ~FrameSource() = default;

    // Advances by a frame at the present pace, without waiting.
    virtual void advance(const SimulationParameters& parameters, const FrameTime& frame) = 0;
    // Enqueues steps of the next frame, so that the device works while this frame is drawn.
    virtual void go_ahead(const SimulationParameters&) {}
    // Advances by exactly `seconds` of a video at the present pace. That may take several calls; returns true
    // when the frame of the video is reached.
    virtual bool advance_to_video_frame(double /*seconds*/, const SimulationParameters& parameters,
                                        const FrameTime& frame) {
        advance(parameters, frame);
        return true;
    }
    // Goes to this model time and waits for it; a progress bar shows `title` unless it is empty. Throws
    // std::runtime_error if a snapshot cannot be read.
    virtual void go_to(double time, const SimulationParameters& parameters,
                       const std::string& title = {}) = 0;
    // Computes the moment of the request; returns false without a simulation. Throws std::runtime_error if
    // the moment cannot be reached.
    virtual bool retrace(const RetraceRequest&) { return false; }

    virtual Moment moment() = 0;

    // Returns true if positions and velocities belong to one time; read() needs that.
    virtual bool is_between_steps() const { return true; }
    virtual void finish_step(const SimulationParameters&) {}
    virtual ParticleSet read() const = 0;  // bodies of the moment shown

    virtual SimulationStatus status() const = 0;
    virtual std::string device_text() const = 0;  // for the user: the device, or why no device is used
    // Returns a new error message for the user, once; empty without an error.
    virtual std::string take_error() { return {}; }

    // Sets the invisible attractor that acts from the next step on; does nothing without a simulation.
    virtual void set_external_mass(const std::optional<ExternalMass>&) {}
    // Reports what the device does to `profiler`, which must outlive the source.
    virtual void record_into(FrameProfiler* /*profiler*/) {}
    // Builds the kernels again; on failure throws and keeps the old kernels.
    virtual void reload(const ReadAsset&) {}
};

}  // namespace milkomeda
