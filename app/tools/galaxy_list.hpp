// The galaxies of the run, as they are now: which there are, of how many bodies, and what can be done to
// them.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "app/scene/loaded_scene.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

struct GalaxyWish {
    std::optional<glm::vec3> focus;      // its place
    std::optional<std::string> deleted;  // its name
};

GalaxyWish galaxy_list(Widgets& widgets, LoadedScene& loaded);

}  // namespace milkomeda
