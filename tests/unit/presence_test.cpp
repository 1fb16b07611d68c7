// The time bar and the scene title hide while the user does nothing.
#include <doctest/doctest.h>

#include "app/panels/presence.hpp"

using namespace milkomeda;

namespace {

void pass(Presence& presence, double seconds, bool is_used = false) {
    for (int frame = 0; frame < static_cast<int>(20 * seconds + 0.5); ++frame) presence.advance(is_used, 0.05);
}

}  // namespace

TEST_CASE("the time bar hides after three seconds without input, and input shows it again") {
    Presence presence;
    CHECK(presence.opacity() == 1);
    pass(presence, 2.9);
    CHECK(presence.opacity() == 1);
    pass(presence, 0.4);
    CHECK(presence.opacity() > 0);
    CHECK(presence.opacity() < 1);
    CHECK(presence.is_changing());
    pass(presence, 0.5);
    CHECK(presence.opacity() == 0);
    CHECK_FALSE(presence.is_changing());
    presence.wake();
    CHECK(presence.opacity() == 1);
}

TEST_CASE("the time bar stays visible under the pointer, and the window can be idle meanwhile") {
    Presence presence;
    pass(presence, 60, true);
    CHECK(presence.opacity() == 1);
    CHECK_FALSE(presence.is_changing());
}

TEST_CASE("a frame that takes long, for example during loading, counts as a tenth of a second") {
    Presence presence;
    presence.advance(false, 3600);
    CHECK(presence.opacity() == 1);
}
