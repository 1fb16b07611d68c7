#include "data/match/match_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "data/base/hash.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

constexpr std::array frame_words{"first", "second"};

void require_pair(const GrayPicture& picture, const ObservedPair& pair) {
    require_picture_size(picture.columns, picture.rows);
    const glm::dvec2 size{picture.columns, picture.rows};
    for (std::size_t g = 0; g < 2; ++g) {
        const glm::dvec2 nucleus = pair.galaxies[g].nucleus;
        // The negated form also rejects NaN.
        if (!(nucleus.x >= 0 && nucleus.y >= 0 && nucleus.x <= size.x && nucleus.y <= size.y))
            throw std::invalid_argument(fmt::format(
                "the {} nucleus is at ({}, {}), outside of the picture of {} x {} pixels; correct its position",
                frame_words[g], short_number(nucleus.x), short_number(nucleus.y), picture.columns, picture.rows));
    }
    if (pair.galaxies[0].nucleus == pair.galaxies[1].nucleus)
        throw std::invalid_argument("both nuclei are at the same place in the picture; correct their positions");
    if (!(glm::length(pair.separation) > 0))
        throw std::invalid_argument("the separation of the galaxies is 0; correct the scale or the separation");
}

// Marks the pixels whose light is used: patches above 4 % of white that contain a nucleus or are large.
std::vector<std::uint8_t> used_pixels(const GrayPicture& picture, const ObservedPair& pair) {
    constexpr double smoothing = 2, least = 0.04, large = 0.1;
    std::vector<double> smoothed(picture.values.begin(), picture.values.end());
    smooth(smoothed, picture.columns, smoothing);
    std::vector<std::uint8_t> is_bright(smoothed.size());
    std::ranges::transform(smoothed, is_bright.begin(), [](double value) { return value > least; });
    const auto patch =
        patches(grown(is_bright, picture.columns, std::max<std::size_t>(2, picture.columns / 100)), picture.columns);
    std::vector<double> sizes(std::ranges::max(patch) + std::size_t{1});
    for (std::size_t i = 0; i < patch.size(); ++i) sizes[patch[i]] += is_bright[i];
    sizes[0] = 0;
    const double largest = std::ranges::max(sizes);
    if (largest == 0)
        throw std::invalid_argument("the picture contains no light above 4 % of white; use a brighter picture");
    std::vector<bool> is_used(sizes.size());
    for (std::size_t p = 1; p < sizes.size(); ++p) is_used[p] = sizes[p] > large * largest;
    for (const ObservedGalaxy& galaxy : pair.galaxies) {
        const auto column = std::min(static_cast<std::size_t>(galaxy.nucleus.x), picture.columns - 1);
        const auto row = std::min(static_cast<std::size_t>(galaxy.nucleus.y), picture.rows - 1);
        is_used[patch[row * picture.columns + column]] = true;
    }
    is_used[0] = false;
    for (std::size_t i = 0; i < patch.size(); ++i) is_bright[i] = is_bright[i] && is_used[patch[i]];
    return is_bright;
}

MatchFrame frame_round(const std::vector<std::uint8_t>& is_used, std::size_t columns, const ObservedPair& pair,
                       bool is_mirrored) {
    constexpr double margin = 1.25;
    const glm::dvec2 first = pair.galaxies[0].nucleus, second = pair.galaxies[1].nucleus;
    glm::dvec2 least = glm::min(first, second), most = glm::max(first, second);
    for (std::size_t i = 0; i < is_used.size(); ++i) {
        if (!is_used[i]) continue;
        const glm::dvec2 pixel{i % columns, i / columns};
        least = glm::min(least, pixel), most = glm::max(most, pixel);
    }
    const glm::dvec2 extent = most - least;
    const double half = std::max(extent.x, extent.y) / 2 * margin;
    MatchFrame frame;
    frame.corner = (least + most) / 2.0 - half;
    frame.cell = 2 * half / grid_edge;
    frame.nuclei = {(first - frame.corner) / frame.cell, (second - frame.corner) / frame.cell};
    // Complex numbers with the imaginary axis up: rotation and scale are a factor.
    const double parity = is_mirrored ? -1 : 1;
    const glm::dvec2 cells = frame.nuclei[1] - frame.nuclei[0];
    const std::complex<double> factor =
        std::complex{cells.x, -cells.y} / std::complex{parity * pair.separation.x, pair.separation.y};
    frame.rotation = glm::degrees(std::arg(factor));
    const std::array numbers{frame.nuclei[0].x, parity * factor.real(),  -factor.imag(),
                             frame.nuclei[0].y, -parity * factor.imag(), -factor.real()};
    std::ranges::transform(numbers, frame.map.begin(), [](double number) { return static_cast<float>(number); });
    return frame;
}

// Averages the light of the used pixels over the cells. Cells outside of the picture are dark.
std::vector<double> cells_of(const GrayPicture& picture, const std::vector<std::uint8_t>& is_used,
                             const MatchFrame& frame) {
    constexpr std::size_t samples = 4, margin = 3;  // samples of a cell per direction; margin in pixels
    constexpr double least_smoothing = 0.3, cell_smoothing = 0.7;
    std::vector<double> light(picture.values.begin(), picture.values.end());
    const auto is_kept = grown(is_used, picture.columns, margin);
    for (std::size_t i = 0; i < light.size(); ++i)
        if (!is_kept[i]) light[i] = 0;
    smooth(light, picture.columns, std::max(least_smoothing, frame.cell / samples / 2));
    const auto sample = [&](glm::dvec2 place) {  // linear interpolation between the centers of pixels
        const double x = place.x - 0.5, y = place.y - 0.5;
        const auto last_column = static_cast<double>(picture.columns - 1),
                   last_row = static_cast<double>(picture.rows - 1);
        if (x < 0 || y < 0 || x > last_column || y > last_row) return 0.0;
        const double left = std::min(std::floor(x), last_column - 1), top = std::min(std::floor(y), last_row - 1);
        const std::size_t i = static_cast<std::size_t>(top) * picture.columns + static_cast<std::size_t>(left);
        return glm::mix(glm::mix(light[i], light[i + 1], x - left),
                        glm::mix(light[i + picture.columns], light[i + picture.columns + 1], x - left), y - top);
    };
    std::vector<double> image(grid_cells);
    for (std::size_t i = 0; i < grid_cells * samples * samples; ++i) {
        const std::size_t column = i % (grid_edge * samples), row = i / (grid_edge * samples);
        const glm::dvec2 place{(static_cast<double>(column) + 0.5) / samples,
                               (static_cast<double>(row) + 0.5) / samples};
        image[row / samples * grid_edge + column / samples] +=
            sample(frame.corner + place * frame.cell) / (samples * samples);
    }
    smooth(image, grid_edge, cell_smoothing);
    return image;
}

// Share of the light of disk 1.
double first_share_of(const MatchFrame& frame, const std::vector<double>& image) {
    constexpr double contrast = 3, least = 0.15, most = 0.85;
    double near_first = 0, total = 0;
    for (std::size_t i = 0; i < grid_cells; ++i) {
        const glm::dvec2 center{static_cast<double>(i % grid_edge) + 0.5, static_cast<double>(i / grid_edge) + 0.5};
        const double light = std::expm1(contrast * image[i]);
        total += light;
        if (glm::length(center - frame.nuclei[0]) < glm::length(center - frame.nuclei[1])) near_first += light;
    }
    return std::clamp(near_first / total, least, most);
}

}  // namespace

MatchTarget match_target(const GrayPicture& picture, const ObservedPair& pair, bool is_mirrored) {
    require_pair(picture, pair);
    const auto is_used = used_pixels(picture, pair);
    const MatchFrame frame = frame_round(is_used, picture.columns, pair, is_mirrored);
    return match_target(frame, cells_of(picture, is_used, frame));
}

MatchTarget match_target(const MatchFrame& frame, std::vector<double> image) {
    constexpr double bright = 0.06, faint = 0.03, coarse_smoothing = 4;
    MatchTarget target;
    target.frame = frame;
    target.first_share = first_share_of(frame, image);
    std::vector<std::uint8_t> bright_mask;
    for (const double value : image) {
        bright_mask.push_back(value > bright);
        target.faint_mask.push_back(value > faint);
        target.bright_count += value > bright;
        target.faint_count += value > faint;
    }
    if (target.bright_count == 0)
        throw std::invalid_argument("the picture contains no light above 6 % of white; use a brighter picture");
    SquaredDistances outside, inside, faint_distance;
    set_squared_distances(bright_mask, true, grid_edge, outside);
    set_squared_distances(bright_mask, false, grid_edge, inside);
    set_squared_distances(target.faint_mask, true, grid_edge, faint_distance);
    for (std::size_t i = 0; i < grid_cells; ++i) {
        const double distance = std::sqrt(outside[i]) - std::sqrt(inside[i]);
        target.outline.push_back(static_cast<float>(std::clamp<double>(distance, -outline_limit, outline_limit)));
        target.nearness.push_back(static_cast<float>(std::exp(-0.5 * std::sqrt(faint_distance[i]))));
    }
    std::vector<double> coarse = image;
    smooth(coarse, grid_edge, coarse_smoothing);
    target.coarse.assign(coarse.begin(), coarse.end());
    target.coarse_sorted = target.coarse;
    std::ranges::sort(target.coarse_sorted);
    target.image = std::move(image);
    return target;
}

std::uint64_t search_subject(const MatchTarget& target) {
    // Rounding errors of the marks change a value by about 1e-12. The probability that any of 4,096 values is then
    // rounded differently is below 1e-4.
    constexpr double steps = 1e4;
    constexpr int unused_bits = 64 - 53;
    std::string text;
    const auto add = [&text](double value) { text += fmt::format("{} ", std::lround(steps * value)); };
    for (const glm::dvec2& nucleus : target.frame.nuclei) add(nucleus.x), add(nucleus.y);
    add(target.frame.rotation);
    for (const double value : target.image) add(value);
    return hash_of(text) >> unused_bits;
}

}  // namespace milkomeda
