// The bar above the status line: buttons to play and step the run, its pace, and a time line on which the
// user can go to any moment.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/time_strip.hpp"
#include "app/playback/particle_source.hpp"
#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// What the user requested in the bar in this frame.
struct TransportRequests {
    const UserCommand* command = nullptr;
    // time whose nearest stored moment is to be shown, while the time line is dragged
    std::optional<double> show;
    std::optional<double> head_for;  // time to run to exactly
    bool play_on = false;            // resume playing after the drag
};

class TransportBar {
  public:
    static float height();  // height of the bar in screen coordinates

    struct Run {
        const ParticleSource& source;
        double& pace;  // model time per second of wall-clock time
        const TimeStrip& strip;
        std::span<const UserCommand> commands;
        bool has_times;  // False: times are snapshot numbers.
        bool has_years;  // Model time corresponds to years of galaxies.
    };
    TransportRequests draw(Widgets& widgets, const Run& run, float below);

    // Opens a text field for the time to go to.
    void ask_for_time() { asks_ = true; }

  private:
    void buttons(Widgets& widgets, const Run& run, TransportRequests& requests);
    void line(Widgets& widgets, const Run& run, TransportRequests& requests);
    void time_to_go_to(Widgets& widgets, const Run& run, TransportRequests& requests);

    bool asks_ = false, dragged_ = false, played_ = false;
    bool goes_on_ = false;          // Focus the text field again after a mistake, in the next frame.
    std::optional<double> wanted_;  // time that the current drag points at
    std::optional<double> mark_;    // mark under the pointer of the current drag
    std::string typed_, trouble_;
};

}  // namespace milkomeda
