// The window's state as --trace tells it; names and fields are a contract.
#pragma once

#include "app/panels/panels.hpp"
#include "app/shell/trace.hpp"

namespace milkomeda {

// One line for each part that changed since the last call, and the frame's own. The state is the one that the
// panels show.
void trace_frame(Trace& trace, const PanelView& view, const Panels& panels);

}  // namespace milkomeda
