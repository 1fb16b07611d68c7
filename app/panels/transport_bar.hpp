// The time bar over the lower edge of the picture: buttons to play and step the run, the clock, a time line on which
// the user can go to any moment, and the speed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/panels/panel.hpp"
#include "app/panels/time_strip.hpp"
#include "app/playback/particle_source.hpp"
#include "app/ui/area.hpp"
#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class TransportBar {
  public:
    struct Run {
        const ParticleSource& source;
        double& pace;       // requested pace: model time per second of wall-clock time
        double usual_pace;  // pace at the speed 1x
        const TimeStrip& strip;
        std::span<const UserCommand> commands;
        bool has_times;  // false: times are snapshot numbers
        bool has_years;  // true if model time can be converted to years
    };
    // Draws the bar with the opacity `opacity`, 0 to 1, and the text field of ask_for_time(), which is visible even if
    // the opacity is 0.
    void draw(Widgets& widgets, const Run& run, const Area& area, float opacity, PanelActions& actions);

    // True while the pointer is over the bar, or while a list of the bar is open.
    bool is_used() const { return is_used_; }

    // Opens the text field in which the user types a time to go to.
    void ask_for_time() { asks_ = true; }

  private:
    void bar(Widgets& widgets, const Run& run, const Area& area, PanelActions& actions);
    void line(Widgets& widgets, const Run& run, PanelActions& actions);
    void time_to_go_to(Widgets& widgets, const Run& run, PanelActions& actions);

    bool is_used_ = false;
    bool asks_ = false, dragged_ = false, played_ = false;
    // true: the typed text was invalid, so the text field gets the keyboard focus again in the next frame
    bool refocuses_ = false;
    std::optional<double> wanted_;  // time under the pointer during a drag
    std::optional<double> mark_;    // time of the mark under the pointer during a drag
    std::string typed_, trouble_;
};

}  // namespace milkomeda
