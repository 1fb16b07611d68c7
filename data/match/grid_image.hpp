// Smoothing, distances and patches in small images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace milkomeda {

// The images in which models and pictures are compared: squares of 64 x 64 cells, top row first.
inline constexpr std::size_t grid_edge = 64;
inline constexpr std::size_t grid_cells = grid_edge * grid_edge;

// Weights exp(-j^2 / (2 sigma^2)) for j = 0 to the radius 4 sigma; the weights of -radius to radius add up to 1.
std::vector<double> gaussian_weights(double sigma);
// Returns these weights as integers that add up to exactly 2^30.
std::vector<std::uint32_t> integer_gaussian_weights(double sigma);

// Place in a line of `size` pixels after reflection at the outer edges of its first and last pixel.
constexpr std::size_t reflected(std::ptrdiff_t i, std::ptrdiff_t size) {
    while (i < 0 || i >= size) i = i < 0 ? -1 - i : 2 * size - 1 - i;
    return static_cast<std::size_t>(i);
}

// Convolves the image with a Gaussian of `sigma` pixels. The light beyond the edges is the reflected image.
void smooth(std::span<double> image, std::size_t columns, double sigma);

// Square of the distance from each cell of the grid to the nearest cell whose mask is `marked`, in cells; at least
// no_cell if no such cell exists. Distances above `limit` are only lower bounds: they are at least limit + 1.
using SquaredDistances = std::vector<std::uint16_t>;
inline constexpr std::uint16_t no_cell = 2 * grid_cells;
void set_squared_distances(std::span<const std::uint8_t> mask, bool marked, int limit, SquaredDistances& distances);

// Marks the cells of the grid above, below, left and right of marked cells. Marked cells have the value 1.
void grow_by_one(std::vector<std::uint8_t>& mask);

// Marks all pixels that are at most `steps` horizontal and vertical steps away from a marked pixel.
std::vector<std::uint8_t> grown(std::span<const std::uint8_t> mask, std::size_t columns, std::size_t steps);

// Numbers the patches of marked pixels that touch each other by their edges: 1, 2, ...; 0: not marked.
std::vector<std::uint32_t> patches(std::span<const std::uint8_t> mask, std::size_t columns);

}  // namespace milkomeda
