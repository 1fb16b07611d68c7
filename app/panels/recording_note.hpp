// The note at the right end of the status line while a video or the run is being recorded, in red.
#pragma once

#include "app/capture/video_recorder.hpp"
#include "app/io/run_recorder.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

// Width of the note in screen coordinates; 0 if nothing is recorded.
float recording_width(const VideoRecorder& film, const RunRecorder& run);

// Draws the note in a window of its own, so that it is visible without panels, too.
void recording_note(Widgets& widgets, const VideoRecorder& film, const RunRecorder& run);

}  // namespace milkomeda
