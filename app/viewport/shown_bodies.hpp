// Update of the shown bodies, together with the objects that refer to rows.
#pragma once

#include "app/viewport/annotations.hpp"
#include "app/viewport/camera_rig.hpp"

namespace milkomeda {

// Calls loaded.update(). If the snapshots of a series have different bodies, trails, the selection and the followed
// body move to the new rows. The camera stops following a body that disappears.
inline void update_bodies(LoadedScene& loaded, Annotations& annotations, CameraRig& camera) {
    const std::shared_ptr<const SceneSetup> before = loaded.held_initial();
    loaded.update();
    if (loaded.held_initial() == before) return;
    annotations.keep(annotations.names_in(before->particles), loaded.initial().particles);
    camera.reload(loaded.initial(), true);
}

}  // namespace milkomeda
