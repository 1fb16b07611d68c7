// Draws the durations of frames: the lanes of one frame as columns, and many frames as thin columns.
#pragma once

#include <array>
#include <optional>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// Places are x, y, width and height as in Widgets::canvas(); all heights are in screen coordinates.

float columns_height();
float history_height();

// Draws a column of stacked parts for each lane, beside an axis with the interval of the display. With
// `record`, the parts are at their times in that frame, with gaps where the lane had nothing to do.
void draw_columns(const FrameColumns& columns, const FrameRecord* record, double interval_seconds,
                  const std::array<float, 4>& place);

// Draws the main thread's time of the newest frames by kind of work, and marks the frame with the number
// `marked`. Returns the frame under the mouse, or null.
const LoggedFrame* draw_history(const FrameLog& log, double interval_seconds, std::optional<long> marked,
                                const std::array<float, 4>& place);

// Draws a square of the part's color, as high as a line of text, into the current ImGui window.
void draw_swatch(std::string_view part);

}  // namespace milkomeda
