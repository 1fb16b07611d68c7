// A notice is shown for some seconds. Only a part of a slow frame's duration counts, so that the user sees the notice.
#include <doctest/doctest.h>

#include "app/io/notices.hpp"

using namespace milkomeda;

using Lines = std::vector<std::string>;

TEST_CASE("a flashed notice disappears after two seconds, and an added notice after eight seconds") {
    Notices notices;
    notices.flash("exposure: locked");
    notices.keep("h: help");
    for (int frame = 0; frame < 19; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "exposure: locked"});
    for (int frame = 0; frame < 2; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help"});
    notices.add("saved milkomeda.png");
    for (int frame = 0; frame < 79; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "saved milkomeda.png"});
    for (int frame = 0; frame < 2; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help"});
}

TEST_CASE("a notice of a scene event and a notice of a changed setting are shown together") {
    Notices notices;
    notices.flash("limits of density: as in the picture");
    notices.tell("t = 15.7: the first passage");
    CHECK(notices.lines() == Lines{"t = 15.7: the first passage", "limits of density: as in the picture"});
    notices.flash("loop: on");
    CHECK(notices.lines() == Lines{"t = 15.7: the first passage", "loop: on"});
    for (int frame = 0; frame < 39; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"t = 15.7: the first passage"});
    for (int frame = 0; frame < 2; ++frame) notices.advance(0.1);
    CHECK(notices.lines().empty());
}

TEST_CASE("a notice stays visible although the program stalls for a minute") {
    Notices notices;
    notices.flash("exposure: locked");
    for (int frame = 0; frame < 3; ++frame) notices.advance(20);
    CHECK(notices.lines() == Lines{"exposure: locked"});
    notices.advance(20);
    CHECK(notices.lines().empty());
}
