// The list of the galaxies in the current run, with their numbers of bodies and buttons to focus and delete
// them.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

struct GalaxyRequest {
    std::optional<glm::vec3> focus;      // position of the galaxy to look at
    std::optional<std::string> deleted;  // name of the galaxy to delete
};

GalaxyRequest galaxy_list(Widgets& widgets, LoadedScene& loaded);

}  // namespace milkomeda
