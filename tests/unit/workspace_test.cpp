// In windows of every size, columns of panels, their tabs, bars and the picture must not overlap.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "app/ui/workspace.hpp"

using namespace milkomeda;

namespace {

constexpr float bar = 20, line = 14;

WorkspaceSizes room_of(float width, float height, float scale = 1) {
    return {.window = {width, height},
            .above = bar * scale,
            .below = bar * scale,
            .line = line * scale,
            .tab_widths = {90 * scale, 60 * scale, 100 * scale, 50 * scale, 60 * scale, 80 * scale}};
}

bool apart(const Area& a, const Area& b) {
    constexpr float rounding = 1e-2f;
    const glm::vec2 overlap = glm::min(a.most(), b.most()) - glm::max(a.least, b.least);
    return overlap.x <= rounding || overlap.y <= rounding;
}

bool within(const Area& inner, const Area& outer) {
    constexpr float rounding = 1e-2f;
    return glm::all(glm::greaterThanEqual(inner.least, outer.least - rounding)) &&
           glm::all(glm::lessThanEqual(inner.most(), outer.most() + rounding));
}

void check_layout(const Workspace& workspace, const WorkspaceSizes& room) {
    const Area between{{0, room.above}, {room.window.x, room.window.y - room.above - room.below}};
    CHECK(within(workspace.free(), between));
    for (const Column& column : workspace.columns()) {
        CHECK(within(column.area, between));
        CHECK(apart(column.area, workspace.free()));
        for (const Column& other : workspace.columns())
            if (other.side != column.side) CHECK(apart(column.area, other.area));
        for (std::size_t i = 0; i < column.tabs.size(); ++i) {
            const Area& tab = column.tabs[i].area;
            CHECK(within(tab, column.area));
            for (std::size_t j = 0; j < i; ++j) CHECK(apart(tab, column.tabs[j].area));
            if (!column.open) continue;
            CHECK(apart(tab, column.close));
            CHECK(apart(tab, column.contents));
        }
        if (!column.open) continue;
        CHECK(within(column.contents, column.area));
        CHECK(within(column.edge, column.area));
        CHECK(apart(column.contents, column.edge));
        CHECK(column.contents.size.x >= least_column_width * room.line - line);
    }
}

}  // namespace

TEST_CASE("panels and picture never overlap, for any window size, text size and set of open panels") {
    const std::vector<glm::vec2> windows{{320, 240},  {480, 360},   {640, 480},   {800, 600},  {1024, 768},
                                         {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}};
    for (const glm::vec2 window : windows)
        for (const float wanted : {0.5f, 1.0f, 1.5f, 2.0f, 4.0f}) {
            const float scale = std::min({wanted, window.x / 320, window.y / 240});
            CAPTURE(window.x);
            CAPTURE(scale);
            WorkspaceSizes room = room_of(window.x, window.y, scale);
            Workspace workspace{default_workspace};
            workspace.arrange(room);
            check_layout(workspace, room);
            for (std::size_t i = 0; i < names<Panel>.size(); ++i) {
                const Panel panel = static_cast<Panel>(i);
                workspace.show(panel);
                for (const float notices : {0.0f, 3 * line * scale}) {
                    room.notices = notices;
                    workspace.arrange(room);
                    CHECK(workspace.shows(panel));
                    check_layout(workspace, room);
                    if (notices > 0) CHECK(workspace.free().size.y >= notices - 0.01f);
                }
            }
            for (const Side side : {Side::left, Side::right}) {
                workspace.close(side);
                workspace.arrange(room);
                check_layout(workspace, room);
            }
            for (const Column& column : workspace.columns()) CHECK_FALSE(column.open);
        }
}

TEST_CASE("a wide window has two columns of panels, a narrow window has one column, and a tiny window has only bars") {
    Workspace workspace{default_workspace};
    workspace.arrange(room_of(1280, 720));
    REQUIRE(workspace.columns().size() == 2);
    CHECK(workspace.columns()[0].tabs.size() == 3);
    CHECK(workspace.shows(Panel::simulation));
    CHECK(workspace.shows(Panel::view));
    workspace.show(Panel::advanced);
    workspace.arrange(room_of(640, 480));
    REQUIRE(workspace.columns().size() == 1);
    CHECK(workspace.columns()[0].tabs.size() == 6);
    CHECK(workspace.shows(Panel::advanced));
    workspace.arrange(room_of(320, 240));
    CHECK(workspace.columns().empty());
    CHECK(workspace.free().size.y == 200);
    workspace.show(Panel::scene);
    workspace.arrange(room_of(320, 240));
    CHECK(workspace.shows(Panel::scene));
    CHECK(workspace.covers_picture());
    CHECK(workspace.free().size.y == 0);
    workspace.arrange(room_of(1280, 720));  // In a larger window, the former panels are shown again.
    CHECK(workspace.shows(Panel::scene));
    CHECK(workspace.shows(Panel::advanced));
    workspace.arrange(room_of(320, 240));
    CHECK(workspace.columns().empty());
}

TEST_CASE("a column of panels is as wide as the user drags its edge, and leaves space for the picture") {
    Workspace workspace{default_workspace};
    const WorkspaceSizes room = room_of(1600, 900);
    const auto width = [&](std::size_t i) {
        workspace.arrange(room);
        return workspace.columns()[i].area.size.x;
    };
    CHECK(width(0) == doctest::Approx(usual_column_width * line));
    workspace.drag_edge(Side::left, 400);
    CHECK(width(0) == doctest::Approx(400));
    workspace.drag_edge(Side::right, 1200);
    CHECK(width(1) == doctest::Approx(400));
    CHECK(workspace.free().size.x == doctest::Approx(800));
    workspace.drag_edge(Side::left, 10);
    CHECK(width(0) == doctest::Approx(least_column_width * line));
    workspace.drag_edge(Side::left, 1590);
    CHECK(width(0) < 0.4f * 1600);
    CHECK(workspace.choice()[0].width < 1000);
}

TEST_CASE("a closed column of panels keeps its tabs, and a click on a tab opens the column") {
    Workspace workspace{default_workspace};
    const WorkspaceSizes room = room_of(1280, 720);
    workspace.arrange(room);
    workspace.close(Side::left);
    workspace.arrange(room);
    CHECK_FALSE(workspace.shows(Panel::simulation));
    CHECK(workspace.columns()[0].tabs.size() == 3);
    CHECK(workspace.free().least.x == 0);
    CHECK(workspace.free().least.y > bar);
    workspace.show(Panel::scene);
    workspace.arrange(room);
    CHECK(workspace.shows(Panel::scene));
    CHECK_FALSE(workspace.shows(Panel::simulation));
    CHECK(workspace.shows(Panel::view));
}

TEST_CASE("the single column of a narrow window contains the panels of both columns") {
    Workspace workspace{default_workspace};
    workspace.arrange(room_of(640, 480));
    workspace.close(Side::left);
    workspace.arrange(room_of(1280, 720));
    CHECK_FALSE(workspace.shows(Panel::simulation));
    CHECK_FALSE(workspace.shows(Panel::view));
    workspace.arrange(room_of(640, 480));
    workspace.show(Panel::view);
    workspace.arrange(room_of(1280, 720));
    CHECK(workspace.shows(Panel::simulation));
    CHECK(workspace.shows(Panel::view));
}
