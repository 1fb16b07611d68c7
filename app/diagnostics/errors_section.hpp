// The section of the Diagnostics panel about force errors, measured on a sample of the bodies.
#pragma once

#include "app/playback/particle_source.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class ErrorsSection {
  public:
    // Draws the section. Force errors, even of exact solvers, are measured only while it is drawn.
    void draw(Widgets& widgets, ParticleSource& source);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
