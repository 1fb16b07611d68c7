// Orphaned memory: host memory without an owner that a device may write later, for example after the device was lost.
// The functions below keep such memory until the device has finished with it.
#pragma once

#include <memory>

namespace cl {
class CommandQueue;
}

namespace milkomeda {

// Keeps `memory` until the commands of `queue` have completed. Memory that several queues use needs one call per queue.
// Thread-safe. Destructors should move their queues into this call, because copying a queue calls
// clRetainCommandQueue, which can fail.
void orphan(cl::CommandQueue queue, std::shared_ptr<void> memory);

// Frees orphaned memory whose queues have completed all their commands, for example after a device has recovered. Waits
// at most 0.1 s. Memory that a device still uses after that time is freed by a later call.
void free_orphans();

}  // namespace milkomeda
