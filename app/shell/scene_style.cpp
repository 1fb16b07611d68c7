#include "app/shell/scene_style.hpp"

#include "render/look/look_table.hpp"

namespace milkomeda {

const Style& SceneStyle::begin(const Style& user, const SceneSetup& scene) {
    own_ = user;
    scene_ = {with_overrides(user.look, scene.look), scene.show.value_or(user.annotations)};
    return scene_;
}

Style SceneStyle::own(const Style& shown) const {
    Style own = shown;
    for (const LookControl& control : look_table()) {
        const auto user = control.field.get(own_.look), scene = control.field.get(scene_.look);
        if (user != scene && control.field.get(shown.look) == scene) control.field.set(own.look, user);
    }
    const AnnotationSet scenes = (own_.annotations ^ scene_.annotations) & ~(shown.annotations ^ scene_.annotations);
    own.annotations = (shown.annotations & ~scenes) | (own_.annotations & scenes);
    return own;
}

}  // namespace milkomeda
