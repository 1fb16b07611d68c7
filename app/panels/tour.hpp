// A guided tour of ten seconds. It turns the camera, changes the draw mode, the timestep and the fraction,
// and restores everything at the end.
#pragma once

#include <optional>

#include "app/panels/tour_stops.hpp"
#include "app/viewport/camera_rig.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// What the tour shows and changes.
struct Toured {
    CameraRig& camera;
    Look& look;
    SimulationParameters& parameters;
};

class Tour {
  public:
    explicit Tour(const Toured& toured) : toured_{toured} {}

    void begin(bool recorded);  // `recorded`: snapshots are played instead of a simulation.
    // Continues by a frame's duration in seconds; ends and restores everything after the last stop.
    void advance(double seconds);
    void end();  // Ends the tour at once and restores everything.

    bool runs() const { return kept_.has_value(); }
    std::span<const TourStop> stops() const { return stops_; }
    TourMoment now() const { return now_; }  // current stop and progress; valid while the tour runs
    const TourStop& stop() const { return stops_[now_.stop]; }

  private:
    void show();
    void put_back();  // Restores what the current stop has changed.

    struct Kept {
        CameraRig camera;
        DrawMode mode;
        SimulationParameters parameters;
    };

    Toured toured_;
    std::optional<Kept> kept_;  // state before the tour
    std::span<const TourStop> stops_;
    TourMoment now_{};
    double seconds_ = 0;
};

}  // namespace milkomeda
