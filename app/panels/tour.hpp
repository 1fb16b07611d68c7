// A guided tour of ten seconds: turns the camera, changes the draw mode, the timestep and the fraction of
// bodies, and restores all of them at the end.
#pragma once

#include <optional>

#include "app/panels/tour_stops.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

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
    // Continues by the duration of a frame. After the last stop, ends the tour and restores all settings.
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
