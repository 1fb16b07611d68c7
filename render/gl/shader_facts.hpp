// Constants shared by C++ and the shaders. Each constant is written once, here or in a table of names;
// shaders receive it as a #define.
#pragma once

#include <string>

namespace milkomeda {

inline constexpr int color_table_size = 33;    // number of colors in a color table
inline constexpr int largest_blur_reach = 23;  // pixels on each side of the blurred pixel
// A splat's Gaussian is cut off where it has fallen to exp(-gaussian_edge_exponent).
inline constexpr float gaussian_edge_exponent = 4;
// Locations of the particles' vertex attributes.
inline constexpr int position_location = 0, velocity_location = 1, attributes_location = 2,
                     vertical_rank_location = 3;
inline constexpr int ellipsoid_location = 4;                                     // takes locations 4 and 5
inline constexpr int former_length_location = 6, former_ellipsoid_location = 7;  // takes locations 7 and 8

// Bindings of the storage buffers of compute shaders. Columns of rows have the numbers of their vertex
// attributes where those are consecutive.
inline constexpr int listed_rows_binding = 3;  // same number as vertical_rank_location; no shader uses both
inline constexpr int former_length_binding = 5, former_ellipsoid_binding = 6, levels_binding = 7;
inline constexpr int scatter_group = 128;  // work-items in a group; each work-item computes a splat
inline constexpr int level_border = 1;     // width in pixels of the border around each pyramid level

// Returns lines such as "#define COLOR_TABLE_SIZE 33", and a line for each enumerator that shaders know, such
// as "#define PROJECTION_HAMMER 2". They follow the #version line of every shader.
std::string shader_facts();

}  // namespace milkomeda
