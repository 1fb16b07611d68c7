// Titles over the two pictures of a comparison, and the plot of their differences below.
#pragma once

#include "app/tools/split.hpp"
#include "app/ui/plot.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

inline constexpr const char* split_title = "Split";

class SplitPanel {
  public:
    // Does nothing without a comparison. `scale` is the scale of the panels.
    void draw(Widgets& widgets, const Split& split, const ParticleSource& run,
              const SimulationParameters& parameters, float scale);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
