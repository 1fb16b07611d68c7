// The section "camera" of the View panel.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/camera/camera_rig.hpp"
#include "app/output/notices.hpp"
#include "app/panels/widgets.hpp"

namespace milkomeda {

class CameraPanel {
  public:
    // Its controls, inside ImGui's window. The file to save the scene with the camera's path to, when that is
    // asked for. `chosen` are rows of bodies that it offers to follow.
    std::optional<std::string> draw(Widgets& widgets, CameraRig& rig, Look& look, const LoadedScene& loaded,
                                    std::span<const std::size_t> chosen, Notices& notices);

  private:
    void modes(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);
    void goals(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded,
               std::span<const std::size_t> chosen);
    void eyes(Widgets& widgets, Look& look);
    std::optional<std::string> path(Widgets& widgets, CameraRig& rig, const LoadedScene& loaded);

    std::optional<std::size_t> chosen_;  // key frame
    std::string body_, file_ = "milkomeda-path.toml";
};

}  // namespace milkomeda
