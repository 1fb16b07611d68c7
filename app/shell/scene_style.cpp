#include "app/shell/scene_style.hpp"

#include "render/look/look_table.hpp"

namespace milkomeda {

const Style& SceneStyle::begin(const Style& person, const SceneSetup& scene) {
    person_ = person;
    scene_ = {with_overrides(person.look, scene.look), scene.show.value_or(person.annotations)};
    return scene_;
}

Style SceneStyle::own(const Style& shown) const {
    Style own = shown;
    for (const LookControl& control : look_table()) {
        const auto person = control.field.get(person_.look), scene = control.field.get(scene_.look);
        if (person != scene && control.field.get(shown.look) == scene) control.field.set(own.look, person);
    }
    const AnnotationSet scenes = (person_.annotations ^ scene_.annotations) & ~(shown.annotations ^ scene_.annotations);
    own.annotations = (shown.annotations & ~scenes) | (person_.annotations & scenes);
    return own;
}

}  // namespace milkomeda
