// Table of the annotations that can be drawn over the picture, and sets of annotations selected by name.
#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>

namespace milkomeda {

enum class Annotation { scale, clock, legend, labels, axes, grid, trails, cells, contours, walls, perturbers };

struct AnnotationRow {
    std::string_view name;
    bool in_window;  // true: the window shows the annotation by default; pictures and videos show no annotation by
                     // default
    std::string_view meaning;
};

// Rows in the order of the enumeration Annotation. app/viewport/annotation_drawing.hpp draws the annotations.
inline constexpr std::array annotation_table{
    AnnotationRow{"scale", true, "scale bar in kiloparsecs at the depth of the camera's target"},
    AnnotationRow{"clock", false, "model time, in millions or billions of years"},
    AnnotationRow{"legend", false, "legend of the colors"},
    AnnotationRow{"labels", false, "names of the galaxies at their centers"},
    AnnotationRow{"axes", false, "axes x, y and z from the origin"},
    AnnotationRow{"grid", false, "grid of squares in the plane z = 0"},
    AnnotationRow{"trails", false, "paths of the galaxies' centers and of selected bodies; Ctrl+click selects a body"},
    AnnotationRow{"cells", false,
                  "spheres around the tree cells of the fast multipole method; brighter cells need more computation"},
    AnnotationRow{"contours", false, "lines of equal surface density"},
    AnnotationRow{"walls", false, "the box that encloses particles of mixed sizes"},
    AnnotationRow{"perturbers", true,
                  "ring, name and path of black holes, clusters and other bodies that the CPU integrates"},
};

using AnnotationSet = std::bitset<annotation_table.size()>;

constexpr std::size_t index(Annotation annotation) { return static_cast<std::size_t>(annotation); }

// Returns the annotations that the window shows by default.
AnnotationSet default_annotations();

// Parses "scale,clock", "none" or "all". Throws std::invalid_argument with the known names.
AnnotationSet annotations_from(const std::string& names);
// Returns the names separated by commas, such as "scale,clock"; "none" for an empty set.
std::string names_of(const AnnotationSet& set);
std::string all_annotation_names();

}  // namespace milkomeda
