// Texts and buttons over the picture: the scene title, the help page, the guided tour, the note about a recording, and
// the button that frames all galaxies.
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

class LoadedScene;

// Draws the help page, which lists all mouse actions and keys, grouped by menu, between the bars at the top and bottom.
// `above` and `below`: heights of these bars. The close button sets `shown` to false.
void help_overlay(Widgets& widgets, std::span<const UserCommand> commands, float above, float below, bool& shown);

// Draws the name and version of the program. The close button sets `shown` to false.
void about_overlay(Widgets& widgets, bool& shown);

// Draws the title of the scene, the time and the present milestone into the upper left corner of `free`. `opacity`: 0
// to 1. Returns the area of the text.
Area draw_scene_title(const LoadedScene& loaded, const Area& free, float opacity);

// Draws the red recording note in the middle below the menu bar while a video or the run is recorded. The note is
// visible even without panels. `above`: height of the menu bar.
void recording_note(Widgets& widgets, const VideoRecorder& video, const RunRecorder& run, float above);

// Draws a small button in the lower right corner of `free` that makes the camera frame all galaxies. Draws nothing
// while CameraRig::can_frame() returns false.
void framing_button(Widgets& widgets, CameraRig& camera, const LoadedScene& loaded, const Area& free);

inline constexpr const char* tour_title = "Tour";

// Draws a frame around the control that the current stop of the tour explains, and a box with the explanation.
// Must be called after all panels of this frame were drawn. `free` is the area between the panels.
void tour_overlay(Widgets& widgets, const Tour& tour, const Area& free);

// Returns the part of `free` above or below the text box of the tour, whichever is larger.
Area beside_tour(const Widgets& widgets, const Area& free);

}  // namespace milkomeda
