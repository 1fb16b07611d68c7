// Numbers that C++ and shaders share: each is written once, here or in a table of names, and shaders get it
// as a definition.
#pragma once

#include <string>

namespace milkomeda {

inline constexpr int color_table_size = 33;    // colours that stand for a colour map
inline constexpr int largest_blur_reach = 23;  // pixels to either side of the one that is blurred
// A particle's Gaussian ends where it has fallen to exp(-gaussian_edge_exponent).
inline constexpr float gaussian_edge_exponent = 4;
// Vertex attributes of particles.
inline constexpr int position_location = 0, velocity_location = 1, attributes_location = 2, vertical_rank_location = 3;
inline constexpr int ellipsoid_location = 4;                                     // and 5
inline constexpr int former_length_location = 6, former_ellipsoid_location = 7;  // and 8

// Where OpenGL has compute shaders: buffers that these read and write. The columns of rows have the numbers
// of their locations as far as those are one after the other.
inline constexpr int listed_rows_binding = 3;  // in vertical_rank's place
inline constexpr int former_length_binding = 5, former_ellipsoid_binding = 6, levels_binding = 7;
inline constexpr int scatter_group = 128;  // work-items in a group, each of which finds a splat
inline constexpr int level_border = 1;     // pixels around a level's

// Lines such as "#define COLOR_TABLE_SIZE 33", and one for each value of an enumeration that shaders know,
// such as "#define PROJECTION_HAMMER 2". They follow the line #version of every shader.
std::string shader_facts();

}  // namespace milkomeda
