// Time and memory that GADGET-4 and SWIFT need for a run, extrapolated from measured runs.
#pragma once

#include <string>

#include "data/hand_over/hand_over.hpp"

namespace milkomeda {

// Returns the memory in MiB that GADGET-4 may use in each rank (parameter MaxMemSize): its buffers and twice the
// memory that it fills.
std::size_t memory_limit(const HandOver& run);

// Returns lines about time, memory and the size of the snapshots.
std::string expectation(const HandOver& run);

}  // namespace milkomeda
