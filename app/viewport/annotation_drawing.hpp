// The annotations, each drawn by a function in a file of its own, and the order in which they lie over each
// other. The contours are not among them: the density map draws its own.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/annotation_set.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "app/viewport/scale_bar.hpp"
#include "app/viewport/trail.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "app/viewport/scale_bar.hpp"
#include "app/viewport/trail.hpp"
#include "compute/fmm/tree_cell.hpp"

namespace milkomeda {

// Where a perturber is, and was.
struct ShownPerturber {
    const Component* component;
    glm::vec3 position;
    const Trail* trail;
};

// The scene that annotations are about, and the place where they are drawn.
struct AnnotationSubject {
    const OverlayPainter& painter;
    Area area;  // of the view, that no panel covers: for all that is written
    const LoadedScene& loaded;
    const Camera& camera;
    const Look& look;
    std::span<const Landmark> galaxies, bodies;  // bodies: those that were chosen
    std::span<const Trail> galaxy_trails, body_trails;
    std::span<const ShownPerturber> perturbers;
    std::span<const TreeCell> cells;
};

// All that was drawn, for tests and --trace.
struct PlacedLabel {
    std::string text;
    glm::vec2 place;  // of its subject
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
constexpr float perturber_ring = 5;  // its radius, common pixels
void draw_perturbers(const AnnotationSubject& subject, AnnotationReport& report);
void draw_labels(const AnnotationSubject& subject, AnnotationReport& report);
void draw_scale(const AnnotationSubject& subject, AnnotationReport& report);
void draw_clock(const AnnotationSubject& subject, AnnotationReport& report);
void draw_legend(const AnnotationSubject& subject, AnnotationReport& report);

struct AnnotationDrawing {
    Annotation annotation;
    void (*draw)(const AnnotationSubject& subject, AnnotationReport& report);
};

// From the ground up: what is written lies over what is drawn.
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

// Several of them share these.
inline constexpr glm::vec4 annotation_bright{1, 1, 1, 0.9f}, annotation_dim{1, 1, 1, 0.55f};
inline constexpr float annotation_margin = 12;  // from the edges, common pixels

// Draws a way up to `here`, where its subject is `now`, fading with its age.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color);

// As one that circles fast: what it has gone since on the screen makes it fade, not its age, so that many
// turns in one place do not fill it. Its edges are dark, since nuclei are bright.
void draw_turning_trail(const OverlayPainter& painter, const Trail& trail, const glm::vec3& here,
                        const glm::vec3& color);

double pixels_per_kpc(const View& view);  // at the depth of the camera's target
// A round length, world units, about this share of the picture's height.
double round_length(const View& view, double share);

}  // namespace milkomeda
