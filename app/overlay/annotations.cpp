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

AnnotationSet Annotations::drawn() const {
    AnnotationSet set = shown;
    if (introduces) set.set(index(Annotation::labels));
    return set;
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
    const AnnotationSet wanted = drawn();
    if (wanted.none()) return;
    if (!ui_ || ui_->scale() != picture.scale) ui_ = std::make_unique<HeadlessUi>(picture.scale);
    if (shows(Annotation::trails)) {
        record(loaded);
        for (const Landmark& body : bodies_) report_.bodies.push_back(body.name);
        for (const auto* trails : {&galaxy_trails_, &body_trails_})
            for (const Trail& trail : *trails) report_.trail_points += trail.points().size();
    } else if (wanted[index(Annotation::labels)]) {
        find(loaded);
    }
    const std::span<const TreeCell> cells =
        shows(Annotation::cells) ? loaded.cells() : std::span<const TreeCell>{};
    report_.cells = cells.size();
    ImDrawList& list = ui_->begin(picture.width, picture.height);
    for (const StereoView& eye : stereo_views_for(camera, look, picture)) {
        const glm::vec2 corner{eye.corner}, size{eye.view.width, eye.view.height};
        const Area free{picture.free.least, glm::min(picture.free.size, size - picture.free.least)};
        list.PushClipRect({corner.x, 0}, {corner.x + size.x, size.y});
        const OverlayPainter painter{list, eye.view, corner, picture.scale};
        const AnnotationSubject subject{.painter = painter,
                                        .area = free,
                                        .loaded = loaded,
                                        .camera = camera,
                                        .look = look,
                                        .galaxies = galaxies_,
                                        .bodies = bodies_,
                                        .galaxy_trails = galaxy_trails_,
                                        .body_trails = body_trails_,
                                        .cells = cells};
        for (const AnnotationDrawing& drawing : annotation_drawings)
            if (wanted[index(drawing.annotation)]) drawing.draw(subject, report_);
        list.PopClipRect();
    }
    ui_->end();
}

}  // namespace milkomeda
