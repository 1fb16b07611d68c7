// That a film or the run is being recorded: in red, at the right end of the status line.
#pragma once

#include "app/capture/video_recorder.hpp"
#include "app/io/run_recorder.hpp"
#include "app/ui/widgets.hpp"

namespace milkomeda {

float recording_width(const VideoRecorder& film, const RunRecorder& run);  // screen coordinates; 0: nothing is

// In a corner of its own, so that it is there without panels, too.
void recording_note(Widgets& widgets, const VideoRecorder& film, const RunRecorder& run);

}  // namespace milkomeda
