// A section of the Diagnostics panel: how exact forces are, by a sample of the bodies.
#pragma once

#include "app/motion/motion.hpp"
#include "app/plots/plot.hpp"
#include "app/widgets/widgets.hpp"

namespace milkomeda {

class ErrorsSection {
  public:
    // Errors are measured while it is drawn, those of exact forces, too.
    void draw(Widgets& widgets, Motion& motion);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
