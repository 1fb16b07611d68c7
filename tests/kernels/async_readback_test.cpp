// The memory of an abandoned read-back must stay allocated until the device has finished the read, and must be freed
// afterwards.
#include <doctest/doctest.h>

#include <memory>
#include <utility>
#include <vector>

#include "compute/device/async_readback.hpp"
#include "compute/device/host_columns.hpp"
#include "tests/kernels/devices.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t readback_bodies = 100;

// The commands in this queue do not begin before release() is called.
class BlockedQueue {
  public:
    explicit BlockedQueue(const Device& device)
        : context_{handle_of(device)}, queue_{context_, handle_of(device)}, may_begin_{context_} {
        const std::vector<Float4> rows(readback_bodies, Float4{1, 2, 3, 4});
        queue_.enqueueWriteBuffer(buffer_, CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    }
    ~BlockedQueue() { release(); }
    BlockedQueue(const BlockedQueue&) = delete;
    BlockedQueue& operator=(const BlockedQueue&) = delete;

    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }

    void read_into(Float4* rows) {
        const std::vector<cl::Event> first{may_begin_};
        queue_.enqueueReadBuffer(buffer_, CL_FALSE, 0, readback_bodies * sizeof(Float4), rows, &first);
    }
    void release() {
        if (!std::exchange(released_, true)) may_begin_.setStatus(CL_COMPLETE);
        queue_.finish();
    }

  private:
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::UserEvent may_begin_;
    cl::Buffer buffer_{context_, CL_MEM_READ_WRITE, readback_bodies * sizeof(Float4)};
    bool released_ = false;
};

struct Rows {
    std::vector<Float4> rows = std::vector<Float4>(readback_bodies);
    std::shared_ptr<int> life = std::make_shared<int>();
};

}  // namespace

TEST_CASE("the memory of an abandoned read-back is freed when its queue has finished the read, and not earlier") {
    on_every_device([](const Device& device) {
        BlockedQueue blocked{device};
        std::weak_ptr<int> life;
        {
            AsyncReadback<Rows> readback;
            life = readback->life;
            blocked.read_into(readback.start(blocked.queue()).rows.data());
        }
        free_orphans();
        CHECK_FALSE(life.expired());
        blocked.release();
        free_orphans();
        CHECK(life.expired());
    });
}

TEST_CASE("memory that several queues use is freed when all these queues have finished") {
    on_every_device([](const Device& device) {
        BlockedQueue first{device}, second{device};
        auto columns = std::make_shared<HostColumns>(first.context(), first.queue(), readback_bodies);
        second.read_into(columns->velocities().data());
        first.read_into(columns->positions().data());
        std::weak_ptr<HostColumns> kept = columns;
        orphan(first.queue(), columns);
        orphan(second.queue(), std::move(columns));
        first.release();
        free_orphans();
        CHECK_FALSE(kept.expired());
        second.release();
        free_orphans();
        CHECK(kept.expired());
    });
}
