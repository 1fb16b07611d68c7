// Recorded frames as files: a table, and what viewers of traces read.
#pragma once

#include <deque>
#include <filesystem>

#include "app/diagnostics/frame_log.hpp"

namespace milkomeda {

// Both throw std::runtime_error with one line: no frames, a file that cannot be written. A file is whole or
// is not there.

// A row for every part of every frame: frame,begin_s,frame_ms,lane,part,ms.
void write_timing_csv(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);

// The Trace Event Format of chrome://tracing and Perfetto: a complete event for every span, a thread for
// every lane, and one for the frames; times in microseconds.
void write_chrome_trace(const std::filesystem::path& file, const std::deque<LoggedFrame>& frames);

}  // namespace milkomeda
