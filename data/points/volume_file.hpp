// Volumes of mass and light from colored points, as OpenVDB files for Blender (docs/blender.md).
#pragma once

#include <filesystem>

#include "data/points/colored_points.hpp"

namespace milkomeda {

// Throws FileError if the program was built without OpenVDB, or if the library that writes volumes cannot be loaded.
void require_volumes(const std::filesystem::path& file);

// Returns the edge of the voxels in kpc for these points: half of the smoothing length that a quarter of the
// points do not exceed.
float voxel_edge(const ColoredPoints& points);

// Writes the grids "density" (solar masses per cubic kpc) and "emission" (red, green and blue of the light, in solar
// luminosities per cubic kpc) and, if some points have temperatures, "temperature" (mean of these points in kelvin,
// weighted by mass). Each point is spread as a Gaussian, whose standard deviation is half of its smoothing
// length, but from 0.6 to 6 voxels. Sums over all voxels are the total mass and light. Throws FileError if the file
// cannot be written, or as require_volumes() does.
void write_volume(const std::filesystem::path& file, const ColoredPoints& points, float voxel);

}  // namespace milkomeda
