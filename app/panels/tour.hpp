// A guided tour of ten seconds: turns the camera, and changes the draw mode, the timestep and the fraction of the
// bodies that attract in a step. Restores all settings at the end.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "app/ui/workspace.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Setting or control that a stop of the tour demonstrates.
enum class TourSubject { orbit, draw_mode, timestep, fraction, time, pace };

struct TourStop {
    TourSubject subject;
    double seconds;
    std::optional<Panel> panel;  // panel that contains the control
    const char* control;         // control to point at, as "Panel/label"; empty for the picture
    const char* words;           // text that explains the control, in one sentence
};

// Returns the stops, which take ten seconds in total. `recorded`: true for a recorded run, whose stops show time and
// pace, because a recorded run has no parameters.
std::span<const TourStop> tour_stops(bool recorded);

struct TourMoment {
    std::size_t stop;
    double progress;  // elapsed share of the stop's duration, 0 to 1
};

// Returns the stop at `seconds` since the start of the tour; empty after the last stop.
std::optional<TourMoment> tour_at(std::span<const TourStop> stops, double seconds);

// Settings that the tour changes.
struct Toured {
    CameraRig& camera;
    Look& look;
    SimulationParameters& parameters;
};

class Tour {
  public:
    explicit Tour(const Toured& toured) : toured_{toured} {}

    void begin(bool recorded);  // `recorded`: true if snapshots are played
    // Continues the tour by the duration of a frame, in seconds. After the last stop, ends the tour and restores all
    // settings.
    void advance(double seconds);
    void end();  // ends the tour and restores all settings

    bool runs() const { return kept_.has_value(); }
    std::span<const TourStop> stops() const { return stops_; }
    TourMoment now() const { return now_; }  // current stop and progress; valid only while the tour runs
    const TourStop& stop() const { return stops_[now_.stop]; }

  private:
    void show();
    void put_back();  // restores the settings that the current stop has changed

    struct Kept {
        CameraRig camera;
        DrawMode mode;
        SimulationParameters parameters;
    };

    Toured toured_;
    std::optional<Kept> kept_;  // settings before the tour; empty if no tour runs
    std::span<const TourStop> stops_;
    TourMoment now_{};
    double seconds_ = 0;
};

}  // namespace milkomeda
