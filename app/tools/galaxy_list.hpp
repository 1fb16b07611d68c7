// The list of galaxies in the run, with numbers of bodies, and buttons that center the view on a galaxy or
// delete it.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

struct GalaxyRequest {
    std::optional<glm::vec3> focus;      // position of the galaxy on which to center the view
    std::optional<std::string> deleted;  // name of the galaxy to delete
};

GalaxyRequest galaxy_list(Widgets& widgets, LoadedScene& loaded);

}  // namespace milkomeda
