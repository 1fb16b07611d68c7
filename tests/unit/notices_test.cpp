// A notice is shown for some seconds. Only a part of a slow frame's duration counts, so that the user sees the notice.
#include <doctest/doctest.h>

#include "app/io/notices.hpp"

using namespace milkomeda;

using Lines = std::vector<std::string>;

TEST_CASE("a flashed notice and an added notice disappear after three seconds, and an error after eight seconds") {
    Notices notices;
    notices.flash("exposure: locked");
    notices.keep({"h: help", NoticeKind::hint});
    for (int frame = 0; frame < 29; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "exposure: locked"});
    for (int frame = 0; frame < 2; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help"});
    notices.add("saved milkomeda.png");
    notices.fail("the file cannot be read");
    for (int frame = 0; frame < 29; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "saved milkomeda.png", "the file cannot be read"});
    for (int frame = 0; frame < 2; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "the file cannot be read"});
    for (int frame = 0; frame < 48; ++frame) notices.advance(0.1);
    CHECK(notices.lines() == Lines{"h: help", "the file cannot be read"});
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
    for (int frame = 0; frame < 31; ++frame) notices.advance(0.1);
    CHECK(notices.lines().empty());
}

TEST_CASE("a notice stays visible although the program stalls for a minute") {
    Notices notices;
    notices.flash("exposure: locked");
    for (int frame = 0; frame < 5; ++frame) notices.advance(20);
    CHECK(notices.lines() == Lines{"exposure: locked"});
    notices.advance(20);
    CHECK(notices.lines().empty());
}

TEST_CASE("notes, hints and errors have different kinds, which the window shows by different colors") {
    Notices notices;
    notices.add("saved milkomeda.png");
    notices.hint("nothing to undo");
    notices.fail("the file cannot be read");
    const std::vector<Notice> visible = notices.visible();
    REQUIRE(visible.size() == 3);
    CHECK(visible[0].kind == NoticeKind::note);
    CHECK(visible[1].kind == NoticeKind::hint);
    CHECK(visible[2].kind == NoticeKind::error);
}
