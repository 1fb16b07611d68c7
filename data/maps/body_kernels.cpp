#include "data/maps/body_kernels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "data/base/parallel.hpp"
#include "data/neighbors/kd_tree.hpp"

namespace milkomeda {
namespace {

// Shares of a Gaussian in the pixels from `first` on.
struct PixelShares {
    std::size_t first = 0;
    std::vector<double> shares;
};

// Returns the shares in the pixels of an image of `count` pixels. The outermost pixels of the Gaussian get the light
// beyond them.
PixelShares shares_along(double center, double sigma, std::size_t count) {
    constexpr double widest = 4;  // standard deviations; 6e-5 of the Gaussian lies outside
    const double least = std::floor(center - widest * sigma), most = std::floor(center + widest * sigma),
                 end = static_cast<double>(count);
    if (!(most >= 0 && least < end)) return {};
    const auto below = [&](double place) {
        if (place <= least) return 0.0;
        return place > most ? 1.0 : 0.5 * (1 + std::erf((place - center) / (sigma * std::numbers::sqrt2)));
    };
    const double first = std::max(least, 0.0), last = std::min(most, end - 1);
    PixelShares line{static_cast<std::size_t>(first), {}};
    for (double pixel = first; pixel <= last; ++pixel) line.shares.push_back(below(pixel + 1) - below(pixel));
    return line;
}

}  // namespace

std::vector<double> kernel_widths(std::span<const glm::dvec3> places, std::size_t neighbor) {
    if (places.size() <= neighbor)
        throw std::invalid_argument(fmt::format("only {} {} a weight; --smooth {} needs at least {}", places.size(),
                                                places.size() == 1 ? "body has" : "bodies have", neighbor,
                                                neighbor + 1));
    std::vector<KdTree::Body> bodies;
    for (std::size_t i = 0; i < places.size(); ++i)
        bodies.push_back(
            {{static_cast<float>(places[i].x), static_cast<float>(places[i].y), 0}, 1, static_cast<std::uint32_t>(i)});
    const KdTree tree{std::move(bodies)};
    std::vector<double> widths(places.size());
    parallel_for(places.size(), [&](std::size_t begin, std::size_t end) {
        Nearest nearest{neighbor};
        for (std::size_t i = begin; i < end; ++i) {
            nearest.clear();
            tree.find(i, nearest);
            widths[tree.bodies()[i].row] = 0.5 * std::sqrt(double{nearest.search_radius2()});
        }
    });
    return widths;
}

void spread_body(const glm::dvec2& place, const glm::dvec2& sigma, std::size_t columns, std::size_t rows,
                 const std::function<void(std::size_t column, std::size_t row, double share)>& take) {
    const PixelShares along_x = shares_along(place.x, sigma.x, columns), along_y = shares_along(place.y, sigma.y, rows);
    for (std::size_t j = 0; j < along_y.shares.size(); ++j)
        for (std::size_t i = 0; i < along_x.shares.size(); ++i)
            take(along_x.first + i, along_y.first + j, along_x.shares[i] * along_y.shares[j]);
}

}  // namespace milkomeda
