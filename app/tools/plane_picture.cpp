#include "app/tools/plane_picture.hpp"

#include <algorithm>
#include <cmath>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t small_edge = 1024;  // smallest edge of a picture in pixels; a field with fewer points is enlarged
constexpr int picture_lines = 12;         // approximate number of lines of equal potential

// Returns the field at fractional column and row: bilinear interpolation inside the field, the nearest edge value
// outside.
float field_at(const HeightField& field, double x, double y) {
    const auto split = [](double place, std::size_t count) {
        const double inside = std::clamp(place, 0.0, static_cast<double>(count - 1));
        const auto below = std::min(static_cast<std::size_t>(inside), count < 2 ? 0 : count - 2);
        return std::pair{below, static_cast<float>(inside - static_cast<double>(below))};
    };
    const auto [column, right] = split(x, field.columns);
    const auto [row, up] = split(y, field.rows);
    const std::size_t next_column = std::min(column + 1, field.columns - 1),
                      next_row = std::min(row + 1, field.rows - 1);
    return std::lerp(std::lerp(field.at(column, row), field.at(next_column, row), right),
                     std::lerp(field.at(column, next_row), field.at(next_column, next_row), right), up);
}

}  // namespace

Image plane_picture(const HeightField& potential, ColorMap colors) {
    const auto [least, most] = std::ranges::minmax(potential.numbers);
    const ColorTable table = table_of(colors);
    const std::vector<float> heights = round_heights(least, most, picture_lines);
    const float step = heights.size() > 1 ? heights[1] - heights[0] : 2 * (most - least) + 1;
    const std::size_t scale = std::max<std::size_t>(1, small_edge / std::max(potential.columns, potential.rows));
    Image image{static_cast<int>(scale * potential.columns), static_cast<int>(scale * potential.rows), {}};
    image.rgba.resize(4 * scale * scale * potential.columns * potential.rows);
    const double each = 1 / static_cast<double>(scale);
    std::size_t next = 0;
    for (int y = image.height - 1; y >= 0; --y)
        for (int x = 0; x < image.width; ++x) {
            const auto at = [&](double right, double up) {
                return field_at(potential, (x + 0.5 + right) * each - 0.5, (y + 0.5 + up) * each - 0.5);
            };
            const float here = at(0, 0);
            glm::vec3 color = srgb_from_linear(table.at(most > least ? (most - here) / (most - least) : 0.5f));
            // Colors a pixel as part of an equipotential line if the line is less than half a pixel away.
            const float slope = std::hypot(at(0.5, 0) - at(-0.5, 0), at(0, 0.5) - at(0, -0.5));
            const float nearest = step * std::round(here / step);
            if (heights.size() > 1 && std::abs(here - nearest) < 0.5f * slope && slope < 0.4f * step)
                color = glm::mix(color, glm::vec3{1}, 0.7f);
            for (int channel = 0; channel < 3; ++channel)
                image.rgba[next++] =
                    static_cast<std::uint8_t>(std::lround(255 * std::clamp(color[channel], 0.0f, 1.0f)));
            image.rgba[next++] = 255;
        }
    return image;
}

}  // namespace milkomeda
