// Draws the physical time (in Myr or Gyr) in the upper left corner and, if the width suffices, the time in model units
// to its right. For snapshots without times, draws the number of the snapshot instead.
#include <fmt/format.h>

#include "app/playback/snapshot_series.hpp"
#include "app/viewport/annotation_drawing.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void draw_clock(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    const Area& area = subject.area;
    const SnapshotSeries* const series = subject.loaded.particle_source().series();
    const bool has_times = !series || series->has_times();
    const double time = subject.loaded.moment().time;
    const std::string text = has_times ? format_time(time) : fmt::format("snapshot {}", series->index() + 1);
    const std::string aside = has_times ? format_model_time(time) : "";
    report.clock = text;
    const glm::vec2 corner = area.least + annotation_margin * painter.scale();
    const float width = painter.size(text).x, gap = painter.line_height();
    if (width + 2 * annotation_margin * painter.scale() > area.size.x) return;
    painter.text(corner, text, annotation_bright);
    if (width + gap + painter.size(aside).x + 2 * annotation_margin * painter.scale() <= area.size.x)
        painter.text(corner + glm::vec2{width + gap, 0}, aside, annotation_dim);
}

}  // namespace milkomeda
