// Separates the style that a scene requests from the user's style. The next scene begins with the user's style.
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
    // Returns the user's style `user` with the values that `scene` overrides.
    const Style& begin(const Style& user, const SceneSetup& scene);
    const Style& begun() const { return scene_; }
    // Returns the style `shown` of the window without the overrides of the scene. If the scene has overridden a value
    // and the user has not changed the overridden value, returns the value from before the scene.
    Style own(const Style& shown) const;

  private:
    Style own_, scene_;  // the user's style, and this style with the overrides of the scene
};

}  // namespace milkomeda
