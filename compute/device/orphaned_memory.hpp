// Orphaned memory: host memory whose owner is gone while a device may still write to it, for example after
// the device was lost. This file keeps such memory until the device has finished with it.
#pragma once

#include <memory>
#include <vector>

namespace cl {
class CommandQueue;
}

namespace milkomeda {

// Keeps `memory` until the commands of all `queues` have completed. Thread-safe. Destructors should move
// their queues into this call, because copying a queue calls clRetainCommandQueue, which can fail.
void orphan(cl::CommandQueue queue, std::shared_ptr<void> memory);
void orphan(std::vector<cl::CommandQueue> queues, std::shared_ptr<void> memory);

// Frees orphaned memory whose queues have completed all their commands, for example after a device has
// recovered. Waits at most 0.1 s. Memory that is still in use stays for a later call.
void free_orphans();

}  // namespace milkomeda
