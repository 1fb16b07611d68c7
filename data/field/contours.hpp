// Lines of equal height in a field of numbers.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace milkomeda {

// A field of columns x rows numbers, the first row first; places are in steps between them, from the first
// number on.
struct HeightField {
    std::size_t columns, rows;
    std::span<const float> numbers;

    float at(std::size_t column, std::size_t row) const { return numbers[row * columns + column]; }
};

struct ContourPoint {
    float x, y;
    bool operator==(const ContourPoint&) const = default;
};
using Contour = std::vector<ContourPoint>;  // closed where its ends are the same

// The lines where the field, linear along the edges between its numbers, has this height.
std::vector<Contour> contours_at(const HeightField& field, float height);

// Round heights between the least and the greatest number of a field, at even steps; about so many.
std::vector<float> round_heights(float least, float most, int about);

}  // namespace milkomeda
