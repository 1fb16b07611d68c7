#include "data/match/grid_image.hpp"

#include <algorithm>
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

void set_squared_distances(std::span<const std::uint8_t> mask, bool marked, SquaredDistances& distances) {
    constexpr int edge = grid_edge;
    constexpr int far = edge;  // no marked cell in the column
    std::vector<std::uint8_t> vertical(grid_cells);
    for (int column = 0; column < edge; ++column) {
        int steps = far;
        const auto visit = [&](int row) -> std::uint8_t& {
            const auto cell = static_cast<std::size_t>(row * edge + column);
            steps = (mask[cell] != 0) == marked ? 0 : std::min(steps + 1, far);
            return vertical[cell];
        };
        for (int row = 0; row < edge; ++row) {
            std::uint8_t& distance = visit(row);
            distance = static_cast<std::uint8_t>(steps);
        }
        steps = far;
        for (int row = edge - 1; row >= 0; --row) {
            std::uint8_t& distance = visit(row);
            distance = static_cast<std::uint8_t>(std::min<int>(distance, steps));
        }
    }
    distances.resize(grid_cells);
    for (int row = 0; row < edge; ++row) {
        std::array<int, grid_edge> squares{};
        for (int column = 0; column < edge; ++column) {
            const int steps = vertical[static_cast<std::size_t>(row * edge + column)];
            squares[static_cast<std::size_t>(column)] = steps == far ? no_cell : steps * steps;
        }
        for (int column = 0; column < edge; ++column) {
            int best = squares[static_cast<std::size_t>(column)];
            for (int dx = 1; dx < edge && dx * dx < best; ++dx) {
                if (column >= dx) best = std::min(best, squares[static_cast<std::size_t>(column - dx)] + dx * dx);
                if (column + dx < edge) best = std::min(best, squares[static_cast<std::size_t>(column + dx)] + dx * dx);
            }
            distances[static_cast<std::size_t>(row * edge + column)] = static_cast<std::uint16_t>(best);
        }
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
