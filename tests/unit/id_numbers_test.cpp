#include "data/particles/id_numbers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "data/particles/row_order.hpp"
#include "tests/formats/files.hpp"

using namespace milkomeda;

namespace {

using Ids = std::vector<std::uint64_t>;
using Numbered = std::vector<std::uint32_t>;
constexpr std::uint64_t large = 1'000'000'000'000;

}  // namespace

TEST_CASE("a 64-bit id is mapped to the same number in all snapshots of a series") {
    IdNumbers numbers;
    CHECK(numbers.numbers(Ids{large + 7, 5, large}, true) == Numbered{2, 0, 1});
    // A body with a smaller id appears, and the bodies have another order.
    CHECK(numbers.numbers(Ids{large, 3, large + 7, 5}, true) == Numbered{1, 3, 2, 0});
    CHECK(numbers.numbers(Ids{3, large + 7}, true) == Numbered{3, 2});
}

TEST_CASE("small ids keep their numbers when the smallest or the largest id of a snapshot changes") {
    IdNumbers numbers;
    CHECK(numbers.numbers(Ids{2, 1, 3}, true) == Numbered{1, 0, 2});
    CHECK(numbers.numbers(Ids{3, 2}, true) == Numbered{2, 1});
    const Numbered with_others = numbers.numbers(Ids{0, 3, large, 0xffffffff, 2}, true);
    CHECK(with_others[1] == 2);
    CHECK(with_others[4] == 1);
    CHECK(std::set<std::uint32_t>(with_others.begin(), with_others.end()).size() == 5);
    CHECK(numbers.numbers(Ids{large, 0}, true) == Numbered{with_others[2], with_others[0]});
    IdNumbers from_0;
    CHECK(from_0.numbers(Ids{2, 1, 3}, false) == Numbered{2, 1, 3});
    CHECK(from_0.numbers(Ids{0, 3}, false) == Numbered{0, 3});
}

TEST_CASE("bodies with equal ids are numbered in the order of their rows while their number is constant") {
    for (const std::uint64_t shift : {std::uint64_t{0}, large}) {
        CAPTURE(shift);
        IdNumbers numbers;
        const auto numbers_of = [&](Ids ids) {
            for (std::uint64_t& id : ids) id += shift;
            return numbers.numbers(ids, true);
        };
        const Numbered first = numbers_of({7, 8, 7, 9, 9});
        CHECK(numbers.repeated() == 2);
        CHECK(std::set<std::uint32_t>(first.begin(), first.end()).size() == 5);
        CHECK(numbers_of({9, 7, 9, 7, 8}) == Numbered{first[3], first[0], first[4], first[2], first[1]});
        // Three bodies have the id 7 now. It is unknown which of them were in the earlier snapshots, so all are new.
        const Numbered third = numbers_of({7, 7, 7, 8, 9, 9});
        CHECK(numbers.repeated() == 3);
        for (const std::size_t row : {0, 1, 2}) CHECK(std::ranges::find(first, third[row]) == first.end());
        CHECK(std::vector(third.begin() + 3, third.end()) == Numbered{first[1], first[3], first[4]});
        CHECK(numbers_of({8}) == Numbered{first[1]});
        CHECK(numbers.repeated() == 0);
    }
}

TEST_CASE("files of a series give a body the same id") {
    const TemporaryFolder folder;
    ReadOptions options;
    options.numbers = std::make_shared<IdNumbers>();
    const auto ids_of = [&](const std::string& rows) {
        return read_particles(folder.put("x.csv", "id,mass,x,y,z,vx,vy,vz\n" + rows), options).ids;
    };
    const Numbered first = ids_of("3000000000000,1,0,0,0,0,0,0\n5000000000000,1,1,0,0,0,0,0\n");
    const Numbered second = ids_of("4000000000000,1,0,0,0,0,0,0\n5000000000000,1,1,0,0,0,0,0\n");
    // One body of the second snapshot is new and has the number 2; the other body keeps its number.
    CHECK(first[1] == second[0] + second[1] - 2);
    CHECK(std::ranges::find(second, first[1]) != second.end());
    CHECK(std::ranges::find(second, first[0]) == second.end());
}
