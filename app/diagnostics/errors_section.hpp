// A section of the Diagnostics panel: how exact forces are, by a sample of the bodies.
#pragma once

#include "app/playback/particle_source.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

class ErrorsSection {
  public:
    // Errors are measured while it is drawn, those of exact forces, too.
    void draw(Widgets& widgets, ParticleSource& source);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
