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
        constexpr double cells_of_width = 3;  // cells along a full width at half maximum, near the center
        const double left = (static_cast<double>(x) - 0.5) * pixel_width_,
                     low = (static_cast<double>(y) - 0.5) * pixel_height_;
        const double largest = std::max(pixel_width_, pixel_height_);
        const bool is_near = std::hypot(left, low) < 4 * width_ + 6 * largest;
        const int cells = is_near ? static_cast<int>(std::ceil(cells_of_width * largest / width_)) : 1;
        const double across = pixel_width_ / cells, along = pixel_height_ / cells;
        double sum = 0;
        for (int i = 0; i < cells; ++i)
            for (int j = 0; j < cells; ++j) sum += cell(left + i * across, low + j * along, across, along);
        return peak_ * sum;
    }

  private:
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

std::vector<double> gaussian_weights(double sigma) {
    constexpr double widest = 5;  // standard deviations; 6e-7 of the Gaussian lies outside
    std::vector<double> weights;
    const auto below = [&](double place) { return 0.5 * std::erf(place / (sigma * std::numbers::sqrt2)); };
    for (int i = 0; i <= std::ceil(widest * sigma); ++i) weights.push_back(below(i + 0.5) - below(i - 0.5));
    double sum = -weights.front();
    for (const double weight : weights) sum += 2 * weight;
    for (double& weight : weights) weight /= sum;
    return weights;
}

void convolve(std::span<double> image, std::size_t columns, double sigma_x, double sigma_y) {
    const std::size_t rows = image.size() / columns;
    const std::vector<double> along_x = gaussian_weights(sigma_x), along_y = gaussian_weights(sigma_y);
    std::vector<double> line;
    for (std::size_t row = 0; row < rows; ++row) convolve_line(&image[row * columns], columns, 1, along_x, line);
    for (std::size_t column = 0; column < columns; ++column)
        convolve_line(&image[column], rows, columns, along_y, line);
}

void convolve_channels(std::span<double> cube, std::size_t pixels, double sigma) {
    const std::vector<double> weights = gaussian_weights(sigma);
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
