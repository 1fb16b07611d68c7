// The section of the Diagnostics panel that shows force errors, measured on samples of the bodies.
#pragma once

#include "app/playback/particle_source.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class ErrorsSection {
  public:
    // Draws the section. Force errors, even of exact solvers, are measured while the section is open.
    void draw(Widgets& widgets, ParticleSource& source);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
