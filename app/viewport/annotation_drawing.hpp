// The drawing functions of the annotations, each defined in its own file, and their drawing order. Contour
// lines have no function here, because the density map draws them.
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

// A perturber (a massive body, such as a black hole, that the CPU integrates) with its position and trail.
struct ShownPerturber {
    const Component* component;
    glm::vec3 position;
    const Trail* trail;
};

// Everything that the drawing function of an annotation needs.
struct AnnotationSubject {
    const OverlayPainter& painter;
    Area area;  // area of the view without panels, in which all text is placed
    const LoadedScene& loaded;
    const Camera& camera;
    const Look& look;
    std::span<const Landmark> galaxies, bodies;  // positions of galaxies and selected bodies
    std::span<const Trail> galaxy_trails, body_trails;
    std::span<const ShownPerturber> perturbers;
    std::span<const TreeCell> cells;
};

// The report about drawn annotations, which tests and --trace read.
struct PlacedLabel {
    std::string text;
    glm::vec2 place;  // position of the labeled object in pixels
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
constexpr float perturber_ring = 5;  // radius of the ring around a perturber, in standard pixels
void draw_perturbers(const AnnotationSubject& subject, AnnotationReport& report);
void draw_labels(const AnnotationSubject& subject, AnnotationReport& report);
void draw_scale(const AnnotationSubject& subject, AnnotationReport& report);
void draw_clock(const AnnotationSubject& subject, AnnotationReport& report);
void draw_legend(const AnnotationSubject& subject, AnnotationReport& report);

struct AnnotationDrawing {
    Annotation annotation;
    void (*draw)(const AnnotationSubject& subject, AnnotationReport& report);
};

// Annotations in drawing order; text comes last, so that it lies over lines.
inline constexpr std::array annotation_drawings{
    AnnotationDrawing{Annotation::walls, draw_walls},   AnnotationDrawing{Annotation::grid, draw_grid},
    AnnotationDrawing{Annotation::axes, draw_axes},     AnnotationDrawing{Annotation::cells, draw_cells},
    AnnotationDrawing{Annotation::trails, draw_trails}, AnnotationDrawing{Annotation::labels, draw_labels},
    AnnotationDrawing{Annotation::scale, draw_scale},   AnnotationDrawing{Annotation::clock, draw_clock},
    AnnotationDrawing{Annotation::legend, draw_legend}, AnnotationDrawing{Annotation::perturbers, draw_perturbers},
};

// Colors shared by several annotations.
inline constexpr glm::vec4 annotation_bright{1, 1, 1, 0.9f}, annotation_dim{1, 1, 1, 0.55f};
inline constexpr float annotation_margin = 12;  // distance from the edges in standard pixels

// Draws a trail up to the object's position `here` at the model time `now`. Older parts are fainter.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color);

// Draws the trail of an object that circles fast. The trail fades with its length on the screen instead of with time,
// so that its many turns do not fill the picture. Dark edges separate the trail from bright nuclei.
void draw_turning_trail(const OverlayPainter& painter, const Trail& trail, const glm::vec3& here,
                        const glm::vec3& color);

double pixels_per_kpc(const View& view);  // pixels per kpc at the depth of the camera's target
// Returns a round length in model units, about `share` of the picture's height.
double round_length(const View& view, double share);

}  // namespace milkomeda
