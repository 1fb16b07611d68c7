// The drawing functions of the annotations, and their drawing order. Each function is defined in its own file. Contour
// lines have no function here, because the density map draws the lines.
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
    Area area;  // area of the view that no panel covers; all text is placed in this area
    const LoadedScene& loaded;
    const Camera& camera;
    const Look& look;
    std::span<const Landmark> galaxies, bodies;  // displayed positions of galaxies, and of selected bodies
    std::span<const Trail> galaxy_trails, body_trails;
    std::span<const ShownPerturber> perturbers;
    std::span<const TreeCell> cells;
};

// Parts of the AnnotationReport: a label and a perturber in the picture.
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
constexpr float perturber_ring = 5;  // radius of the ring around a perturber, in pixels at interface scale 1
void draw_perturbers(const AnnotationSubject& subject, AnnotationReport& report);
void draw_labels(const AnnotationSubject& subject, AnnotationReport& report);
void draw_scale(const AnnotationSubject& subject, AnnotationReport& report);
void draw_clock(const AnnotationSubject& subject, AnnotationReport& report);
void draw_legend(const AnnotationSubject& subject, AnnotationReport& report);

struct AnnotationDrawing {
    Annotation annotation;
    void (*draw)(const AnnotationSubject& subject, AnnotationReport& report);
};

// Annotations in drawing order. Text comes last, so that no line covers the text.
inline constexpr std::array annotation_drawings{
    AnnotationDrawing{Annotation::walls, draw_walls},   AnnotationDrawing{Annotation::grid, draw_grid},
    AnnotationDrawing{Annotation::axes, draw_axes},     AnnotationDrawing{Annotation::cells, draw_cells},
    AnnotationDrawing{Annotation::trails, draw_trails}, AnnotationDrawing{Annotation::labels, draw_labels},
    AnnotationDrawing{Annotation::scale, draw_scale},   AnnotationDrawing{Annotation::clock, draw_clock},
    AnnotationDrawing{Annotation::legend, draw_legend}, AnnotationDrawing{Annotation::perturbers, draw_perturbers},
};

// Colors shared by several annotations.
inline constexpr glm::vec4 annotation_bright{1, 1, 1, 0.9f}, annotation_dim{1, 1, 1, 0.55f};
// distance from the edges of the picture, in pixels at interface scale 1
inline constexpr float annotation_margin = 12;

// Draws a trail up to the object's displayed position `here` at the model time `now`. The older a part of the trail,
// the fainter it is.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color);

// Draws the trail of an object that circles fast, up to its displayed position `here`. The trail fades with its length
// on the screen instead of its age, so that its many turns do not fill the picture. Dark edges separate the trail from
// bright galaxy nuclei.
void draw_turning_trail(const OverlayPainter& painter, const Trail& trail, const glm::vec3& here,
                        const glm::vec3& color);

double pixels_per_kpc(const View& view);  // pixels per kpc at the depth of the camera's target
// Returns a round length in model units, about `share` of the picture's height.
double round_length(const View& view, double share);

}  // namespace milkomeda
