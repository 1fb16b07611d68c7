// Memory into which a device may still write must be neither freed nor reused.
#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <vector>

#include "compute/device/async_readback.hpp"

using namespace milkomeda;

TEST_CASE("memory of a pending read-back outlives its owner, memory of a finished one is freed") {
    std::weak_ptr<int> under_way, arrived;
    {
        const cl::CommandQueue queue;  // A queue without a device never reports that its work has finished.
        AsyncReadback<std::shared_ptr<int>> one{std::make_shared<int>(1)}, other{std::make_shared<int>(2)};
        under_way = one.start(queue);
        arrived = other.start(queue);
        other.mark_complete();
    }
    CHECK_FALSE(under_way.expired());
    CHECK(arrived.expired());
}

TEST_CASE("several threads may hand over orphaned memory at once") {
    constexpr int threads = 4, times = 20'000;
    const auto given_up = std::make_shared<int>(1);
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < threads; ++i)
            all.emplace_back([&] {
                for (int n = 0; n < times; ++n) orphan(cl::CommandQueue{}, given_up);
            });
    }
    CHECK(given_up.use_count() == 1 + threads * times);
}

TEST_CASE("a read-back keeps its memory address when its owner is moved") {
    AsyncReadback<int> answer{7};
    const int* const place = &answer.start({});
    const AsyncReadback<int> moved{std::move(answer)};
    CHECK(&*moved == place);
    CHECK(*moved == 7);
}
