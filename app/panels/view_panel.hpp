// The View panel: how the bodies are drawn, in which light, from where, and which of them.
#pragma once

#include "app/panels/camera_section.hpp"
#include "app/panels/panel.hpp"

namespace milkomeda {

class ViewPanel {
  public:
    // Its contents, inside ImGui's window.
    void draw(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions);

  private:
    CameraSection camera_;
};

}  // namespace milkomeda
