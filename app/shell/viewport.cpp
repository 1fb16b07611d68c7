#include "app/shell/viewport.hpp"

#include <cmath>
#include <limits>

#include "app/cli/usage_error.hpp"
#include "app/tools/play_drawing.hpp"
#include "app/tools/tool_panels.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/build_error.hpp"
#include "render/camera/stereo_views.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {
namespace {

constexpr const char* first_pictures = "compiling shaders for the first pictures ...";

}  // namespace

// Restores the user's draw mode and quality requests after a picture for which the viewport has changed them.
struct Viewport::RestoredRequests {
    explicit RestoredRequests(Viewport& drawn)
        : viewport{drawn}, requests{drawn.view_.quality.requests}, mode{drawn.view_.look.mode} {}
    ~RestoredRequests() {
        if (viewport.view_.look.mode == viewport.drawn_.mode) viewport.view_.look.mode = mode;
        viewport.view_.quality.requests = requests;
    }
    RestoredRequests(const RestoredRequests&) = delete;
    RestoredRequests& operator=(const RestoredRequests&) = delete;

    Viewport& viewport;
    QualityController::Requests requests;
    DrawMode mode;
};

void Viewport::draw() {
    const RestoredRequests restored{*this};
    refine();
    drawn_ = kind_to_draw();
    view_.look.mode = drawn_.mode;
    if (capture_.video.is_exact_frame()) {
        view_.quality.requests = QualityController::Requests::everything();
    } else if (draws_in_software_) {
        view_.quality.requests.pixel = drawn_.pixel;
        view_.quality.requests.dust = drawn_.dust;
    }
    draw_or_simplify();
}

// Chooses how the picture is refined: a picture at rest in the following frames, a screenshot at once. Videos are not
// refined, because their frames must not depend on the time at which they are drawn.
void Viewport::refine() {
    QualityController& quality = view_.quality;
    const bool is_recording = capture_.video.recorder().recording();
    quality.refines_at_once = capture_.wants_screenshot() && !capture_.video.is_frame();
    const bool is_at_rest = !run_.source().transport().moving() && !tools_.play.are_busy();
    quality.refined.reset();
    if (!view_.split.on() && (quality.refines_at_once || (is_at_rest && !is_recording)))
        quality.refined = quality.requests.at_rest();
}

// Shows a notice before a software renderer compiles its first shaders, which takes one or two seconds.
void Viewport::expect_first_pictures() {
    drawn_kinds_.clear();
    if (draws_in_software_) screen_.notices.tell(first_pictures);
}

// Returns the kind of picture to draw. Before a software renderer compiles the shaders of a new kind, shows a notice
// for one frame, in which the previous kind is drawn.
Viewport::PictureKind Viewport::kind_to_draw() {
    const QualityController& quality = view_.quality;
    const PictureKind wanted{.mode = view_.look.mode,
                             .pixel = is_hdr(view_.look.mode) ? quality.pixel() : 1,
                             .dust = shows_dust(view_.look) ? quality.dust() : DustQuality::off,
                             .is_split = view_.split.on()};
    if (!draws_in_software_ || capture_.wants_picture() || !shows_picture()) return wanted;
    // The first picture needs no notice of its own, because expect_first_pictures() has shown a notice.
    if (drawn_kinds_.empty() || screen_.notices.show(first_pictures)) drawn_kinds_.insert(wanted);
    if (drawn_kinds_.contains(wanted)) return wanted;
    if (screen_.work.empty())
        screen_.work.add({.notice = "compiling shaders ...", .run = [this, wanted] { drawn_kinds_.insert(wanted); }});
    return drawn_;
}

// Returns false while the gallery hides the picture, so that the gallery can draw its own pictures. Screenshots and
// videos still show the picture.
bool Viewport::shows_picture() const { return !panels_.gallery().is_open() || capture_.wants_picture(); }

// Draws the picture. If the draw mode needs too much memory, or if a shader of --assets does not compile, changes to
// the draw mode point.
void Viewport::draw_or_simplify() try { draw_picture(); } catch (const UsageError&) {
    throw;
} catch (const std::exception& error) {
    if (is_device_trouble(error) || view_.look.mode == DrawMode::point) throw;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    view_.look.mode = DrawMode::point;
    if (const auto* const log = dynamic_cast<const BuildError*>(&error)) return screen_.notices.fail(*log);
    screen_.notices.fail(in_words(error));
}

void Viewport::draw_picture() {
    const glm::ivec2 pixels = screen_.window.framebuffer_size();
    const bool has_pixels = pixels.x > 0 && pixels.y > 0, is_exact = capture_.video.is_exact_frame();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    if (is_exact && has_pixels) capture_.video.target(pixels).bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (!shows_picture() || !has_pixels) return;
    view_.look.density.contours = view_.annotations.shows(Annotation::contours);
    view_.look.density.contour_width = annotation_scale(pixels);
    if (view_.split.on() && drawn_.is_split)
        draw_split(pixels);
    else
        draw_bodies(pixels);
    if (capture_.wants_picture()) capture_.take_picture(pixels, shown_camera());
    if (is_exact) capture_.video.show_target(pixels);
    draw_tools();
}

void Viewport::draw_bodies(const glm::ivec2& pixels) {
    const Adaptation adaptation = capture_.video.is_exact_frame()
                                      ? Adaptation{std::numeric_limits<double>::infinity(), true}
                                      : Adaptation{.seconds = capture_.video.animation_seconds()};
    run_.loaded.draw(shown_camera(), view_.look, pixels, adaptation, view_.quality, seen_pixels(pixels));
    draw_slice(pixels);
    draw_match(pixels);
    const auto timed = view_.quality.timers().measure("annotations");
    annotate(pixels);
}

// Returns the width, in pixels of the picture, of an annotation that is 1 pixel wide at interface scale 1. In a video
// with exact frames, this width depends only on the height of the video.
float Viewport::annotation_scale(const glm::ivec2& pixels) const {
    if (capture_.video.records_exactly()) return video_annotation_scale(pixels.y);
    return screen_.window.pixels_per_coordinate() * screen_.ui.scale();
}

void Viewport::draw_split(const glm::ivec2& pixels) try {
    const float density = screen_.window.pixels_per_coordinate();
    view_.split.draw(run_.loaded,
                     {.camera = shown_camera(),
                      .look = view_.look,
                      .annotations = view_.annotations,
                      .cost = view_.quality,
                      .seconds = capture_.video.animation_seconds(),
                      .density = density,
                      .scale = density * screen_.ui.scale(),
                      .height = pixels.y,
                      .panes = capture_.wants_screenshot() ? split_panes(free_area(), 0) : view_.split.panes()});
} catch (const std::exception& error) {
    screen_.show_error(error);
    view_.split.end();
}

// Returns the area that panels leave free: the whole window for screenshots and videos, which show no panels.
Area Viewport::free_area() const {
    const bool is_captured = capture_.wants_screenshot() || capture_.video.recorder().recording();
    return is_captured ? Area{{0, 0}, screen_.ui.extent()} : panels_.free_area();
}

// Returns the smallest rectangle with all pixels that panels do not cover, with y upward; empty to draw the complete
// picture.
std::optional<PixelArea> Viewport::seen_pixels(const glm::ivec2& pixels) const {
    if (capture_.wants_picture() || view_.look.stereo == Stereo::side_by_side) return {};
    const float density = screen_.window.pixels_per_coordinate();
    std::vector<PixelArea> covered;
    for (const Area& area : panels_.opaque_areas()) {
        const glm::vec2 least = density * area.least, most = density * area.most();
        covered.push_back({glm::ceil(glm::vec2{least.x, static_cast<float>(pixels.y) - most.y}),
                           glm::floor(glm::vec2{most.x, static_cast<float>(pixels.y) - least.y})});
    }
    return around(without({{0, 0}, pixels}, covered));
}

FreeView Viewport::free_view() const {
    constexpr float least = 0.25f;  // smaller free shares of the window count as this share
    const glm::vec2 extent = glm::max(screen_.ui.extent(), 1.0f);
    const glm::vec2 share = glm::clamp(free_area().size / extent, least, 1.0f);
    const float height = std::tan(view_.camera.shown().fov_radians / 2);
    if (view_.split.on()) {
        const glm::vec2 pane = view_.split.panes().first.size;
        return {height * pane.x / pane.y, height};
    }
    return {height * extent.x / extent.y * share.x, height * share.y};
}

glm::vec2 Viewport::center() const {
    if (view_.split.on()) return glm::vec2{0};  // because each picture of the compared runs has its own center
    constexpr float least = 0.25f;  // share of the window's width and height; smaller free areas are ignored
    const glm::vec2 extent = glm::max(screen_.ui.extent(), 1.0f);
    const Area free = free_area();
    if (glm::any(glm::lessThan(free.size, least * extent))) return glm::vec2{0};
    return glm::vec2{1, -1} * (2.0f * (free.least + 0.5f * free.size) / extent - 1.0f);
}

Camera Viewport::shown_camera() const {
    Camera camera = view_.camera.shown();
    camera.principal_point = center();
    return camera;
}

View Viewport::view_of_panels() const {
    const glm::ivec2 extent = glm::max(glm::ivec2{screen_.ui.extent()}, 1);
    return view_of(shown_camera(), extent.x, extent.y);
}

void Viewport::annotate(const glm::ivec2& pixels) try {
    const float density = screen_.window.pixels_per_coordinate();
    Annotations& annotations = view_.annotations;
    Area free = free_area();
    annotations.introduces = introduces_galaxies && !run_.options.style.show && !run_.loaded.initial().show &&
                             !capture_.video.is_exact_frame();
    // In a video, trails contain only the positions of video frames.
    annotations.records = !capture_.video.recorder().recording() || capture_.video.is_frame();
    free.least *= density, free.size *= density;
    annotations.draw(run_.loaded, shown_camera(), view_.look, {pixels.x, pixels.y, annotation_scale(pixels), free});
} catch (const std::exception& error) {
    screen_.show_error(error);
    view_.annotations.shown.reset();
}

// Draws the mouse tools below the panels, with ImGui.
void Viewport::draw_tools() {
    const View view = view_of_panels();
    const OverlayPainter painter{*ImGui::GetBackgroundDrawList(), view, {0, 0}, screen_.ui.scale()};
    milkomeda::draw_tools(painter, tools_.play, panels_.free_area());
    if (view_.split.on()) return;
    view_.slice.draw_handles(painter);
    draw_measurement(painter, tools_.measure, panels_.free_area());
    tools_.match.draw_marks(painter);
}

void Viewport::advance_slice() try {
    const SliceContext context{run_.loaded, run_.device_context, run_.parameters, screen_.clock.seconds()};
    if (capture_.video.is_exact_frame())
        view_.slice.complete(context);
    else if (!view_.split.on() && !capture_.video.records_exactly())
        view_.slice.advance(context);
} catch (const std::exception& error) {
    screen_.show_error(error);
}

void Viewport::draw_slice(const glm::ivec2& pixels) try {
    if (!view_.slice.is_on()) return;
    const auto timed = view_.quality.timers().measure("slice");
    view_.slice.draw(shown_camera(), view_.look, pixels.x, pixels.y, annotation_scale(pixels));
} catch (const BuildError& error) {  // a shader of --assets does not compile
    view_.slice.toggle(view_.camera.shown());
    screen_.notices.fail(error);
}

// Draws the picture to match.
void Viewport::draw_match(const glm::ivec2& pixels) try {
    const MatchPicture* const picture = tools_.match.picture();
    if (!picture) return;
    const auto timed = view_.quality.timers().measure("picture to match");
    tools_.match.overlay.draw(*picture, tools_.match.placement(), shown_camera(), view_.look, pixels);
} catch (const BuildError& error) {  // a shader of --assets does not compile
    tools_.match.close();
    screen_.notices.fail(error);
}

void Viewport::select_body(const glm::vec2& place) {
    const glm::ivec2 pixels = screen_.window.framebuffer_size();
    const float density = screen_.window.pixels_per_coordinate(), scale = density * screen_.ui.scale();
    if (view_.split.on()) {
        const Area& pane = view_.split.pane_at(place);
        const glm::ivec2 size{density * pane.size};
        return view_.annotations.pick(view_.split.scene_at(place, run_.loaded), view_of(shown_camera(), size.x, size.y),
                                      density * (place - pane.least), scale);
    }
    const std::vector<StereoView> views = stereo_views(shown_camera(), view_.look, pixels.x, pixels.y);
    const StereoView& eye = density * place.x < views.front().view.width ? views.front() : views.back();
    view_.annotations.pick(run_.loaded, eye.view, density * place - glm::vec2{eye.corner}, scale);
}

}  // namespace milkomeda
