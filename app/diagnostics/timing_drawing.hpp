// Draws durations of frames: the lanes of one frame as columns, and many frames as thin columns.
#pragma once

#include <array>
#include <optional>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// `place` is x, y, width and height, as in Widgets::canvas(). All heights are in screen coordinates.

float columns_height();
float history_height();

// Draws a column of stacked parts for each lane, and a time axis with the interval of the display. With
// `record`, draws the parts at their times in that frame, with gaps while a lane was idle.
void draw_columns(const FrameColumns& columns, const FrameRecord* record, double interval_seconds,
                  const std::array<float, 4>& place);

// Draws the main thread's time in the newest frames by kind of work, and marks the frame with the number
// `marked`. Returns the frame under the mouse pointer, or null.
const LoggedFrame* draw_history(const FrameLog& log, double interval_seconds, std::optional<long> marked,
                                const std::array<float, 4>& place);

// Draws a square in the color of the part, as high as a text line, into the current ImGui window.
void draw_swatch(std::string_view part);

}  // namespace milkomeda
