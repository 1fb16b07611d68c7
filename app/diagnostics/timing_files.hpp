// Writes recorded frames to a table, or to a trace file for trace viewers.
#pragma once

#include <deque>
#include <filesystem>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// Both functions throw std::runtime_error with a message of one line if there are no frames or the file
// cannot be written. No incomplete file is left.

// Writes a CSV table with a row for each part of each frame: frame,begin_s,frame_ms,lane,part,ms.
void write_timing_csv(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);

// Writes the Trace Event Format of chrome://tracing and Perfetto: a complete event for each span, a thread
// for each lane, and a thread for the frames. Times are in microseconds.
void write_chrome_trace(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);

}  // namespace milkomeda
