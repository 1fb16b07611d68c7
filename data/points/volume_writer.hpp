// The function of the shared library milkomeda-volumes, which the program loads to write volumes.
#pragma once

#include "data/points/colored_points.hpp"

// Writes the grids of write_volume() (data/points/volume_file.hpp) to this file. Throws an
// exception derived from std::exception if the file cannot be written.
extern "C" void milkomeda_write_volume(const char* file, const milkomeda::ColoredPoints& points, float voxel);
