// The Camera drawer: motion, target and path of the camera, and stereo.
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
    void motion(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);
    void target(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded, std::span<const std::size_t> chosen);
    // Returns the file in which the user wants to save the camera path; empty without such a request.
    std::optional<std::string> path(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);

    std::optional<std::size_t> chosen_;  // index of the selected key frame of the camera path
    std::string body_, file_ = "milkomeda-path.toml";
};

}  // namespace milkomeda
