// Draws durations of frames: one frame with a column for each lane, and many frames as thin columns.
#pragma once

#include <array>
#include <optional>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// In both functions, `place` is x, y, width and height, as in Widgets::canvas(). The heights of `place` should be
// columns_height() and history_height(), in screen coordinates.

float columns_height();
float history_height();

// Draws a column of stacked parts for each lane (main thread, OpenCL, OpenGL), and a time axis that marks the display
// interval. With `record`, draws the parts at the times at which they ran in this frame, with gaps where a lane was
// idle.
void draw_columns(const FrameColumns& columns, const FrameRecord* record, double interval_seconds,
                  const std::array<float, 4>& place);

// Draws the main thread's time in the newest frames by kind of work. Marks the frame with the number `marked`.
// Returns the frame under the mouse pointer; null if there is no such frame.
const LoggedFrame* draw_history(const FrameLog& log, double interval_seconds, std::optional<long> marked,
                                const std::array<float, 4>& place);

// Draws a square in the color of the part, as high as a text line, into the current ImGui window.
void draw_swatch(std::string_view part);

}  // namespace milkomeda
