// The session draws the picture below its panels, and keeps it as a screenshot.
#include <cmath>
#include <limits>
#include <utility>

#include "app/io/picture_file.hpp"
#include "app/cli/usage_error.hpp"
#include "app/io/output_file.hpp"
#include "app/tools/play_drawing.hpp"
#include "app/shell/session.hpp"
#include "compute/device/opencl_error.hpp"
#include "data/base/build_error.hpp"
#include "render/camera/stereo_views.hpp"
#include "render/gl/target.hpp"

namespace milkomeda {

// The device may fail here, too, where a picture waits for what it shows.
void Session::draw() {
    const QualityController::Requests asked = cost_.requests;
    const DrawMode wanted = look_.mode;
    drawn_ = kind_to_draw();
    look_.mode = drawn_.mode;
    if (is_exact_frame()) {
        cost_.requests = QualityController::Requests::everything();
    } else if (draws_in_software_) {
        cost_.requests.pixel = drawn_.pixel;
        cost_.requests.dust = drawn_.dust;
    }
    if (!survives([this] { try_to_draw(); })) glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (look_.mode == drawn_.mode) look_.mode = wanted;
    cost_.requests = asked;
}

// A software renderer compiles shaders for what it draws of a scene for the first time, which takes a second
// or two.
void Session::expect_first_pictures() {
    drawn_kinds_.clear();
    if (draws_in_software_) notices_.tell(first_pictures);
}

// It is said before later ones, too, and until then the picture is drawn as the last one was.
Session::PictureKind Session::kind_to_draw() {
    const PictureKind wanted{.mode = look_.mode,
                             .pixel = is_hdr(look_.mode) ? cost_.pixel() : 1,
                             .dust = shows_dust(look_) ? cost_.dust() : DustQuality::off,
                             .is_split = split_.on()};
    const bool is_kept = screenshot_wanted_ || film_frame_;
    if (!draws_in_software_ || is_kept || !shows_picture()) return wanted;
    const bool is_said = drawn_kinds_.empty() || notices_.show(first_pictures);  // empty: "loading ..." was
    if (is_said) drawn_kinds_.insert(wanted);
    if (drawn_kinds_.contains(wanted)) return wanted;
    if (!announced_) announce("compiling shaders ...", [this, wanted] { drawn_kinds_.insert(wanted); });
    return drawn_;
}

// The gallery hides it, and the pictures that are drawn for that have need of the time.
bool Session::shows_picture() const {
    return !panels_.gallery().is_open() || screenshot_wanted_ || film_frame_;
}

// What a mode needs first when it is seen there may be no memory for, or no shader that builds (--assets).
void Session::try_to_draw() try { draw_picture(); } catch (const UsageError&) {
    throw;
} catch (const std::exception& error) {
    if (is_device_trouble(error) || look_.mode == DrawMode::point) throw;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    look_.mode = DrawMode::point;
    if (const auto* const log = dynamic_cast<const BuildError*>(&error)) return notices_.add(*log);
    notices_.add(in_words(error));
}

void Session::draw_picture() {
    const glm::ivec2 pixels = window_.framebuffer_size();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.x, pixels.y);
    if (is_exact_frame() && pixels.x > 0 && pixels.y > 0) film_target(pixels).bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (shows_picture() && pixels.x > 0 && pixels.y > 0) {
        look_.density.contours = annotations_.shows(Annotation::contours);
        look_.density.contour_width = annotation_scale(pixels);
        if (split_.on() && drawn_.is_split) {
            draw_split(pixels);
        } else {
            loaded_.draw(shown_camera(), look_, pixels.x, pixels.y, adaptation(), cost_, seen_pixels(pixels));
            draw_slice(pixels);
            const auto timed = cost_.timers().measure("annotations");
            annotate(pixels);
        }
        if (screenshot_wanted_ || film_frame_) keep_picture(pixels);
        if (is_exact_frame()) show_film_frame(pixels);
        draw_tools();
    }
}

// The film's frames are drawn as render draws them, in full and with an exposure of their own.
bool Session::is_exact_frame() const {
    return film_frame_ && film_.is_exact();
}

// Some windows have their pixels upside down, and edges are rounded another way there than in the pictures of
// render: the film's frames are drawn where those are, and then shown.
OffscreenTarget& Session::film_target(const glm::ivec2& pixels) {
    const bool fits = film_target_ && film_target_->width() == pixels.x && film_target_->height() == pixels.y;
    if (!fits) film_target_.emplace(pixels.x, pixels.y);
    return *film_target_;
}

void Session::show_film_frame(const glm::ivec2& pixels) {
    film_target(pixels).bind_for_reading();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, pixels.x, pixels.y, 0, 0, pixels.x, pixels.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Adaptation Session::adaptation() const {
    if (is_exact_frame()) return {std::numeric_limits<double>::infinity(), true};
    return {.seconds = own_seconds()};
}

// One scale for all frames while a film is made: another one makes its font anew.
float Session::annotation_scale(const glm::ivec2& pixels) const {
    if (film_.recording() && film_.is_exact()) return video_annotation_scale(pixels.y);
    return window_.pixels_per_coordinate() * ui_.scale();
}

void Session::draw_split(const glm::ivec2& pixels) try {
    const float density = window_.pixels_per_coordinate();
    split_.draw(loaded_, {.camera = shown_camera(),
                          .look = look_,
                          .annotations = annotations_,
                          .cost = cost_,
                          .seconds = own_seconds(),
                          .density = density,
                          .scale = density * ui_.scale(),
                          .height = pixels.y,
                          .panes = screenshot_wanted_ ? split_panes(free_area(), 0) : split_.panes()});
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    split_.end();
    notices_.add(in_words(error));
}

// The part of the picture that can be seen; screenshots and films are without panels.
Area Session::free_area() const {
    return screenshot_wanted_ || film_.recording() ? Area{{0, 0}, ui_.extent()} : panels_.free_area();
}

// What panels leave of the picture; y goes up. Screenshots and films have all of it, and so has each of two
// eyes.
std::optional<PixelArea> Session::seen_pixels(const glm::ivec2& pixels) const {
    if (screenshot_wanted_ || film_frame_ || look_.stereo == Stereo::side_by_side) return {};
    const float density = window_.pixels_per_coordinate();
    std::vector<PixelArea> covered;
    for (const Area& area : panels_.opaque_areas()) {
        const glm::vec2 least = density * area.least, most = density * area.most();
        covered.push_back({glm::ceil(glm::vec2{least.x, static_cast<float>(pixels.y) - most.y}),
                           glm::floor(glm::vec2{most.x, static_cast<float>(pixels.y) - least.y})});
    }
    return around(without({{0, 0}, pixels}, covered));
}

FreeView Session::free_view() const {
    constexpr float least = 0.25f;  // of the picture; panels may leave less in a small window
    const glm::vec2 extent = glm::max(ui_.extent(), 1.0f);
    const glm::vec2 share = glm::clamp(free_area().size / extent, least, 1.0f);
    const float height = std::tan(camera_.shown().fov_radians / 2);
    if (split_.on()) {
        const glm::vec2 pane = split_.panes().chosen.size;
        return {height * pane.x / pane.y, height};
    }
    return {height * extent.x / extent.y * share.x, height * share.y};
}

// Where the middle of what can be seen lies: from that of the picture to the right and up, in halves of its
// size.
glm::vec2 Session::middle() const {
    if (split_.on()) return glm::vec2{0};  // its panes are what can be seen
    constexpr float least = 0.25f;         // of the picture, to be worth it
    const glm::vec2 extent = glm::max(ui_.extent(), 1.0f);
    const Area free = free_area();
    if (glm::any(glm::lessThan(free.size, least * extent))) return glm::vec2{0};
    return glm::vec2{1, -1} * (2.0f * (free.least + 0.5f * free.size) / extent - 1.0f);
}

Camera Session::shown_camera() const {
    Camera camera = camera_.shown();
    camera.principal_point = middle();
    return camera;
}

void Session::annotate(const glm::ivec2& pixels) try {
    const float density = window_.pixels_per_coordinate();
    Area free = free_area();
    annotations_.introduces =
        hint_.shown() && !options_.style.show && !loaded_.initial().show && !is_exact_frame();
    annotations_.records = !film_.recording() || film_frame_;  // its trails lead through its frames alone
    free.least *= density, free.size *= density;
    annotations_.draw(loaded_, shown_camera(), look_, {pixels.x, pixels.y, annotation_scale(pixels), free});
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    annotations_.shown.reset();
    notices_.add(error.what());
}

// In the lists of the panels' user interface, below them.
void Session::draw_tools() {
    const View view = panels_view();
    const OverlayPainter painter{*ImGui::GetBackgroundDrawList(), view, {0, 0}, ui_.scale()};
    milkomeda::draw_tools(painter, tools_, panels_.free_area());
    if (!split_.on()) slice_.draw_handles(painter);
}

// What a scene leaves open stays as the person has it.
void Session::begin_slice() {
    const SceneSetup& initial = loaded_.initial();
    if (initial.slice || initial.look.complete) slice_.show(initial.slice);
}

// A film at exact frame times waits for the map of each of its frames, as render does.
void Session::advance_slice() try {
    const SliceContext ground{loaded_, device_context_, parameters_, clock_.seconds()};
    if (is_exact_frame())
        slice_.complete(ground);
    else if (!split_.on() && !(film_.recording() && film_.is_exact()))
        slice_.advance(ground);
} catch (const std::exception& error) {
    if (opencl_failure(error)) throw;
    notices_.add(in_words(error));
}

void Session::draw_slice(const glm::ivec2& pixels) try {
    if (!slice_.is_on()) return;
    const auto timed = cost_.timers().measure("slice");
    slice_.draw(shown_camera(), look_, pixels.x, pixels.y, annotation_scale(pixels));
} catch (const BuildError& error) {  // of --assets
    slice_.toggle(camera_.shown());
    notices_.add(error);
}

void Session::choose(const glm::vec2& place) {
    const glm::ivec2 pixels = window_.framebuffer_size();
    const float density = window_.pixels_per_coordinate();
    if (split_.on()) {
        const Area& pane = split_.pane_at(place);
        const glm::ivec2 size{density * pane.size};
        return annotations_.pick(split_.scene_at(place, loaded_), view_of(shown_camera(), size.x, size.y),
                                 density * (place - pane.least), density * ui_.scale());
    }
    const std::vector<StereoView> views = stereo_views(shown_camera(), look_, pixels.x, pixels.y);
    const StereoView& eye = density * place.x < views.front().view.width ? views.front() : views.back();
    annotations_.pick(loaded_, eye.view, density * place - glm::vec2{eye.corner}, density * ui_.scale());
}

// As a screenshot and the film have it. The window has no panels yet.
void Session::keep_picture(const glm::ivec2& pixels) try {
    Image picture = read_framebuffer(pixels.x, pixels.y);
    if (std::exchange(screenshot_wanted_, false)) write_screenshot(picture);
    if (!film_frame_ || !film_.recording()) return;
    if (!film_.fits(pixels.x, pixels.y)) return;  // the window may have another size just now
    note_film_frame(film_.add(std::move(picture)));
    trace_.event("film_frame", {{"number", film_.frames()}, {"time", loaded_.shown_time()}});
} catch (const std::exception& error) {
    screenshot_wanted_ = false;
    if (opencl_failure(error)) throw;
    notices_.add(error.what());
}

void Session::write_screenshot(const Image& picture) {
    const std::filesystem::path file = write_picture(name_by_time(".png"), picture, {}, Existing::kept);
    notices_.add("screenshot: " + file.string());
    trace_.event("screenshot", {{"file", file.string()}});
}

}  // namespace milkomeda
