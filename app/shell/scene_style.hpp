// Separates the style that a scene asks for from the user's own style, which returns with the next scene.
#pragma once

#include "app/cli/annotation_set.hpp"
#include "app/scene/scene_setup.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

struct Style {
    Look look;
    AnnotationSet annotations;
};

class SceneStyle {
  public:
    // Returns the style in which the scene is shown to a user with the style `person`.
    const Style& begin(const Style& person, const SceneSetup& scene);
    const Style& begun() const { return scene_; }
    // Returns the user's own style. Values that still equal the scene's are replaced by the user's values
    // before the scene.
    Style own(const Style& shown) const;

  private:
    Style person_, scene_;  // styles before and after the scene's overrides
};

}  // namespace milkomeda
