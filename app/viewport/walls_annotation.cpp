// Draws the edges of the mixed box (a box of small and large particles).
#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {

void draw_walls(const AnnotationSubject& subject, AnnotationReport&) {
    const std::optional<MixedBox>& box = subject.loaded.initial().mixed;
    if (!box) return;
    const bool is_flat = box->dimensions == 2;
    const auto corner = [&](int number) {
        const auto at = [&](int axis) {
            return static_cast<float>(number >> axis & 1 ? box->most[axis] : box->least[axis]);
        };
        return glm::vec3{at(0), at(1), is_flat ? 0 : at(2)};
    };
    for (int from = 0; from < (is_flat ? 4 : 8); ++from)
        for (int axis = 1; axis < (is_flat ? 4 : 8); axis *= 2)
            if (!(from & axis))
                subject.painter.world_line(corner(from), corner(from | axis), {0.75f, 0.8f, 0.9f, 0.8f});
}

}  // namespace milkomeda
