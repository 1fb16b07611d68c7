// A scene may be drawn in its own way; that goes with the scene. What the person chose comes back.
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
    // How this scene is shown to a person whose own style this is.
    const Style& begin(const Style& person, const SceneSetup& scene);
    const Style& begun() const { return scene_; }
    // The person's own part of what is shown now: where the scene's wish still stands, it is what was there
    // before.
    Style own(const Style& shown) const;

  private:
    Style person_, scene_;  // before and after the scene's wishes
};

}  // namespace milkomeda
