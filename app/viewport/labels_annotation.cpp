// Draws the name of each galaxy beside its center, if the name fits into the free area and overlaps no other name.
// Names fade out when galaxies merge.
#include <algorithm>
#include <array>

#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {
namespace {

bool overlap(const Area& a, const Area& b) {
    return a.least.x < b.least.x + b.size.x && b.least.x < a.least.x + a.size.x && a.least.y < b.least.y + b.size.y &&
           b.least.y < a.least.y + a.size.y;
}

bool inside(const Area& a, const Area& all) {
    return glm::all(glm::greaterThanEqual(a.least, all.least)) && glm::all(glm::lessThanEqual(a.most(), all.most()));
}

// Returns the opacity of a galaxy's name: 0 if the center of another galaxy is nearer than `merged`, 1 if all other
// centers are farther than `clear`.
float name_opacity(std::span<const Landmark> galaxies, const Landmark& galaxy) {
    constexpr float merged = 0.5f, clear = 1.5f;  // in model units: 2 kpc and 6 kpc
    float share = 1;
    for (const Landmark& other : galaxies)
        if (&other != &galaxy)
            share = std::min(share, glm::smoothstep(merged, clear, glm::distance(other.position, galaxy.position)));
    return share;
}

}  // namespace

void draw_labels(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    const std::span<const Landmark> galaxies = subject.galaxies;
    const glm::vec2 reach = glm::vec2{28, 28} * painter.scale();
    constexpr std::array corners{glm::vec2{1, -1}, glm::vec2{-1, -1}, glm::vec2{1, 1}, glm::vec2{-1, 1}};
    std::vector<Area> taken;
    report.labels.clear();
    for (const Landmark& galaxy : galaxies) {
        const std::optional<glm::vec2> center = painter.place_of(galaxy.position);
        const std::string name = title_of(galaxy.name);
        const float opacity = name_opacity(galaxies, galaxy);
        if (!center || name.empty() || opacity == 0) continue;
        const glm::vec2 words = painter.size(name), pad = glm::vec2{3, 0} * painter.scale();
        for (const glm::vec2 corner : corners) {
            const glm::vec2 end = *center + corner * reach;
            const glm::vec2 least = end + glm::vec2{corner.x > 0 ? pad.x : -pad.x - words.x, -0.5f * words.y};
            const Area place{least - pad, words + 2.0f * pad};
            if (!inside(place, subject.area) ||
                std::ranges::any_of(taken, [&](const Area& other) { return overlap(place, other); }))
                continue;
            painter.line(*center + 0.25f * corner * reach, end, annotation_dim * glm::vec4{1, 1, 1, opacity});
            painter.text(least, name, annotation_bright * glm::vec4{1, 1, 1, opacity});
            taken.push_back(place);
            report.labels.push_back({name, *center});
            break;
        }
    }
}

}  // namespace milkomeda
