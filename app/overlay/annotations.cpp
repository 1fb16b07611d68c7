#include "app/overlay/annotations.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "app/overlay/legend_drawing.hpp"
#include "data/base/units.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

constexpr std::array trail_colors{glm::vec3{0.55f, 0.8f, 1}, glm::vec3{1, 0.8f, 0.45f},
                                  glm::vec3{0.7f, 1, 0.6f}, glm::vec3{1, 0.6f, 0.85f}};

const glm::vec3& trail_color(std::size_t i) {
    return trail_colors[i % trail_colors.size()];
}

std::string clock_text(const LoadedScene& loaded) {
    const Playback* const playback = loaded.playback();
    if (playback && !playback->has_times()) return "snapshot " + std::to_string(playback->index());
    return format_time(loaded.shown_time());
}

std::string model_time_text(const LoadedScene& loaded) {
    const Playback* const playback = loaded.playback();
    if (playback && !playback->has_times()) return "";
    char text[32];
    std::snprintf(text, sizeof text, "t = %.2f", loaded.shown_time());
    return text;
}

// Two pictures beside each other have annotations of their own; two above each other share them.
std::vector<StereoView> stereo_views_for(const Camera& camera, const Look& look, const BarePicture& picture) {
    if (look.stereo == Stereo::side_by_side) return stereo_views(camera, look, picture.width, picture.height);
    return {{view_of(camera, picture.width, picture.height)}};
}

// Where no depth is looked at, lengths have no size.
bool shows_angles(const Camera& camera) {
    return sees_sky(camera) || camera.projection == Projection::hammer ||
           camera.projection == Projection::dome;
}

}  // namespace

AnnotationSet default_annotations() {
    return AnnotationSet{}.set(index(Annotation::scale)).set(index(Annotation::clock));
}

void Annotations::toggle() {
    if (shown.none() && hidden_.none()) hidden_ = default_annotations();
    std::swap(shown, hidden_);
}

void Annotations::restart() {
    galaxy_trails_.clear();
    for (Trail& trail : body_trails_) trail = {};
}

void Annotations::forget() {
    restart();
    let_go();
}

void Annotations::let_go() {
    rows_.clear();
    bodies_.clear();
    body_trails_.clear();
}

void Annotations::pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale) {
    constexpr float reach = 20;  // common pixels
    float nearest = reach * scale;
    std::optional<std::size_t> best;
    loaded.update();
    const std::vector<Component>& components = loaded.initial().particles.components;
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (!loaded.shown()[c]) continue;
        const ParticleRows rows = loaded.rows({components[c].first, components[c].count});
        for (std::size_t i = 0; i < rows.positions.size(); ++i) {
            const std::optional<glm::vec2> place = pixel_of(view, rows.positions[i]);
            if (!place || glm::distance(*place, pixel) >= nearest) continue;
            nearest = glm::distance(*place, pixel);
            best = components[c].first + i;
        }
    }
    if (!best) return let_go();
    if (const auto known = std::ranges::find(rows_, *best); known != rows_.end()) {
        body_trails_.erase(body_trails_.begin() + (known - rows_.begin()));
        rows_.erase(known);
    } else {
        rows_.push_back(*best);
        body_trails_.emplace_back();
        shown.set(index(Annotation::trails));
    }
}

void Annotations::find(LoadedScene& loaded, double ahead) {
    landmarks_.update(loaded, ahead);
    bodies_.clear();
    for (const std::size_t row : rows_)
        if (const auto body = landmarks_.body(row)) bodies_.push_back(*body);
}

void Annotations::record(LoadedScene& loaded, double ahead) {
    if (!shows(Annotation::trails)) return;
    find(loaded, ahead);
    galaxy_trails_.resize(landmarks_.galaxies().size());
    for (std::size_t i = 0; i < galaxy_trails_.size(); ++i)
        galaxy_trails_[i].record(loaded.shown_time(), landmarks_.galaxies()[i].position);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        body_trails_[i].record(loaded.shown_time(), bodies_[i].position);
}

void Annotations::draw(LoadedScene& loaded, const Camera& camera, const Look& look,
                       const BarePicture& picture, double ahead) {
    report_ = {};
    if (shown.none()) return;
    if (!ui_ || ui_->scale() != picture.scale) ui_ = std::make_unique<HeadlessUi>(picture.scale);
    if (shows(Annotation::trails)) {
        record(loaded, ahead);
        for (const Landmark& body : bodies_) report_.bodies.push_back(body.name);
        for (const auto* trails : {&galaxy_trails_, &body_trails_})
            for (const Trail& trail : *trails) report_.trail_points += trail.points().size();
    } else if (shows(Annotation::labels)) {
        find(loaded, ahead);
    }
    ImDrawList& list = ui_->begin(picture.width, picture.height);
    for (const StereoView& eye : stereo_views_for(camera, look, picture)) {
        const glm::vec2 corner{eye.corner}, size{eye.view.width, eye.view.height};
        const bool whole = eye.view.width == static_cast<float>(picture.width);
        list.PushClipRect({corner.x, 0}, {corner.x + size.x, size.y});
        draw(OverlayPainter{list, eye.view, corner, picture.scale}, loaded, camera, look,
             whole ? picture.free : Area{{0, 0}, size});
        list.PopClipRect();
    }
    ui_->end();
}

void Annotations::draw(const OverlayPainter& painter, const LoadedScene& loaded, const Camera& camera,
                       const Look& look, const Area& area) {
    // From the ground up: what is written lies over what is drawn.
    if (shows(Annotation::grid)) draw_grid(painter, camera.target);
    if (shows(Annotation::axes)) draw_axes(painter);
    if (shows(Annotation::trails)) {
        const double now = loaded.shown_time();
        for (std::size_t i = 0; i < galaxy_trails_.size(); ++i)
            draw_trail(painter, galaxy_trails_[i], now, landmarks_.galaxies()[i].position, trail_color(i));
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            draw_trail(painter, body_trails_[i], now, bodies_[i].position, trail_color(i + 2));
            draw_mark(painter, bodies_[i], trail_color(i + 2));
        }
    }
    if (shows(Annotation::labels)) report_.labels = draw_labels(painter, landmarks_.galaxies());
    if (shows(Annotation::scale)) report_.scale = draw_scale_bar(painter, area, shows_angles(camera));
    if (shows(Annotation::clock)) {
        report_.clock = clock_text(loaded);
        draw_clock(painter, area, report_.clock, model_time_text(loaded));
    }
    if (shows(Annotation::legend) && is_hdr(look.mode)) draw_legend(painter, loaded, look, area);
}

// In the lower right corner, where it leaves room for the scale bar.
void Annotations::draw_legend(const OverlayPainter& painter, const LoadedScene& loaded, const Look& look,
                              const Area& area) {
    const DensityLimits limits = loaded.hdr().density_limits();
    if (rendering_of(look.mode) == Rendering::density && !(limits.low > 0)) return;  // nothing is seen
    const Legend legend = rendering_of(look.mode) == Rendering::density
                              ? density_legend(look.color_map, limits.low, limits.high)
                              : legend_of(loaded);
    const glm::vec2 size = legend_size(legend), edge = glm::vec2{annotation_margin * painter.scale()};
    const bool beside_scale = size.x + 2 * edge.x < 0.7f * area.size.x;
    const glm::vec2 raised = beside_scale ? glm::vec2{0} : glm::vec2{0, 3 * painter.line_height()};
    const glm::vec2 place = area.least + area.size - edge - size - raised;
    if (place.x < area.least.x || place.y < area.least.y + 3 * painter.line_height()) return;
    milkomeda::draw_legend(painter.list(), legend, painter.corner() + place);
    report_.legend = legend.title;
}

}  // namespace milkomeda
