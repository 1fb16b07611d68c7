// The section of the View panel with camera mode, target, stereo view and camera path.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/panels/panel.hpp"
#include "app/viewport/camera_rig.hpp"

namespace milkomeda {

class CameraSection {
  public:
    // Draws the controls; needs an open ImGui window.
    void draw(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions);

  private:
    void modes(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);
    void goals(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded, std::span<const std::size_t> chosen);
    void eyes(Widgets& widgets, Look& look);
    std::optional<std::string> path(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);

    std::optional<std::size_t> chosen_;  // index of the selected key frame of the camera path
    std::string body_, file_ = "milkomeda-path.toml";
};

}  // namespace milkomeda
