// Keeps the style that a scene requests apart from the user's style, which returns with the next scene.
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
    // Returns the user's style `person` with the values that `scene` overrides.
    const Style& begin(const Style& person, const SceneSetup& scene);
    const Style& begun() const { return scene_; }
    // Returns the user's own style from the style `shown` in the window. Values that the scene has set and
    // the user has not changed get the user's earlier values.
    Style own(const Style& shown) const;

  private:
    Style person_, scene_;  // styles before and after the overrides of the scene
};

}  // namespace milkomeda
