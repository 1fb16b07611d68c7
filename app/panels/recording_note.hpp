// The red note at the right end of the status line while a video or the run is recorded.
#pragma once

#include "app/capture/video_recorder.hpp"
#include "app/io/run_recorder.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Width of the note in screen coordinates; 0 if nothing is recorded.
float recording_width(const VideoRecorder& film, const RunRecorder& run);

// Draws the note in a separate window, so that the note is visible even without panels.
void recording_note(Widgets& widgets, const VideoRecorder& film, const RunRecorder& run);

}  // namespace milkomeda
