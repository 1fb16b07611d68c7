// Files of colored points: PLY for Blender and other programs, and CSV for OpenSpace (docs/blender.md,
// docs/openspace.md). All functions throw FileError if a file cannot be written.
#pragma once

#include <cstddef>
#include <filesystem>

#include "data/files/text_file.hpp"
#include "data/points/colored_points.hpp"

namespace milkomeda {

// Writes a binary little-endian PLY file with an element `vertex`. Comments contain the time, the units, and the names
// of the components.
void write_ply(const std::filesystem::path& file, const ColoredPoints& points);

// A CSV table with the rows of one or more moments, one moment after the other.
class PointTable {
  public:
    // Compresses with gzip if the name ends in .gz.
    explicit PointTable(const std::filesystem::path& file);
    void add(const ColoredPoints& points);
    void commit();  // gives the file its final name

  private:
    TextWriter writer_;
};

}  // namespace milkomeda
