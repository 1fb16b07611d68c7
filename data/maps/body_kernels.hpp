// Bodies as Gaussians on the sky, whose widths follow from the distances of their neighbors.
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace milkomeda {

// Returns the standard deviation of the Gaussian of each place: half the distance on the sky to the `neighbor`-th
// nearest other place, so that an area of 4 pi sigma² contains about `neighbor` bodies. Throws std::invalid_argument if
// there are not more than `neighbor` places.
std::vector<double> kernel_widths(std::span<const glm::dvec3> places, std::size_t neighbor);

// Calls take(column, row, share) for each pixel of an image in which the Gaussian around `place` has light. Place and
// standard deviations are in pixels; pixel 0 contains the coordinates 0 to 1. The shares of all pixels, also outside of
// the image, have the sum 1; light beyond 4 standard deviations goes to the pixels there.
void spread_body(const glm::dvec2& place, const glm::dvec2& sigma, std::size_t columns, std::size_t rows,
                 const std::function<void(std::size_t column, std::size_t row, double share)>& take);

}  // namespace milkomeda
