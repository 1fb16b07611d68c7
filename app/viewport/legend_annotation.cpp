// Draws the legend of the colors in the lower right corner, if the legend fits beside or above the scale bar.
#include "app/viewport/annotation_drawing.hpp"
#include "app/viewport/legend.hpp"

namespace milkomeda {

void draw_legend(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    const Area& area = subject.area;
    const LoadedScene& loaded = subject.loaded;
    const Look& look = subject.look;
    if (!is_hdr(look.mode)) return;
    const MapScale& scale = loaded.hdr().map_scale();
    const bool is_map = rendering_of(look.mode) == Rendering::density;
    // The limits are unknown if the picture is empty or has just changed its quantity.
    if (is_map && !(scale.limits.low > 0)) return;
    if (is_map && has_values(scale.colors) && !(scale.values.most > scale.values.least)) return;
    const Legend legend = is_map ? map_legend(look, scale) : legend_of(loaded);
    const glm::vec2 size = legend_size(legend), edge = glm::vec2{annotation_margin * painter.scale()};
    const bool beside_scale = size.x + 2 * edge.x < 0.7f * area.size.x;
    const glm::vec2 raised = beside_scale ? glm::vec2{0} : glm::vec2{0, 3 * painter.line_height()};
    const glm::vec2 place = area.least + area.size - edge - size - raised;
    if (place.x < area.least.x || place.y < area.least.y + 3 * painter.line_height()) return;
    draw_legend(painter.list(), legend, painter.corner() + place);
    report.legend = legend.title;
}

}  // namespace milkomeda
