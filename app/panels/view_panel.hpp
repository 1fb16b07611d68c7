// The View panel: draw mode, light, colors, camera, annotations, and which galaxies and components are shown.
#pragma once

#include "app/panels/camera_section.hpp"
#include "app/panels/panel.hpp"

namespace milkomeda {

class ViewPanel {
  public:
    // Draws the contents of the panel; needs an open ImGui window.
    void draw(Widgets& widgets, const PanelView& view, PanelActions& actions);

  private:
    CameraSection camera_;
};

}  // namespace milkomeda
