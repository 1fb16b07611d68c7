// What may be written over the picture, by name.
#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>

namespace milkomeda {

enum class Annotation { scale, clock, legend, labels, axes, grid, trails, contours };
inline constexpr std::array<std::string_view, 8> annotation_names{"scale", "clock", "legend", "labels",
                                                                  "axes",  "grid",  "trails", "contours"};

using AnnotationSet = std::bitset<annotation_names.size()>;

constexpr std::size_t index(Annotation annotation) {
    return static_cast<std::size_t>(annotation);
}

// From "scale,clock", "none" or "all". Throws std::invalid_argument, saying what there is.
AnnotationSet annotations_from(const std::string& names);
std::string names_of(const AnnotationSet& set);  // "none" for an empty one

}  // namespace milkomeda
