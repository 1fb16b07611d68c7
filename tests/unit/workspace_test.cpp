// In windows of every size, rails, panels, the time bar and the picture must not overlap.
#include <doctest/doctest.h>

#include <vector>

#include "app/ui/workspace.hpp"

using namespace milkomeda;

namespace {

WorkspaceSizes sizes_of(float width, float height, float scale = 1) {
    return {.window = {width, height}, .above = 24 * scale, .unit = 8 * scale};
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

void check_layout(const Workspace& workspace, const WorkspaceSizes& sizes) {
    const Area below_menu{{0, sizes.above}, {sizes.window.x, sizes.window.y - sizes.above}};
    std::vector<Area> areas{workspace.rail(Side::left), workspace.rail(Side::right), workspace.bar()};
    for (const Side side : {Side::left, Side::right})
        if (workspace.open(side)) areas.push_back(workspace.panel(side));
    for (const Area& area : areas) {
        CHECK(within(area, below_menu));
        for (const Area& other : areas)
            if (&other != &area) CHECK(apart(area, other));
    }
    CHECK(within(workspace.free(), below_menu));
    for (const Area& area : areas) CHECK(apart(area, workspace.free()));
}

}  // namespace

TEST_CASE("rails, panels, time bar and the free picture never overlap in windows of any size") {
    for (const float scale : {1.0f, 1.5f, 2.0f})
        for (const glm::vec2 window : {glm::vec2{400, 300}, {640, 480}, {920, 600}, {1280, 720}, {3840, 2160}}) {
            CAPTURE(window.x);
            const WorkspaceSizes sizes = sizes_of(window.x * scale, window.y * scale, scale);
            Workspace workspace{{}};
            workspace.arrange(sizes);
            check_layout(workspace, sizes);
            for (std::size_t i = 0; i < names<Panel>.size(); ++i) {
                const Panel panel = static_cast<Panel>(i);
                if (is_tool(panel)) continue;
                workspace.show(panel);
                CHECK(workspace.shows(panel));
                check_layout(workspace, sizes);
                CHECK(workspace.panel(side_of(panel)).size.x <= 300 * scale);
            }
        }
}

TEST_CASE("at the first start all panels are closed, and the picture takes at least nine tenths of the window") {
    Workspace workspace{{}};
    workspace.arrange(sizes_of(1280, 720));
    CHECK_FALSE(workspace.open(Side::left));
    CHECK_FALSE(workspace.open(Side::right));
    float covered = 1280 * 24;  // the menu bar
    for (const Area& area : {workspace.rail(Side::left), workspace.rail(Side::right), workspace.bar()})
        covered += area.size.x * area.size.y;
    CHECK(covered <= 0.1f * 1280 * 720);
}

TEST_CASE("each side shows one panel, and a narrow window shows only the panel that was opened last") {
    Workspace workspace{{}};
    workspace.arrange(sizes_of(1280, 720));
    workspace.show(Panel::scenes);
    workspace.show(Panel::look);
    CHECK(workspace.shows(Panel::scenes));
    CHECK(workspace.shows(Panel::look));
    workspace.show(Panel::physics);
    CHECK_FALSE(workspace.shows(Panel::look));
    workspace.arrange(sizes_of(640, 480));
    CHECK(workspace.shows(Panel::physics));
    CHECK_FALSE(workspace.shows(Panel::scenes));
    workspace.close(Side::right);
    CHECK(workspace.shows(Panel::scenes));
}

TEST_CASE("a panel takes space from the picture, but the card of a mouse tool does not move the picture") {
    Workspace workspace{{}};
    workspace.arrange(sizes_of(1280, 720));
    const Area before = workspace.free();
    workspace.show(Panel::add);
    CHECK(workspace.free().least == before.least);
    CHECK(workspace.free().size == before.size);
    workspace.show(Panel::scenes);
    CHECK(workspace.free().least.x >= before.least.x + 300);
    workspace.show(Panel::look);
    CHECK(workspace.free().size.x <= before.size.x - 600);
}
