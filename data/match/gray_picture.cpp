#include "data/match/gray_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

float median_of(std::vector<float>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Mean of the pixels whose rounded distance from the center is `radius`; pixels outside of the picture are ignored.
double ring_mean(const GrayPicture& picture, std::ptrdiff_t x, std::ptrdiff_t y, std::ptrdiff_t radius) {
    double sum = 0, count = 0;
    for (std::ptrdiff_t dy = -radius; dy <= radius; ++dy)
        for (std::ptrdiff_t dx = -radius; dx <= radius; ++dx) {
            if (std::lround(std::hypot(dx, dy)) != radius) continue;
            const auto column = static_cast<std::size_t>(x + dx), row = static_cast<std::size_t>(y + dy);
            if (column >= picture.columns || row >= picture.rows) continue;
            sum += picture.at(column, row), ++count;
        }
    return count > 0 ? sum / count : 0;
}

bool is_brightest_of_neighbors(const GrayPicture& picture, std::size_t column, std::size_t row) {
    constexpr std::size_t reach = 2;
    for (std::size_t y = row - reach; y <= row + reach; ++y)
        for (std::size_t x = column - reach; x <= column + reach; ++x) {
            const bool is_before = y < row || (y == row && x < column);
            const float difference = picture.at(x, y) - picture.at(column, row);
            if (difference > 0 || (difference == 0 && is_before)) return false;
        }
    return true;
}

// Radius at which the light around a maximum is less than a tenth of the maximum; empty if the source is not compact.
std::optional<double> star_radius(const GrayPicture& picture, const BackgroundLevel& background, std::size_t column,
                                  std::size_t row) {
    constexpr double half = 0.5, edge = 0.1, compact = 250, largest = 60, least_compact = 2.5, least_largest = 4;
    const auto size = static_cast<double>(std::max(picture.columns, picture.rows));
    const double peak = picture.at(column, row) - background.median;
    const auto most = static_cast<std::ptrdiff_t>(std::max(least_largest, size / largest));
    bool is_below_half = false;
    for (std::ptrdiff_t radius = 1; radius <= most; ++radius) {
        const double mean =
            ring_mean(picture, static_cast<std::ptrdiff_t>(column), static_cast<std::ptrdiff_t>(row), radius) -
            background.median;
        is_below_half = is_below_half || mean < half * peak;
        if (!is_below_half && static_cast<double>(radius) >= std::max(least_compact, size / compact)) return {};
        if (mean < edge * peak) return static_cast<double>(radius) + 1;
    }
    return {};
}

bool is_in_disk(const ObservedGalaxy& galaxy, glm::dvec2 pixel) {
    constexpr double margin = 1.2;
    const double angle = glm::radians(galaxy.position_angle);
    const glm::dvec2 along{-std::sin(angle), -std::cos(angle)}, offset = pixel - galaxy.nucleus;
    const double major = glm::dot(offset, along), minor = offset.x * along.y - offset.y * along.x;
    return std::hypot(major / galaxy.semi_major, minor / galaxy.semi_minor) < margin;
}

// Calls work(index, distance) for the pixels of the picture within `radius` of the center.
template <typename Work>
void for_pixels_around(const GrayPicture& picture, glm::dvec2 center, double radius, Work work) {
    const auto first = [radius](double middle) {
        return static_cast<std::size_t>(std::max(0.0, std::floor(middle - radius)));
    };
    const auto end = [radius](double middle, std::size_t size) {
        return static_cast<std::size_t>(std::clamp(std::ceil(middle + radius), 0.0, static_cast<double>(size)));
    };
    for (std::size_t row = first(center.y); row < end(center.y, picture.rows); ++row)
        for (std::size_t column = first(center.x); column < end(center.x, picture.columns); ++column) {
            const glm::dvec2 pixel{static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5};
            const double distance = glm::length(pixel - center);
            if (distance < radius) work(row * picture.columns + column, distance);
        }
}

}  // namespace

void require_picture_size(std::size_t columns, std::size_t rows) {
    constexpr std::size_t least = 16;
    if (columns < least || rows < least)
        throw std::invalid_argument(fmt::format(
            "the picture has {} x {} pixels; use a picture with at least {} pixels per edge", columns, rows, least));
    if (rows > most_picture_pixels / columns)
        throw std::invalid_argument(fmt::format("the picture has {} x {} pixels, more than {}; reduce or crop it",
                                                columns, rows, count_text(most_picture_pixels)));
}

GrayPicture gray_picture(const FitsPicture& image) {
    require_picture_size(image.columns, image.rows);
    GrayPicture picture{image.columns, image.rows, {}, image.pixel, image.north};
    std::vector<float> known;
    for (const double number : image.numbers)
        if (std::isfinite(number)) known.push_back(static_cast<float>(number));
    if (known.empty()) throw std::invalid_argument("the picture contains only blank pixels; use another picture");
    const BackgroundLevel background = background_of(known);
    const auto white_place = known.begin() + static_cast<std::ptrdiff_t>(known.size() - 1 - known.size() / 1000);
    std::nth_element(known.begin(), white_place, known.end());
    const double range = *white_place - background.median;
    if (!(range > 3 * background.noise))
        throw std::invalid_argument("the picture contains no light above its noise; use another picture");
    constexpr double least_noise = 1e-4;  // of the range: the noise of calculated images is 0
    const double scale = 3 * std::max(background.noise, least_noise * range);
    const double white = std::asinh(range / scale);
    picture.values.resize(image.numbers.size());
    for (std::size_t row = 0; row < image.rows; ++row)
        for (std::size_t column = 0; column < image.columns; ++column) {
            const double number = image.numbers[(image.rows - 1 - row) * image.columns + column];
            const std::size_t place = image.is_mirrored ? image.columns - 1 - column : column;
            const double gray = std::isfinite(number) ? std::asinh((number - background.median) / scale) / white : 0;
            picture.values[row * image.columns + place] = static_cast<float>(std::min(gray, 1.0));
        }
    if (image.is_mirrored && picture.north) *picture.north = -*picture.north;
    return picture;
}

GrayPicture reduced(const GrayPicture& picture, std::size_t longest) {
    const std::size_t factor = (std::max(picture.columns, picture.rows) + longest - 1) / longest;
    if (factor <= 1) return picture;
    GrayPicture small{picture.columns / factor, picture.rows / factor, {}, picture.arcseconds_per_pixel, picture.north};
    if (small.arcseconds_per_pixel) *small.arcseconds_per_pixel *= static_cast<double>(factor);
    small.values.resize(small.columns * small.rows);
    for (std::size_t i = 0; i < small.values.size(); ++i) {
        double sum = 0;
        for (std::size_t y = 0; y < factor; ++y)
            for (std::size_t x = 0; x < factor; ++x)
                sum += picture.at(i % small.columns * factor + x, i / small.columns * factor + y);
        small.values[i] = static_cast<float>(sum / static_cast<double>(factor * factor));
    }
    return small;
}

BackgroundLevel background_of(std::span<const float> values) {
    constexpr std::size_t most_samples = std::size_t{1} << 18;
    const std::size_t stride = std::max<std::size_t>(1, values.size() / most_samples);
    std::vector<float> samples;
    for (std::size_t i = 0; i < values.size(); i += stride)
        if (std::isfinite(values[i])) samples.push_back(values[i]);
    BackgroundLevel level;
    while (!samples.empty()) {
        level.median = median_of(samples);
        double squares = 0;
        for (const float value : samples) squares += (value - level.median) * (value - level.median);
        level.noise = std::sqrt(squares / static_cast<double>(samples.size()));
        const auto is_outlier = [&](float value) { return std::abs(value - level.median) > 3 * level.noise; };
        if (std::erase_if(samples, is_outlier) == 0) break;
    }
    return level;
}

PictureMask guess_mask(const GrayPicture& picture, const ObservedPair& pair) {
    constexpr double least_peak = 0.15, least_significance = 6;
    constexpr std::size_t margin = 2;
    const BackgroundLevel background = background_of(picture.values);
    const double least = background.median + std::max(least_peak, least_significance * background.noise);
    PictureMask mask{std::max(background.median, 0.0), {}};
    for (std::size_t row = margin; row + margin < picture.rows; ++row)
        for (std::size_t column = margin; column + margin < picture.columns; ++column) {
            if (picture.at(column, row) < least || !is_brightest_of_neighbors(picture, column, row)) continue;
            const glm::dvec2 pixel{static_cast<double>(column) + 0.5, static_cast<double>(row) + 0.5};
            if (is_in_disk(pair.galaxies[0], pixel) || is_in_disk(pair.galaxies[1], pixel) || circle_at(mask, pixel))
                continue;
            if (const auto radius = star_radius(picture, background, column, row))
                mask.circles.push_back({pixel, *radius});
        }
    return mask;
}

std::optional<std::size_t> circle_at(const PictureMask& mask, glm::dvec2 pixel) {
    std::optional<std::size_t> nearest;
    const auto distance = [&](std::size_t i) { return glm::length(mask.circles[i].center - pixel); };
    for (std::size_t i = 0; i < mask.circles.size(); ++i)
        if (distance(i) < mask.circles[i].radius && (!nearest || distance(i) < distance(*nearest))) nearest = i;
    return nearest;
}

GrayPicture clean(const GrayPicture& picture, const PictureMask& mask) {
    if (!(mask.background < 1))
        throw std::invalid_argument("the background of the mask is white; choose a background below 1");
    GrayPicture result = picture;
    for (float& value : result.values) value = static_cast<float>((value - mask.background) / (1 - mask.background));
    std::vector<bool> is_hidden(result.values.size());
    for (const MaskCircle& circle : mask.circles) {
        if (!(circle.radius > 0))
            throw std::invalid_argument("a circle of the mask has no positive radius; remove the circle");
        for_pixels_around(result, circle.center, circle.radius, [&](std::size_t i, double) { is_hidden[i] = true; });
    }
    for (const MaskCircle& circle : mask.circles) {
        std::vector<float> around;
        for_pixels_around(result, circle.center, 1.5 * circle.radius + 1, [&](std::size_t i, double distance) {
            if (distance >= circle.radius && !is_hidden[i]) around.push_back(result.values[i]);
        });
        const float fill = around.empty() ? 0 : median_of(around);
        for_pixels_around(result, circle.center, circle.radius,
                          [&](std::size_t i, double) { result.values[i] = fill; });
    }
    return result;
}

}  // namespace milkomeda
