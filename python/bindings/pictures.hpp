// Pictures of snapshots, and files that `milkomeda render` writes.
#pragma once

#include <optional>
#include <string>

#include "python/bindings/scene.hpp"
#include "render/gl/image.hpp"

namespace milkomeda::python {

// Draws the bodies as `milkomeda render` draws a picture; `words` are a command `render`. A snapshot of a run is drawn
// with the look and the camera of its scene. Must be called without Python's lock. Throws UsageError for invalid
// options, and std::runtime_error without OpenGL.
Image draw(const Words& words, const Snapshot& snapshot);

// Executes the command `render` of the words for its source or, if `snapshot` is not empty, for a new run that starts
// with the snapshot. Must be called without Python's lock. After Ctrl-C, a video or page ends early, and the signal
// reaches Python's handler.
void render_file(Words words, const std::optional<Snapshot>& snapshot);

}  // namespace milkomeda::python
