#include "app/overlay/annotations.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "app/overlay/legend.hpp"
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
    if (const auto snapshot = loaded.motion().untimed_snapshot())
        return "snapshot " + std::to_string(*snapshot);
    return format_time(loaded.shown_time());
}

std::string model_time_text(const LoadedScene& loaded) {
    if (loaded.motion().untimed_snapshot()) return "";
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
    picks_.clear();
    rows_.clear();
    bodies_.clear();
    body_trails_.clear();
}

void Annotations::pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale) {
    picks_.push_back({view, pixel, scale, loaded.rows().time_offset(), loaded.rows().all_rows()});
}

void Annotations::finish_picks(const LoadedScene& loaded) {
    while (!picks_.empty() && is_ready(picks_.front().rows)) {
        Pick pick = std::move(picks_.front());
        picks_.erase(picks_.begin());
        if (const auto row = nearest_row(pick, loaded.initial()))
            toggle(*row);
        else
            let_go();
    }
}

std::optional<std::size_t> Annotations::nearest_row(Pick& pick, const InitialState& initial) {
    constexpr float reach = 20;  // common pixels
    const ParticleRows rows = pick.rows.get();
    float nearest = reach * pick.scale;
    std::optional<std::size_t> best;
    for (std::size_t c = 0; c < initial.shown.size(); ++c) {
        if (!initial.shown[c]) continue;
        const Component& component = initial.particles.components[c];
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            const glm::vec3 body =
                glm::vec3{rows.positions[row]} + pick.time_offset * glm::vec3{rows.velocities[row]};
            const std::optional<glm::vec2> place = pixel_of(pick.view, body);
            if (!place || glm::distance(*place, pick.pixel) >= nearest) continue;
            nearest = glm::distance(*place, pick.pixel);
            best = row;
        }
    }
    return best;
}

void Annotations::toggle(std::size_t row) {
    if (const auto known = std::ranges::find(rows_, row); known != rows_.end()) {
        body_trails_.erase(body_trails_.begin() + (known - rows_.begin()));
        rows_.erase(known);
    } else {
        rows_.push_back(row);
        body_trails_.emplace_back();
        shown.set(index(Annotation::trails));
    }
}

// Bodies keep the order of their trails: those after one that is not known yet wait for it.
void Annotations::find(LoadedScene& loaded) {
    galaxies_ = loaded.galaxies();
    bodies_.clear();
    bool known = true;
    for (const std::size_t row : rows_) {
        const auto body = find_body(loaded.rows(), loaded.initial().particles, row);
        known &= body.has_value();
        if (known) bodies_.push_back(*body);
    }
}

void Annotations::record(LoadedScene& loaded) {
    if (!shows(Annotation::trails)) return;
    find(loaded);
    galaxy_trails_.resize(std::max(galaxy_trails_.size(), galaxies_.size()));
    for (std::size_t i = 0; i < galaxies_.size(); ++i)
        galaxy_trails_[i].record(loaded.shown_time(), galaxies_[i].position);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        body_trails_[i].record(loaded.shown_time(), bodies_[i].position);
}

void Annotations::draw(LoadedScene& loaded, const Camera& camera, const Look& look,
                       const BarePicture& picture) {
    finish_picks(loaded);
    report_ = {};
    if (shown.none()) return;
    if (!ui_ || ui_->scale() != picture.scale) ui_ = std::make_unique<HeadlessUi>(picture.scale);
    if (shows(Annotation::trails)) {
        record(loaded);
        for (const Landmark& body : bodies_) report_.bodies.push_back(body.name);
        for (const auto* trails : {&galaxy_trails_, &body_trails_})
            for (const Trail& trail : *trails) report_.trail_points += trail.points().size();
    } else if (shows(Annotation::labels)) {
        find(loaded);
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
        for (std::size_t i = 0; i < galaxies_.size(); ++i)
            draw_trail(painter, galaxy_trails_[i], now, galaxies_[i].position, trail_color(i));
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            draw_trail(painter, body_trails_[i], now, bodies_[i].position, trail_color(i + 2));
            draw_mark(painter, bodies_[i], trail_color(i + 2));
        }
    }
    if (shows(Annotation::labels)) report_.labels = draw_labels(painter, galaxies_);
    if (shows(Annotation::scale)) report_.scale = draw_scale_bar(painter, area, shows_angles(camera));
    if (shows(Annotation::clock)) {
        report_.clock = clock_text(loaded);
        draw_clock(painter, area, report_.clock, model_time_text(loaded));
    }
    if (shows(Annotation::legend) && is_developed(look.mode)) draw_legend(painter, loaded, look, area);
}

// In the lower right corner, where it leaves room for the scale bar.
void Annotations::draw_legend(const OverlayPainter& painter, const LoadedScene& loaded, const Look& look,
                              const Area& area) {
    const DensityLimits limits = loaded.hdr().density_limits();
    if (look.mode == DrawMode::density && !(limits.low > 0)) return;  // nothing is seen
    const Legend legend = look.mode == DrawMode::density
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
