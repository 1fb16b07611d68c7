// Drawing functions of the annotations, each in a file of its own, and their order. Contours are not among
// them, since the density map draws them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "app/viewport/scale_bar.hpp"
#include "app/viewport/trail.hpp"
#include "compute/fmm/tree_cell.hpp"

namespace milkomeda {

// A perturber with its position and trail.
struct ShownPerturber {
    const Component* component;
    glm::vec3 position;
    const Trail* trail;
};

// Scene and place that an annotation is drawn for.
struct AnnotationSubject {
    const OverlayPainter& painter;
    Area area;  // area of the view that no panel covers, for all text
    const LoadedScene& loaded;
    const Camera& camera;
    const Look& look;
    std::span<const Landmark> galaxies, bodies;  // positions of the galaxies and of the selected bodies
    std::span<const Trail> galaxy_trails, body_trails;
    std::span<const ShownPerturber> perturbers;
    std::span<const TreeCell> cells;
};

// Report of the drawn annotations, for tests and --trace.
struct PlacedLabel {
    std::string text;
    glm::vec2 place;  // position of the labeled object
};
struct PlacedPerturber {
    std::string name;
    glm::vec2 place;
    std::size_t trail_points;
};
struct AnnotationReport {
    std::optional<ScaleBar> scale;
    std::string clock, legend;
    std::vector<PlacedLabel> labels;
    std::vector<std::string> bodies;
    std::vector<PlacedPerturber> perturbers;
    std::size_t trail_points = 0, cells = 0;
};

void draw_grid(const AnnotationSubject& subject, AnnotationReport& report);
void draw_walls(const AnnotationSubject& subject, AnnotationReport& report);
void draw_axes(const AnnotationSubject& subject, AnnotationReport& report);
void draw_trails(const AnnotationSubject& subject, AnnotationReport& report);
void draw_cells(const AnnotationSubject& subject, AnnotationReport& report);
constexpr float perturber_ring = 5;  // radius of the ring in standard pixels
void draw_perturbers(const AnnotationSubject& subject, AnnotationReport& report);
void draw_labels(const AnnotationSubject& subject, AnnotationReport& report);
void draw_scale(const AnnotationSubject& subject, AnnotationReport& report);
void draw_clock(const AnnotationSubject& subject, AnnotationReport& report);
void draw_legend(const AnnotationSubject& subject, AnnotationReport& report);

struct AnnotationDrawing {
    Annotation annotation;
    void (*draw)(const AnnotationSubject& subject, AnnotationReport& report);
};

// In drawing order: text lies over lines.
inline constexpr std::array annotation_drawings{
    AnnotationDrawing{Annotation::walls, draw_walls},
    AnnotationDrawing{Annotation::grid, draw_grid},
    AnnotationDrawing{Annotation::axes, draw_axes},
    AnnotationDrawing{Annotation::cells, draw_cells},
    AnnotationDrawing{Annotation::trails, draw_trails},
    AnnotationDrawing{Annotation::labels, draw_labels},
    AnnotationDrawing{Annotation::scale, draw_scale},
    AnnotationDrawing{Annotation::clock, draw_clock},
    AnnotationDrawing{Annotation::legend, draw_legend},
    AnnotationDrawing{Annotation::perturbers, draw_perturbers},
};

// Colors shared by several annotations.
inline constexpr glm::vec4 annotation_bright{1, 1, 1, 0.9f}, annotation_dim{1, 1, 1, 0.55f};
inline constexpr float annotation_margin = 12;  // distance from the edges in standard pixels

// Draws a trail up to the present position `here` at the time `now`. Older parts are fainter.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color);

// Draws the trail of an object that circles fast. It fades with the length of the trail on the screen instead
// of age, so that many turns do not fill the picture. Dark edges separate it from bright nuclei.
void draw_turning_trail(const OverlayPainter& painter, const Trail& trail, const glm::vec3& here,
                        const glm::vec3& color);

double pixels_per_kpc(const View& view);  // at the depth of the camera's target
// Returns a round length in model units, about `share` of the picture's height.
double round_length(const View& view, double share);

}  // namespace milkomeda
