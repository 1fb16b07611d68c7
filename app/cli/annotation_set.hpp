// The table of annotations that can be drawn over the picture, and sets of annotations by name.
#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>

namespace milkomeda {

enum class Annotation {
    scale,
    clock,
    legend,
    labels,
    axes,
    grid,
    trails,
    cells,
    contours,
    walls,
    perturbers
};

struct AnnotationRow {
    std::string_view name;
    bool in_window;  // shown in the window by default; files show no annotations by default
    std::string_view meaning;
};

// The rows have the order of the enumeration. app/viewport/annotation_drawing.hpp tells how each annotation
// is drawn.
inline constexpr std::array annotation_table{
    AnnotationRow{"scale", true, "how long a kiloparsec is, at the depth of what the camera looks at"},
    AnnotationRow{"clock", true, "model time, in millions or billions of years"},
    AnnotationRow{"legend", false, "what the colours say"},
    AnnotationRow{"labels", false, "the galaxies' names, at their centers"},
    AnnotationRow{"axes", false, "x, y and z from the origin"},
    AnnotationRow{"grid", false, "the plane z = 0, in squares of a round length"},
    AnnotationRow{"trails", false,
                  "where the galaxies' centers and chosen bodies have been; Ctrl+click chooses a body"},
    AnnotationRow{"cells", false,
                  "the multipole method's tree: a plane of cells, brighter where there is more work"},
    AnnotationRow{"contours", false, "lines of equal surface density"},
    AnnotationRow{"walls", false, "the box that particles of mixed sizes are in"},
    AnnotationRow{
        "perturbers", true,
        "black holes, clusters and others that the CPU moves: a ring, the name, and the way of each"},
};

using AnnotationSet = std::bitset<annotation_table.size()>;

constexpr std::size_t index(Annotation annotation) {
    return static_cast<std::size_t>(annotation);
}

// Returns the annotations that the window shows by default.
AnnotationSet default_annotations();

// Parses "scale,clock", "none" or "all". Throws std::invalid_argument that lists the known names.
AnnotationSet annotations_from(const std::string& names);
std::string names_of(const AnnotationSet& set);  // Returns "none" for an empty set.
std::string all_annotation_names();              // "scale,clock,..."

}  // namespace milkomeda
