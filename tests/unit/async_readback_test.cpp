// A device may write into the memory of an unfinished read-back. This memory must be neither freed nor reused.
#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <vector>

#include "compute/device/async_readback.hpp"

using namespace milkomeda;

TEST_CASE("the memory of a pending read-back outlives its owner, and the memory of a finished read-back is freed") {
    std::weak_ptr<int> pending, finished;
    {
        const cl::CommandQueue queue;  // A queue without a device never reports that its work has finished.
        AsyncReadback<std::shared_ptr<int>> pending_readback{std::make_shared<int>(1)},
            finished_readback{std::make_shared<int>(2)};
        pending = pending_readback.start(queue);
        finished = finished_readback.start(queue);
        finished_readback.mark_complete();
    }
    CHECK_FALSE(pending.expired());
    CHECK(finished.expired());
}

TEST_CASE("several threads can hand over memory of a lost device at the same time") {
    constexpr int threads = 4, times = 20'000;
    const auto orphaned = std::make_shared<int>(1);
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < threads; ++i)
            all.emplace_back([&] {
                for (int n = 0; n < times; ++n) orphan(cl::CommandQueue{}, orphaned);
            });
    }
    CHECK(orphaned.use_count() == 1 + threads * times);
}

TEST_CASE("a read-back keeps its memory address when its owner is moved") {
    AsyncReadback<int> readback{7};
    const int* const address = &readback.start({});
    const AsyncReadback<int> moved{std::move(readback)};
    CHECK(&*moved == address);
    CHECK(*moved == 7);
}
