#include "data/maps/point_spread.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/base/parallel.hpp"
#include "data/maps/fourier_blur.hpp"

namespace milkomeda {
namespace {

// Convolves `count` numbers, of which each is `step` elements behind the previous one.
void convolve_line(double* numbers, std::size_t count, std::size_t step, const std::vector<double>& weights,
                   std::vector<double>& result) {
    result.assign(count, 0);
    const auto reach = static_cast<std::ptrdiff_t>(weights.size()) - 1, end = static_cast<std::ptrdiff_t>(count);
    for (std::ptrdiff_t from = 0; from < end; ++from) {
        const double number = numbers[from * static_cast<std::ptrdiff_t>(step)];
        if (number == 0) continue;
        for (std::ptrdiff_t to = std::max<std::ptrdiff_t>(0, from - reach); to < std::min(end, from + reach + 1); ++to)
            result[static_cast<std::size_t>(to)] += number * weights[static_cast<std::size_t>(std::abs(to - from))];
    }
    for (std::size_t i = 0; i < count; ++i) numbers[i * step] = result[i];
}

// A Moffat function with the integral 1 over the plane, integrated over pixels.
class MoffatKernel {
  public:
    MoffatKernel(const PointSpread& spread, double pixel_width, double pixel_height)
        : width_{spread.width},
          beta_{spread.beta},
          pixel_width_{pixel_width},
          pixel_height_{pixel_height},
          // half width at half maximum a sqrt(2^(1/beta) - 1)
          square_{spread.width * spread.width / (4 * (std::exp2(1 / spread.beta) - 1))},
          peak_{(spread.beta - 1) / (std::numbers::pi * square_)} {}

    double share(std::size_t x, std::size_t y) const {
        return peak_ * part((static_cast<double>(x) - 0.5) * pixel_width_,
                            (static_cast<double>(y) - 0.5) * pixel_height_, pixel_width_, pixel_height_);
    }

  private:
    // Integral over a rectangle, of which parts near the center are divided until they are as small as a fifth of the
    // width and the distance from the center.
    double part(double left, double low, double across, double along) const {
        const double distance = std::hypot(std::clamp(0.0, left, left + across), std::clamp(0.0, low, low + along));
        if (5 * std::max(across, along) <= width_ + distance) return cell(left, low, across, along);
        const double half_across = across / 2, half_along = along / 2;
        double sum = 0;
        for (const double x : {left, left + half_across})
            for (const double y : {low, low + half_along}) sum += part(x, y, half_across, half_along);
        return sum;
    }

    // Integral over a cell by Gauss-Legendre quadrature with three points along each side.
    double cell(double left, double low, double across, double along) const {
        static const double outer = std::sqrt(0.6) / 2;
        const double places[]{0.5 - outer, 0.5, 0.5 + outer};
        constexpr double weights[]{5 / 18.0, 8 / 18.0, 5 / 18.0};
        double sum = 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const double x = left + places[i] * across, y = low + places[j] * along;
                sum += weights[i] * weights[j] * std::pow(1 + (x * x + y * y) / square_, -beta_);
            }
        return sum * across * along;
    }

    double width_, beta_, pixel_width_, pixel_height_, square_, peak_;
};

}  // namespace

std::vector<double> gaussian_weights(double sigma, std::size_t most) {
    constexpr double widest = 5;  // standard deviations; 6e-7 of the Gaussian lies outside
    const auto below = [&](double place) { return 0.5 * std::erf(place / (sigma * std::numbers::sqrt2)); };
    const double last = std::ceil(widest * sigma), sum = 2 * below(last + 0.5);
    std::vector<double> weights;
    for (std::size_t i = 0; i < most && double(i) <= last; ++i)
        weights.push_back((below(double(i) + 0.5) - below(double(i) - 0.5)) / sum);
    return weights;
}

void convolve(std::span<double> image, std::size_t columns, double sigma_x, double sigma_y) {
    const std::size_t rows = image.size() / columns;
    const std::vector<double> along_x = gaussian_weights(sigma_x, columns), along_y = gaussian_weights(sigma_y, rows);
    std::vector<double> line;
    for (std::size_t row = 0; row < rows; ++row) convolve_line(&image[row * columns], columns, 1, along_x, line);
    for (std::size_t column = 0; column < columns; ++column)
        convolve_line(&image[column], rows, columns, along_y, line);
}

void convolve_channels(std::span<double> cube, std::size_t pixels, double sigma) {
    const std::vector<double> weights = gaussian_weights(sigma, cube.size() / pixels);
    parallel_for(pixels, [&](std::size_t begin, std::size_t end) {
        std::vector<double> line;
        for (std::size_t pixel = begin; pixel < end; ++pixel)
            convolve_line(&cube[pixel], cube.size() / pixels, pixels, weights, line);
    });
}

void blur(std::span<const std::span<double>> images, std::size_t columns, const PointSpread& spread, double pixel_width,
          double pixel_height) {
    if (!(spread.width > 0) || images.empty()) return;
    if (spread.shape == PsfShape::gaussian) {
        const double sigma = spread.width / (2 * std::sqrt(2 * std::numbers::ln2));
        parallel_for_each(images, [&](const std::span<double>& image) {
            convolve(image, columns, sigma / pixel_width, sigma / pixel_height);
        });
        return;
    }
    const MoffatKernel kernel{spread, pixel_width, pixel_height};
    const FourierBlur fourier{columns, images.front().size() / columns,
                              [&](std::size_t x, std::size_t y) { return kernel.share(x, y); }};
    for (std::size_t i = 0; i < images.size(); i += 2)
        fourier.apply(images[i], i + 1 < images.size() ? images[i + 1] : std::span<double>{});
}

}  // namespace milkomeda
