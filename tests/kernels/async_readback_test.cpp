// Memory of an abandoned read-back stays allocated until the device has finished the read, and is freed then.
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

constexpr std::size_t bodies = 100;

// A command queue whose commands wait until release() is called.
class HeldQueue {
  public:
    explicit HeldQueue(const Device& device)
        : context_{handle_of(device)}, queue_{context_, handle_of(device)}, go_on_{context_} {
        const std::vector<Float4> rows(bodies, Float4{1, 2, 3, 4});
        queue_.enqueueWriteBuffer(buffer_, CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
    }
    ~HeldQueue() { go_on(); }
    HeldQueue(const HeldQueue&) = delete;
    HeldQueue& operator=(const HeldQueue&) = delete;

    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }

    void read_into(Float4* rows) {
        const std::vector<cl::Event> first{go_on_};
        queue_.enqueueReadBuffer(buffer_, CL_FALSE, 0, bodies * sizeof(Float4), rows, &first);
    }
    void go_on() {
        if (!std::exchange(goes_on_, true)) go_on_.setStatus(CL_COMPLETE);
        queue_.finish();
    }

  private:
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::UserEvent go_on_;
    cl::Buffer buffer_{context_, CL_MEM_READ_WRITE, bodies * sizeof(Float4)};
    bool goes_on_ = false;
};

struct Rows {
    std::vector<Float4> rows = std::vector<Float4>(bodies);
    std::shared_ptr<int> life = std::make_shared<int>();
};

}  // namespace

TEST_CASE("memory of an abandoned read-back is freed when its queue has finished the read, not before") {
    on_every_device([](const Device& device) {
        HeldQueue held{device};
        std::weak_ptr<int> life;
        {
            AsyncReadback<Rows> answer;
            life = answer->life;
            held.read_into(answer.start(held.queue()).rows.data());
        }
        free_orphans();
        CHECK_FALSE(life.expired());
        held.go_on();
        free_orphans();
        CHECK(life.expired());
    });
}

TEST_CASE("memory that several queues use is freed when all these queues have finished") {
    on_every_device([](const Device& device) {
        HeldQueue one{device}, other{device};
        auto columns = std::make_shared<HostColumns>(one.context(), one.queue(), bodies);
        other.read_into(columns->velocities().data());
        one.read_into(columns->positions().data());
        std::weak_ptr<HostColumns> kept = columns;
        orphan(std::vector{one.queue(), other.queue()}, std::move(columns));
        one.go_on();
        free_orphans();
        CHECK_FALSE(kept.expired());
        other.go_on();
        free_orphans();
        CHECK(kept.expired());
    });
}
