// Keeps host memory alive that a device may still write to after its owner is gone, for example after the
// device was lost. The memory is freed only when the device has finished with it.
#pragma once

#include <memory>
#include <vector>

namespace cl {
class CommandQueue;
}

namespace milkomeda {

// Keeps `memory` until the commands of all `queues` have completed. Thread-safe. Destructors should move the
// queues here, because copying a queue retains it, and that call can fail.
void orphan(cl::CommandQueue queue, std::shared_ptr<void> memory);
void orphan(std::vector<cl::CommandQueue> queues, std::shared_ptr<void> memory);

// Frees the memory whose queues have all completed their commands, for example after a device has recovered.
// Waits at most 0.1 s; memory that is still in use stays and can be freed by a later call.
void free_orphans();

}  // namespace milkomeda
