// When a scene ends, the look that the scene requested is dropped, and settings that the user has changed are kept.
#include "app/shell/scene_style.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "render/look/look_table.hpp"

using namespace milkomeda;

namespace {

const AnnotationSet clock_only = annotations_from("clock"), clock_and_grid = annotations_from("clock,grid");

SceneSetup scene_with_look(float brightness, float point_size) {
    SceneSetup scene;
    scene.look.changes.emplace_back([=](Look& look) {
        look.brightness = brightness;
        look.point_size = point_size;
    });
    scene.show = clock_and_grid;
    return scene;
}

bool same(const Look& a, const Look& b) {
    return std::ranges::all_of(
        look_table(), [&](const LookControl& control) { return control.field.get(a) == control.field.get(b); });
}

Style users_style() {
    Style user{{}, clock_only};
    user.look.brightness = 2;
    user.look.color_by = ColorBy::speed;
    return user;
}

}  // namespace

TEST_CASE("the style of a scene is displayed without becoming the user's own style") {
    SceneStyle style;
    const Style user = users_style();
    const Style shown = style.begin(user, scene_with_look(0.4f, 0.6f));
    CHECK(shown.look.brightness == 0.4f);
    CHECK(shown.look.point_size == 0.6f);
    CHECK(shown.look.color_by == ColorBy::speed);
    CHECK(shown.annotations == clock_and_grid);
    const Style own = style.own(shown);
    CHECK(same(own.look, user.look));
    CHECK(own.annotations == user.annotations);
}

TEST_CASE("only settings that the user changes during a scene become part of the user's own style") {
    SceneStyle style;
    Style shown = style.begin(users_style(), scene_with_look(0.4f, 0.6f));
    shown.look.brightness = 1.5f;
    shown.look.color_by = ColorBy::radius;
    // This change removes the annotation "clock" and adds the annotation "scale".
    shown.annotations = annotations_from("grid,scale");
    const Style own = style.own(shown);
    CHECK(own.look.brightness == 1.5f);
    CHECK(own.look.point_size == Look{}.point_size);
    CHECK(own.look.color_by == ColorBy::radius);
    CHECK(own.annotations == annotations_from("scale"));
}

TEST_CASE("every scene of a sequence begins with the user's own style") {
    SceneStyle style;
    const Style user = users_style();
    Style shown = user;
    for (const float brightness : {0.4f, 0.7f, 3.0f}) {
        shown = style.begin(style.own(style.begin(user, scene_with_look(0.1f, 0.2f))),
                            scene_with_look(brightness, brightness));
        CHECK(shown.look.brightness == brightness);
    }
    shown = style.begin(style.own(shown), SceneSetup{});
    CHECK(same(shown.look, user.look));
    CHECK(shown.annotations == user.annotations);
}
