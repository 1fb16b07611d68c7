// The View panel: draw mode, light, colors, camera, annotations, and visibility of galaxies and components.
#pragma once

#include "app/panels/camera_section.hpp"
#include "app/panels/panel.hpp"

namespace milkomeda {

class ViewPanel {
  public:
    // Draws the contents of the panel; needs an open ImGui window.
    void draw(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions);

  private:
    CameraSection camera_;
};

}  // namespace milkomeda
