#include "compute/device/orphaned_memory.hpp"

#include <chrono>
#include <mutex>
#include <thread>

#include "compute/device/opencl.hpp"
#include "data/base/clock.hpp"

namespace milkomeda {
namespace {

// Tests whether the commands enqueued on a queue before the first call of is_reached() have completed.
class LastCommand {
  public:
    explicit LastCommand(cl::CommandQueue queue) : queue_{std::move(queue)} {}

    // Enqueues a marker at the first call; a marker completes after all commands enqueued before it, also in
    // out-of-order queues. Returns false if the device reports an error.
    bool is_reached() try {
        if (!marker_()) queue_.enqueueMarkerWithWaitList(nullptr, &marker_);
        queue_.flush();
        return marker_.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE;
    } catch (const cl::Error&) {
        return false;
    }

  private:
    cl::CommandQueue queue_;
    cl::Event marker_;
};

struct OrphanedMemory {
    LastCommand command;
    std::shared_ptr<void> memory;
};

// The list of all orphaned memory. The list is never destroyed, because a device may work until the program exits.
class OrphanList {
  public:
    static OrphanList& instance() {
        static auto& all = *new OrphanList;
        return all;
    }
    void add(OrphanedMemory orphaned) {
        const std::lock_guard lock{mutex_};
        all_.push_back(std::move(orphaned));
    }
    // Frees the memory that no device uses any more. Returns whether the list is empty afterwards.
    bool free_some() {
        // Declared before the lock, so that the memory is freed after unlocking: destructors may call orphan().
        std::vector<std::shared_ptr<void>> freed;
        const std::lock_guard lock{mutex_};
        for (OrphanedMemory& orphaned : all_)
            if (orphaned.command.is_reached()) freed.push_back(std::move(orphaned.memory));
        std::erase_if(all_, [](const OrphanedMemory& orphaned) { return !orphaned.memory; });
        return all_.empty();
    }

  private:
    std::mutex mutex_;
    std::vector<OrphanedMemory> all_;
};

}  // namespace

void orphan(cl::CommandQueue queue, std::shared_ptr<void> memory) {
    OrphanList::instance().add({LastCommand{std::move(queue)}, std::move(memory)});
}

void free_orphans() {
    constexpr double most_seconds = 0.1;
    const Clock::time_point start = Clock::now();
    while (!OrphanList::instance().free_some() && seconds_since(start) < most_seconds)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

}  // namespace milkomeda
