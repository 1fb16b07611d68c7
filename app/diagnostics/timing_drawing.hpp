// Columns of frames, drawn: one frame lane by lane, and many frames as thin columns.
#pragma once

#include <array>
#include <optional>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// Places are x, y, width and height, as Widgets::canvas() gives them; heights are in screen coordinates.

float columns_height();
float history_height();

// A column for each lane, its parts one upon another, against the height of the display's interval. With the
// record of that frame they stand where they were in it, and where a lane had nothing to do there is nothing.
void draw_columns(const FrameColumns& columns, const FrameRecord* record, double interval_seconds,
                  const std::array<float, 4>& place);

// The main thread's columns of the newest frames, by kinds of work; the one of this number is marked. Returns
// the frame under the mouse.
const LoggedFrame* draw_history(const FrameLog& log, double interval_seconds, std::optional<long> marked,
                                const std::array<float, 4>& place);

// A square of the part's colour, as high as a line of text, in the list of ImGui's window.
void draw_swatch(std::string_view part);

}  // namespace milkomeda
