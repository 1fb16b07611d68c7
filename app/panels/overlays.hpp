// Texts and buttons over the picture: the help page, the guided tour, the note about a recording, and the button that
// frames all galaxies.
#pragma once

#include <span>

#include "app/capture/video_recorder.hpp"
#include "app/io/run_recorder.hpp"
#include "app/panels/tour.hpp"
#include "app/ui/user_commands.hpp"
#include "app/ui/widgets.hpp"
#include "app/viewport/camera_rig.hpp"
#include "app/viewport/overlay_painter.hpp"

namespace milkomeda {

// Draws the help page, which lists all mouse actions and keys, grouped by menu, between the bars at the top and bottom.
// `above` and `below`: heights of these bars. The close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below, bool& shown);

// Returns the width of the recording note in screen coordinates; 0 if nothing is recorded.
float recording_width(const VideoRecorder& video, const RunRecorder& run);

// Draws the red recording note at the right end of the status line while a video or the run is recorded. The
// note has its own window, so that the note is visible even without panels.
void recording_note(Widgets& widgets, const VideoRecorder& video, const RunRecorder& run);

// Draws a small button in the lower right corner of `free` while the camera can frame the galaxies, which it does after
// a press of the button.
void framing_button(Widgets& widgets, CameraRig& camera, const LoadedScene& loaded, const Area& free);

inline constexpr const char* tour_title = "Tour";

// Draws a frame around the control that the current stop of the tour explains, and a box with the explanation.
// Must be called after all panels of this frame were drawn. `free` is the area between the panels.
void tour_overlay(Widgets& widgets, const Tour& tour, const Area& free);

// Returns the part of `free` above or below the text box of the tour, whichever is larger.
Area beside_tour(const Widgets& widgets, const Area& free);

}  // namespace milkomeda
