// What is written over the two pictures, and the plot below them: how far the runs have come apart.
#pragma once

#include "app/ui/plot.hpp"
#include "app/tools/split.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

inline constexpr const char* split_title = "Split";

class SplitPanel {
  public:
    // Only while the picture is split; `scale` as the panels'.
    void draw(Widgets& widgets, const Split& split, const ParticleSource& run, const SimulationParameters& parameters,
              float scale);

  private:
    PlotZoom zoom_;
};

}  // namespace milkomeda
