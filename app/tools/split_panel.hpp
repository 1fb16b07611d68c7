// Titles above the two pictures of a comparison, and the plot of the differences below the pictures.
#pragma once

#include "app/tools/split.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

inline constexpr const char* split_title = "Split";

class SplitPanel {
  public:
    // Draws titles and plot; does nothing if no runs are compared. `scale`: scale of the user interface.
    void draw(Widgets& widgets, const Split& split, const ParticleSource& run, const SimulationParameters& parameters,
              float scale);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
