// Separates the style that a scene requests from the user's style, which applies again to the next scene.
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
    // Returns the style `shown` of the window without the overrides of the scene. A value that the scene has set and
    // the user has not changed becomes the user's earlier value.
    Style own(const Style& shown) const;

  private:
    Style own_, scene_;  // the user's style, and this style with the overrides of the scene
};

}  // namespace milkomeda
