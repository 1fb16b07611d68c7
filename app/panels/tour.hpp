// A guided tour of ten seconds through what can be done with the program: it turns the camera, changes the
// draw mode, the timestep and the fraction, and puts everything back.
#pragma once

#include <optional>

#include "app/viewport/camera_rig.hpp"
#include "app/panels/tour_stops.hpp"
#include "data/simulation/parameters.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// What the tour shows, and changes.
struct Toured {
    CameraRig& camera;
    Look& look;
    SimulationParameters& parameters;
};

class Tour {
  public:
    explicit Tour(const Toured& toured) : toured_{toured} {}

    void begin(bool recorded);     // of a recorded run
    void advance(double seconds);  // a frame of so long; at the end everything is as it was
    void end();                    // at once

    bool runs() const { return kept_.has_value(); }
    std::span<const TourStop> stops() const { return stops_; }
    TourMoment now() const { return now_; }  // while it runs
    const TourStop& stop() const { return stops_[now_.stop]; }

  private:
    void show();
    void put_back();  // what the stop has changed

    struct Kept {
        CameraRig camera;
        DrawMode mode;
        SimulationParameters parameters;
    };

    Toured toured_;
    std::optional<Kept> kept_;  // what there was before
    std::span<const TourStop> stops_;
    TourMoment now_{};
    double seconds_ = 0;
};

}  // namespace milkomeda
