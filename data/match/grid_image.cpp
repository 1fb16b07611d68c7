#include "data/match/grid_image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

// Convolves `count` lines; the pixels of a line are `step` apart, and the lines begin `line_step` apart.
void smooth_lines(std::span<double> image, std::size_t size, std::size_t step, std::size_t line_step,
                  const std::vector<double>& weights) {
    const auto radius = static_cast<std::ptrdiff_t>(weights.size()) - 1;
    const auto length = static_cast<std::ptrdiff_t>(size);
    parallel_for(image.size() / size * parallel_range, [&](std::size_t begin, std::size_t) {
        double* const line = image.data() + begin / parallel_range * line_step;
        std::vector<double> wide(size + 2 * static_cast<std::size_t>(radius));
        for (std::ptrdiff_t i = -radius; i < length + radius; ++i)
            wide[static_cast<std::size_t>(i + radius)] = line[reflected(i, length) * step];
        for (std::size_t i = 0; i < size; ++i) {
            const double* middle = wide.data() + i + radius;
            double sum = middle[0] * weights[0];
            for (std::ptrdiff_t j = radius; j > 0; --j)
                sum += (middle[-j] + middle[j]) * weights[static_cast<std::size_t>(j)];
            line[i * step] = sum;
        }
    });
}

}  // namespace

std::vector<double> gaussian_weights(double sigma) {
    constexpr double reach = 4;
    std::vector<double> weights(static_cast<std::size_t>(std::lround(reach * sigma)) + 1);
    double sum = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
        const double distance = static_cast<double>(j) / sigma;
        weights[j] = std::exp(-0.5 * distance * distance);
        sum += j == 0 ? weights[j] : 2 * weights[j];
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

std::vector<std::uint32_t> integer_gaussian_weights(double sigma) {
    constexpr std::uint32_t one = std::uint32_t{1} << 30;
    std::vector<std::uint32_t> integers{0};
    std::uint32_t sum = 0;
    const std::vector<double> weights = gaussian_weights(sigma);
    for (std::size_t j = 1; j < weights.size(); ++j) {
        integers.push_back(static_cast<std::uint32_t>(std::lround(weights[j] * one)));
        sum += 2 * integers.back();
    }
    integers[0] = one - sum;
    return integers;
}

void smooth(std::span<double> image, std::size_t columns, double sigma) {
    const std::vector<double> weights = gaussian_weights(sigma);
    smooth_lines(image, image.size() / columns, columns, 1, weights);
    smooth_lines(image, columns, 1, columns, weights);
}

void set_squared_distances(std::span<const std::uint8_t> mask, bool marked, int limit, SquaredDistances& distances) {
    using Line = std::array<std::uint8_t, grid_edge>;
    constexpr auto far = static_cast<std::uint8_t>(grid_edge);  // no marked cell in the column
    std::vector<std::uint8_t> vertical(grid_cells);
    const auto advance = [&](Line& steps, std::size_t row) {
        for (std::size_t i = 0; i < grid_edge; ++i) {
            const bool is_marked = (mask[row * grid_edge + i] != 0) == marked;
            const auto next = static_cast<std::uint8_t>(steps[i] + 1);
            steps[i] = is_marked ? std::uint8_t{0} : std::min(next, far);
        }
    };
    Line down, up;
    down.fill(far), up.fill(far);
    for (std::size_t row = 0; row < grid_edge; ++row) {
        advance(down, row);
        std::ranges::copy(down, vertical.begin() + static_cast<std::ptrdiff_t>(row * grid_edge));
    }
    distances.resize(grid_cells);
    for (std::size_t row = grid_edge; row-- > 0;) {
        advance(up, row);
        std::array<std::uint16_t, 3 * grid_edge> squares;  // with margins at both ends
        squares.fill(no_cell);
        std::uint16_t* const line = squares.data() + grid_edge;
        for (std::size_t i = 0; i < grid_edge; ++i) {
            const unsigned steps = std::min(vertical[row * grid_edge + i], up[i]);
            line[i] = static_cast<std::uint16_t>(steps == far ? unsigned{no_cell} : steps * steps);
        }
        std::array<std::uint16_t, grid_edge> best;
        std::copy_n(line, grid_edge, best.begin());
        for (int dx = 1; dx <= limit && dx * dx < std::ranges::max(best); ++dx) {
            const auto square = static_cast<std::uint16_t>(dx * dx);
            for (std::size_t i = 0; i < grid_edge; ++i) {
                const std::uint16_t side = std::min(line[static_cast<int>(i) - dx], line[static_cast<int>(i) + dx]);
                best[i] = std::min(best[i], static_cast<std::uint16_t>(side + square));
            }
        }
        std::ranges::copy(best, distances.begin() + static_cast<std::ptrdiff_t>(row * grid_edge));
    }
}

std::vector<std::uint8_t> grown(std::span<const std::uint8_t> mask, std::size_t columns, std::size_t steps) {
    const std::size_t rows = mask.size() / columns;
    const auto far = static_cast<std::uint32_t>(steps + 1);
    std::vector<std::uint32_t> distance(mask.size());
    for (std::size_t i = 0; i < mask.size(); ++i) {
        std::uint32_t nearest = mask[i] ? 0 : far;
        if (i % columns > 0) nearest = std::min(nearest, distance[i - 1] + 1);
        if (i >= columns) nearest = std::min(nearest, distance[i - columns] + 1);
        distance[i] = nearest;
    }
    std::vector<std::uint8_t> result(mask.size());
    for (std::size_t i = rows * columns; i-- > 0;) {
        if (i % columns + 1 < columns) distance[i] = std::min(distance[i], distance[i + 1] + 1);
        if (i + columns < mask.size()) distance[i] = std::min(distance[i], distance[i + columns] + 1);
        result[i] = distance[i] <= steps;
    }
    return result;
}

void grow_by_one(std::vector<std::uint8_t>& mask) {
    const std::vector<std::uint8_t> before = mask;
    for (std::size_t i = grid_edge; i < grid_cells; ++i) mask[i] |= before[i - grid_edge];
    for (std::size_t i = grid_edge; i < grid_cells; ++i) mask[i - grid_edge] |= before[i];
    for (std::size_t row = 0; row < grid_cells; row += grid_edge) {
        for (std::size_t i = 1; i < grid_edge; ++i) mask[row + i] |= before[row + i - 1];
        for (std::size_t i = 1; i < grid_edge; ++i) mask[row + i - 1] |= before[row + i];
    }
}

std::vector<std::uint32_t> patches(std::span<const std::uint8_t> mask, std::size_t columns) {
    std::vector<std::uint32_t> numbers(mask.size());
    std::vector<std::size_t> open;
    std::uint32_t count = 0;
    for (std::size_t start = 0; start < mask.size(); ++start) {
        if (!mask[start] || numbers[start]) continue;
        ++count;
        const auto reach = [&](std::size_t i) {
            if (!mask[i] || numbers[i]) return;
            numbers[i] = count;
            open.push_back(i);
        };
        reach(start);
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            if (i % columns > 0) reach(i - 1);
            if (i % columns + 1 < columns) reach(i + 1);
            if (i >= columns) reach(i - columns);
            if (i + columns < mask.size()) reach(i + columns);
        }
    }
    return numbers;
}

}  // namespace milkomeda
