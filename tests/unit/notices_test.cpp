// What a person should see is shown for some seconds of pictures, however long one of them takes.
#include <doctest/doctest.h>

#include "app/io/notices.hpp"

using namespace milkomeda;

using Lines = std::vector<std::string>;

TEST_CASE("a flash is gone after two seconds, and a line after eight") {
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

TEST_CASE("what happens in the scene and what a key changes stand beside each other") {
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

TEST_CASE("a stall hides nothing") {
    Notices notices;
    notices.flash("exposure: locked");
    for (int frame = 0; frame < 3; ++frame) notices.advance(20);
    CHECK(notices.lines() == Lines{"exposure: locked"});
    notices.advance(20);
    CHECK(notices.lines().empty());
}
