#include "app/overlay/annotations.hpp"

#include <algorithm>

#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

// Two pictures beside each other have annotations of their own; two above each other share them.
std::vector<StereoView> stereo_views_for(const Camera& camera, const Look& look, const BarePicture& picture) {
    if (look.stereo == Stereo::side_by_side) return stereo_views(camera, look, picture.width, picture.height);
    return {{view_of(camera, picture.width, picture.height)}};
}

}  // namespace

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
        const OverlayPainter painter{list, eye.view, corner, picture.scale};
        const AnnotationSubject subject{.painter = painter,
                                        .area = whole ? picture.free : Area{{0, 0}, size},
                                        .loaded = loaded,
                                        .camera = camera,
                                        .look = look,
                                        .galaxies = landmarks_.galaxies(),
                                        .bodies = bodies_,
                                        .galaxy_trails = galaxy_trails_,
                                        .body_trails = body_trails_};
        for (const AnnotationDrawing& drawing : annotation_drawings)
            if (shows(drawing.annotation)) drawing.draw(subject, report_);
        list.PopClipRect();
    }
    ui_->end();
}

}  // namespace milkomeda
