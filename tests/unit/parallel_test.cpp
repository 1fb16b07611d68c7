#include "data/base/parallel.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

using namespace milkomeda;

TEST_CASE("parallel_for() processes every index once and reports progress up to the last index") {
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{100'001}}) {
        std::vector<int> visits(count);
        std::size_t reported = count + 1;
        parallel_for(
            count,
            [&](std::size_t begin, std::size_t end) {
                CHECK_MESSAGE(begin % 2 == 0, "a part begins in the middle of a pair");
                for (std::size_t i = begin; i < end; ++i) ++visits[i];
            },
            [&](std::size_t done) { reported = done; });
        CHECK(visits == std::vector<int>(count, 1));
        CHECK(reported == count);
    }
}

TEST_CASE("an exception thrown within parallel_for() reaches the caller") {
    CHECK_THROWS_WITH_AS(parallel_for(100'000,
                                      [](std::size_t begin, std::size_t) {
                                          if (begin > 50'000) throw std::runtime_error("one part failed");
                                      }),
                         "one part failed", std::runtime_error);
}

TEST_CASE("parallel_reduce() combines the results of all ranges in their order") {
    for (const std::size_t count : {std::size_t{0}, std::size_t{5}, std::size_t{100'001}}) {
        const auto first_and_end = [](std::size_t begin, std::size_t end) { return std::vector{begin, end}; };
        const std::vector<std::size_t> bounds =
            parallel_reduce(count, std::vector<std::size_t>{}, first_and_end,
                            [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); });
        std::size_t next = 0;
        for (std::size_t i = 0; i < bounds.size(); i += 2) {
            CHECK(bounds[i] == next);
            next = bounds[i + 1];
        }
        CHECK(next == count);
    }
}
