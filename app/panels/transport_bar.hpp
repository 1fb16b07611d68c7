// The bar above the status line: the run's transport, and its time as a line on which one can see what can be
// reached, and go there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/time_strip.hpp"
#include "app/playback/particle_source.hpp"
#include "app/ui/controls.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// What a person wants of the transport in this frame.
struct TransportWishes {
    const Control* control = nullptr;
    std::optional<double> show;      // the moment nearest to this time, while the line is dragged
    std::optional<double> head_for;  // exactly this time
    bool play_on = false;            // once it was let go
};

class TransportBar {
  public:
    static float height();  // screen coordinates

    struct Run {
        const ParticleSource& source;
        double& pace;  // model time per second
        const TimeStrip& strip;
        std::span<const Control> controls;
        bool has_times;  // else times are numbers of snapshots
        bool has_years;  // model time is that of galaxies
    };
    TransportWishes draw(Widgets& widgets, const Run& run, float below);

    // A line to type a time into.
    void ask_for_time() { asks_ = true; }

  private:
    void buttons(Widgets& widgets, const Run& run, TransportWishes& wishes);
    void line(Widgets& widgets, const Run& run, TransportWishes& wishes);
    void time_to_go_to(Widgets& widgets, const Run& run, TransportWishes& wishes);

    bool asks_ = false, dragged_ = false, played_ = false;
    bool goes_on_ = false;          // typing after a mistake, from the next frame on
    std::optional<double> wanted_;  // by the drag under way
    std::optional<double> mark_;    // that it is at
    std::string typed_, trouble_;
};

}  // namespace milkomeda
