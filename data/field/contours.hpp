// Contour lines of a two-dimensional scalar field.
#pragma once

#include <span>
#include <vector>

namespace milkomeda {

// Grid of columns x rows values, stored row by row. Coordinates are in grid steps from the first value.
struct HeightField {
    std::size_t columns, rows;
    std::span<const float> numbers;

    float at(std::size_t column, std::size_t row) const { return numbers[row * columns + column]; }
};

struct ContourPoint {
    float x, y;
    bool operator==(const ContourPoint&) const = default;
};
// points of a contour; first and last point of a closed contour are equal
using Contour = std::vector<ContourPoint>;

// Returns the contours at the field value `height`. Values are interpolated linearly along grid edges.
std::vector<Contour> contours_at(const HeightField& field, float height);

// Returns approximately `about` evenly spaced round numbers between `least` and `most`.
std::vector<float> round_heights(float least, float most, int about);

}  // namespace milkomeda
