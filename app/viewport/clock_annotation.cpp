// Draws the physical time (in Myr or Gyr) in the upper left corner and, if the width suffices, the time in model units
// to its right. For snapshots without times, draws the number of the snapshot instead.
#include <fmt/format.h>

#include "app/playback/snapshot_series.hpp"
#include "app/viewport/annotation_drawing.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

bool is_untimed(const LoadedScene& loaded) {
    const SnapshotSeries* const series = loaded.particle_source().series();
    return series && !series->has_times();
}

std::string clock_text(const LoadedScene& loaded) {
    if (is_untimed(loaded)) return fmt::format("snapshot {}", loaded.particle_source().series()->index());
    return format_time(loaded.moment().time);
}

std::string model_time_text(const LoadedScene& loaded) {
    if (is_untimed(loaded)) return "";
    return fmt::format("t = {:.2f}", loaded.moment().time);
}

}  // namespace

void draw_clock(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    const Area& area = subject.area;
    const std::string text = clock_text(subject.loaded), aside = model_time_text(subject.loaded);
    report.clock = text;
    const glm::vec2 corner = area.least + annotation_margin * painter.scale();
    const float width = painter.size(text).x, gap = painter.line_height();
    if (width + 2 * annotation_margin * painter.scale() > area.size.x) return;
    painter.text(corner, text, annotation_bright);
    if (width + gap + painter.size(aside).x + 2 * annotation_margin * painter.scale() <= area.size.x)
        painter.text(corner + glm::vec2{width + gap, 0}, aside, annotation_dim);
}

}  // namespace milkomeda
