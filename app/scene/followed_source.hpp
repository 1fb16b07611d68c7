// Start of the command `follow`: waits for the first snapshot of a run that another program computes.
#pragma once

#include "app/cli/option_parts.hpp"

namespace milkomeda {

// Replaces the folder `scene.source` by the series of snapshots in this folder, and sets `scene.followed`. Waits until
// the folder contains a complete snapshot. Throws FileError if the folder does not exist.
void begin_following(SceneOptions& scene);

}  // namespace milkomeda
