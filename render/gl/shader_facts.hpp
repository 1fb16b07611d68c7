// Constants shared by C++ and the shaders. Each constant is defined only once, here or in a table of names; the shaders
// receive the constant as a #define.
#pragma once

#include <string>

#include "render/look/color_by.hpp"

namespace milkomeda {

inline constexpr int color_table_size = 33;  // number of colors in a color table
// largest number of neighbors on each side that contribute to a blurred pixel
inline constexpr int largest_blur_reach = 23;
// The Gaussian of a splat is cut off where its value has fallen to exp(-gaussian_edge_exponent).
inline constexpr float gaussian_edge_exponent = 4;
// Locations of the particles' vertex attributes in shaders.
inline constexpr int position_location = 0, velocity_location = 1, vertical_rank_location = 3;
// first location of the ellipsoid, which takes locations 4 and 5
inline constexpr int ellipsoid_location = 4;
// locations of the smoothing length and ellipsoid of the previous update; the ellipsoid takes locations 7 and 8
inline constexpr int former_length_location = 6, former_ellipsoid_location = 7;
// first location of the AttributeRow, which takes one location per vector of four floats
inline constexpr int attributes_location = 9, attribute_vectors = sizeof(AttributeRow) / (4 * sizeof(float));

// Bindings of the storage buffers of compute shaders. The binding of a vertex attribute's buffer equals the attribute's
// location, unless a constant below gives another binding.
inline constexpr int attributes_binding = 2;
inline constexpr int listed_rows_binding = 3;  // also the binding of vertical ranks; no shader uses both buffers
inline constexpr int former_length_binding = 5, former_ellipsoid_binding = 6, levels_binding = 7;
// number of work-items per work-group; each work-item computes one splat
inline constexpr int scatter_group = 128;
inline constexpr int level_border = 1;  // width in pixels of the border around each pyramid level

// Returns #define lines for all shared constants, such as "#define COLOR_TABLE_SIZE 33", and for the enumerators that
// shaders use, such as "#define PROJECTION_HAMMER 2". shader_source() inserts these lines after the #version line of
// every shader.
std::string shader_facts();

}  // namespace milkomeda
