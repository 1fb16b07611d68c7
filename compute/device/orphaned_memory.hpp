// Host memory that a device may still write into although nobody waits for it any more, as that of a lost
// one: kept until the device has come to an end with it, and never given to others before.
#pragma once

#include <memory>
#include <vector>

namespace cl {
class CommandQueue;
}

namespace milkomeda {

// The queues are those whose commands use it. Any thread may have asked them. For destructors: move them
// here, since counting one more reference is a call that fails, too.
void orphan(cl::CommandQueue queue, std::shared_ptr<void> memory);
void orphan(std::vector<cl::CommandQueue> queues, std::shared_ptr<void> memory);

// Frees what all its queues have come to an end with, as those of a device do that has recovered. They have a
// tenth of a second to say so; what stays, of a device that answers no more for ever, can be asked for again.
void free_orphans();

}  // namespace milkomeda
