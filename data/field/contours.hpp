// Contour lines of a two-dimensional scalar field.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace milkomeda {

// Grid of columns x rows numbers, first row first. Coordinates are in grid steps from the first number.
struct HeightField {
    std::size_t columns, rows;
    std::span<const float> numbers;

    float at(std::size_t column, std::size_t row) const { return numbers[row * columns + column]; }
};

struct ContourPoint {
    float x, y;
    bool operator==(const ContourPoint&) const = default;
};
using Contour = std::vector<ContourPoint>;  // A contour is closed if its first and last points are equal.

// Returns the contour lines at this height; the field is interpolated linearly along grid edges.
std::vector<Contour> contours_at(const HeightField& field, float height);

// Returns about `about` evenly spaced round heights between `least` and `most`.
std::vector<float> round_heights(float least, float most, int about);

}  // namespace milkomeda
