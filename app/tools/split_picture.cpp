// Draws the two runs of a comparison as separate pictures with equal camera, look and exposure.
#include <cmath>

#include "app/tools/split.hpp"
#include "app/ui/theme.hpp"

namespace milkomeda {
namespace {

struct Pixels {
    int x, y, width, height;  // corner and size in pixels; the origin is the lower left corner of the window
};

Pixels pixels_of(const Area& area, float density, int window_height) {
    const auto rounded = [&](float value) { return static_cast<int>(std::lround(value * density)); };
    const int x = rounded(area.least.x), top = rounded(area.least.y);
    const int width = rounded(area.size.x), height = rounded(area.size.y);
    return {x, window_height - top - height, width, height};
}

bool contains(const Area& area, const glm::vec2& place) {
    return glm::all(glm::greaterThanEqual(place, area.least)) && glm::all(glm::lessThan(place, area.most()));
}

}  // namespace

Input SplitView::in_pane(Input input, const glm::vec2& window) const {
    const auto place_in = [&](const glm::vec2& from_middle) {
        const glm::vec2 place = 0.5f * window + window.y * from_middle;
        const Area& pane = pane_at(place);
        return (place - pane.least - 0.5f * pane.size) / pane.size.y;
    };
    input.wheel_at = place_in(input.wheel_at);
    if (input.double_clicked) input.double_clicked = place_in(*input.double_clicked);
    input.pan *= window.y / panes_.first.size.y;
    return input;
}

const Area& SplitView::pane_at(const glm::vec2& place) const {
    return contains(panes_.second, place) ? panes_.second : panes_.first;
}

LoadedScene& SplitView::scene_at(const glm::vec2& place, LoadedScene& run) {
    return contains(panes_.second, place) ? second_->run.scene() : run;
}

// Draws the first run before the second run, because both pictures use the exposure of the first run.
void SplitView::draw(LoadedScene& run, const Drawing& drawing) {
    draw_pane(run, drawing.annotations, drawing.cost, {.seconds = drawing.seconds}, drawing.panes.first, drawing);
    second_->run.scene().look_as(run);
    second_->annotations.shown = drawing.annotations.shown;
    second_->cost.requests.detail = drawing.cost.requests.detail;
    second_->cost.requests.pixel = drawing.cost.pixel();
    second_->cost.requests.dust = drawing.cost.dust();
    draw_pane(second_->run.scene(), second_->annotations, second_->cost, {.seconds = 0}, drawing.panes.second, drawing);
    second_->cost.timers().end_frame();
}

void SplitView::draw_pane(LoadedScene& scene, Annotations& annotations, QualityController& cost,
                          const Adaptation& adaptation, const Area& pane, const Drawing& drawing) {
    const Pixels place = pixels_of(pane, drawing.density, drawing.height);
    if (place.width <= 0 || place.height <= 0) return;
    std::optional<OffscreenTarget>& target = second_->target;
    if (!target || target->width() != place.width || target->height() != place.height)
        target.emplace(place.width, place.height);
    target->bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    Look look = drawing.look;
    look.stereo = Stereo::off;
    scene.draw(drawing.camera, look, {place.width, place.height}, adaptation, cost);
    const float title = split_title_lines * text_pixels * drawing.scale;
    annotations.draw(
        scene, drawing.camera, look,
        {place.width, place.height, drawing.scale, {{0, title}, {float(place.width), float(place.height) - title}}});
    target->bind_for_reading();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, place.width, place.height, place.x, place.y, place.x + place.width, place.y + place.height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace milkomeda
