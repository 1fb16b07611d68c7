#include "data/text/did_you_mean.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

const std::vector<std::string> scenes{"antennae", "mice", "milky-way", "mixed", "mixed-3d", "whirlpool"};

}  // namespace

TEST_CASE("a word with a wrong, missing, extra or swapped letter, or in other case, is suggested") {
    for (const char* const typed : {"antenna", "antennea", "antenmae", "anntennae", "Antennae", "antenne"}) {
        CAPTURE(typed);
        CHECK(did_you_mean(typed, scenes) == "; did you mean antennae?");
    }
    CHECK(did_you_mean("milkyway", scenes) == "; did you mean milky-way?");
    CHECK(did_you_mean("mcie", scenes) == "; did you mean mice?");
    CHECK(did_you_mean("--sofetning", {"--softening", "--solver", "-o"}) == "; did you mean --softening?");
}

TEST_CASE("at most two words are suggested, all with the fewest typing errors") {
    CHECK(did_you_mean("mixed-2d", {"mixed-3d", "mixed-1d", "mixed-4d", "mixed"}) ==
          "; did you mean mixed-3d or mixed-1d?");
    CHECK(did_you_mean("mixedd", scenes) == "; did you mean mixed?");
    CHECK(did_you_mean("mixedd", {"mixed", "mixed"}) == "; did you mean mixed?");
}

TEST_CASE("a known word, a short word and a word with many typing errors have no suggestion") {
    for (const char* const typed : {"", "mice", "galaxy", "x", "--", "wirlpol--"}) {
        CAPTURE(typed);
        CHECK(did_you_mean(typed, scenes).empty());
    }
    CHECK(did_you_mean("-x", {"-o", "-h"}).empty());
    CHECK(did_you_mean("--x", {"--a"}).empty());
    CHECK(did_you_mean(std::string(10'000, 'x'), {std::string(10'001, 'x')}).empty());
}
