// Work on many rows, shared out to all CPU threads.
#pragma once

#include <cstddef>
#include <functional>

namespace milkomeda {

// Told how many rows of the work under way are done; always on the thread that asked for the work.
using ReportProgress = std::function<void(std::size_t done)>;

// Calls work(begin, end) for pieces that cover 0 ... count-1, in no particular order, and returns when all
// are done. The pieces do not depend on the number of threads. An exception of a piece is thrown again here.
void parallel_for(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work,
                  const ReportProgress& report = {});

}  // namespace milkomeda
