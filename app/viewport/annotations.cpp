#include "app/viewport/annotations.hpp"

#include "data/particles/structure.hpp"
#include "data/particles/young_stars.hpp"
#include "render/camera/stereo_views.hpp"

namespace milkomeda {
namespace {

// Returns the views with separate annotations: both halves of side-by-side stereo, otherwise one view.
std::vector<StereoView> stereo_views_for(const Camera& camera, const Look& look, const BarePicture& picture) {
    if (look.stereo == Stereo::side_by_side) return stereo_views(camera, look, picture.width, picture.height);
    return {{view_of(camera, picture.width, picture.height)}};
}

// Points of perturber trails have a shorter spacing, because perturbers may circle each other faster than galaxies do.
constexpr double perturber_spacing = 0.2 * Trail::shortest_spacing;
const Trail perturber_trail{perturber_spacing};

// Returns a trail for each of `names`: trails[i] if the name is before[i], or `none` if `before` does not contain the
// name or `trails` is too short.
std::vector<Trail> trails_of(const std::vector<std::string>& names, const std::vector<std::string>& before,
                             const std::vector<Trail>& trails, const Trail& none) {
    std::vector<Trail> found;
    for (const std::string& name : names) {
        const auto i = static_cast<std::size_t>(std::ranges::find(before, name) - before.begin());
        found.push_back(i < trails.size() ? trails[i] : none);
    }
    return found;
}

}  // namespace

void Annotations::toggle() {
    if (shown.none() && hidden_.none()) hidden_ = default_annotations();
    std::swap(shown, hidden_);
}

void Annotations::restart() {
    galaxy_trails_.clear();
    perturber_trails_.clear();
    for (Trail& trail : body_trails_) trail = {};
    ++trail_changes_;
}

void Annotations::forget() {
    restart();
    deselect_bodies();
}

void Annotations::deselect_bodies() {
    picks_.clear();
    rows_.clear();
    bodies_.clear();
    body_trails_.clear();
    ++trail_changes_;
}

AnnotatedNames Annotations::names_in(const ParticleSet& particles) const {
    AnnotatedNames names{milkomeda::galaxies(particles), perturber_names(particles.components), {}};
    for (const std::size_t row : rows_) names.ids.push_back(particles.ids[row]);
    return names;
}

Trails Annotations::trails_in(const ParticleSet& particles) const {
    return {names_in(particles), galaxy_trails_, perturber_trails_, body_trails_};
}

void Annotations::put(const Trails& trails, const ParticleSet& particles) {
    galaxy_trails_ = trails.galaxies;
    perturber_trails_ = trails.perturbers;
    body_trails_ = trails.bodies;
    keep(trails.names, particles);
}

void Annotations::keep(const AnnotatedNames& names, const ParticleSet& particles) {
    galaxy_trails_ = trails_of(milkomeda::galaxies(particles), names.galaxies, galaxy_trails_, Trail{});
    perturber_trails_ =
        trails_of(perturber_names(particles.components), names.perturbers, perturber_trails_, perturber_trail);
    std::vector<std::size_t> rows;
    std::vector<Trail> body_trails;
    for (std::size_t i = 0; i < names.ids.size(); ++i) {
        const auto found = std::ranges::find(particles.ids, names.ids[i]);
        if (found == particles.ids.end()) continue;
        rows.push_back(static_cast<std::size_t>(found - particles.ids.begin()));
        body_trails.push_back(body_trails_[i]);
    }
    rows_ = std::move(rows);
    body_trails_ = std::move(body_trails);
    picks_.clear();
    galaxies_.clear();
    bodies_.clear();
    ++trail_changes_;
}

void Annotations::pick(LoadedScene& loaded, const View& view, glm::vec2 pixel, float scale) {
    picks_.push_back({view, pixel, scale, loaded.rows().time_offset(), loaded.rows().all_rows()});
}

// Returns the bodies at the moment of the click; empty if the run has ended before the readback of the bodies.
std::optional<ParticleRows> Annotations::rows_of(Pick& pick) try {
    return pick.rows.get();
} catch (const std::future_error&) {
    return std::nullopt;
}

void Annotations::finish_picks(const LoadedScene& loaded) {
    while (!picks_.empty() && is_ready(picks_.front().rows)) {
        Pick pick = std::move(picks_.front());
        picks_.erase(picks_.begin());
        const std::optional<ParticleRows> rows = rows_of(pick);
        if (!rows) continue;
        if (const auto row = nearest_row(pick, *rows, loaded.initial()))
            toggle(*row);
        else
            deselect_bodies();
    }
}

// Returns the row nearest to the click. The distance to a perturber with a visible ring is measured from the ring.
std::optional<std::size_t> Annotations::nearest_row(const Pick& pick, const ParticleRows& rows,
                                                    const SceneSetup& initial) const {
    constexpr float reach = 20;  // largest distance from the click, in pixels at interface scale 1
    const bool has_rings = shows(Annotation::perturbers);
    float nearest = reach * pick.scale;
    std::optional<std::size_t> best;
    for (std::size_t c = 0; c < initial.shown.size(); ++c) {
        const Component& component = initial.particles.components[c];
        const bool is_ring = component.perturber && has_rings;
        const float size = is_ring ? perturber_ring * pick.scale : 0;
        for (std::size_t row = component.first; row < component.first + component.count; ++row) {
            if (!initial.shown[c].shows(is_young_star(rows.velocities[row])) && !is_ring) continue;
            const glm::vec3 body = glm::vec3{rows.positions[row]} + pick.time_offset * glm::vec3{rows.velocities[row]};
            const std::optional<glm::vec2> place = pixel_of(pick.view, body);
            if (!place || glm::distance(*place, pick.pixel) - size >= nearest) continue;
            nearest = glm::distance(*place, pick.pixel) - size;
            best = row;
        }
    }
    return best;
}

void Annotations::toggle(std::size_t row) {
    ++trail_changes_;
    if (const auto known = std::ranges::find(rows_, row); known != rows_.end()) {
        body_trails_.erase(body_trails_.begin() + (known - rows_.begin()));
        rows_.erase(known);
    } else {
        rows_.push_back(row);
        body_trails_.emplace_back();
        shown.set(index(Annotation::trails));
    }
}

// Finds the displayed positions of galaxies and selected bodies. bodies_ ends before the first selected body with
// unknown position, so that bodies_[i] belongs to body_trails_[i].
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

// Finds the perturbers: the last components of the particle set, with one row each. Keeps the trails while positions
// are unknown.
void Annotations::find_perturbers(LoadedScene& loaded) {
    const std::vector<Component>& components = loaded.initial().particles.components;
    const std::size_t count = perturber_count(components);
    perturbers_.clear();
    perturber_trails_.resize(count, perturber_trail);
    if (count == 0) return;
    const auto own = std::span{components}.last(count);
    const ParticleRows rows = loaded.rows().rows({own.front().first, count});
    for (std::size_t i = 0; i < rows.positions.size(); ++i) {
        const glm::vec3 position = rows.positions[i];
        record(perturber_trails_[i], loaded.moment().time, position);
        perturbers_.push_back({&own[i], position, &perturber_trails_[i]});
    }
}

std::optional<double> Annotations::trail_spacing(const LoadedScene& loaded) const {
    if (shows(Annotation::perturbers) && perturber_count(loaded.initial().particles.components) > 0)
        return perturber_spacing;
    if (shows(Annotation::trails)) return Trail::shortest_spacing;
    return std::nullopt;
}

void Annotations::record(LoadedScene& loaded) {
    if (shows(Annotation::perturbers)) find_perturbers(loaded);
    if (!shows(Annotation::trails)) return;
    find(loaded);
    galaxy_trails_.resize(std::max(galaxy_trails_.size(), galaxies_.size()));
    for (std::size_t i = 0; i < galaxies_.size(); ++i)
        record(galaxy_trails_[i], loaded.moment().time, galaxies_[i].position);
    for (std::size_t i = 0; i < bodies_.size(); ++i) record(body_trails_[i], loaded.moment().time, bodies_[i].position);
}

void Annotations::record(Trail& trail, double time, const glm::vec3& position) const {
    if (records) trail.record(time, position);
}

void Annotations::draw(LoadedScene& loaded, const Camera& camera, const Look& look, const BarePicture& picture) {
    finish_picks(loaded);
    report_ = {};
    AnnotationSet wanted = shown;
    if (introduces) wanted.set(index(Annotation::labels));
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
    if (wanted[index(Annotation::perturbers)]) find_perturbers(loaded);
    const std::span<const TreeCell> cells = shows(Annotation::cells) ? loaded.cells() : std::span<const TreeCell>{};
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
                                        .perturbers = perturbers_,
                                        .cells = cells};
        for (const AnnotationDrawing& drawing : annotation_drawings)
            if (wanted[index(drawing.annotation)]) drawing.draw(subject, report_);
        list.PopClipRect();
    }
    ui_->end();
}

}  // namespace milkomeda
