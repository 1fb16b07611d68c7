// Convolution of images by fast Fourier transforms, for point spread functions with wide wings.
#pragma once

#include <complex>
#include <functional>
#include <span>
#include <vector>

namespace milkomeda {

class FourierBlur {
  public:
    // `kernel(x, y)` is the share of the light of a pixel that falls into the pixel x columns and y rows away; it is
    // even in x and y. Several threads call `kernel`.
    FourierBlur(std::size_t columns, std::size_t rows, const std::function<double(std::size_t, std::size_t)>& kernel);

    // Convolves two images at once; `second` may be empty.
    void apply(std::span<double> first, std::span<double> second) const;

  private:
    using Number = std::complex<double>;

    // Transforms the image with padding in place. The result is transposed: row x holds the frequencies along y.
    std::vector<Number> forward(std::vector<Number> image) const;
    std::vector<Number> backward(std::vector<Number> transposed) const;

    std::size_t columns_, rows_, width_, height_;  // of the images, and with padding, powers of two
    std::vector<Number> kernel_;                   // transformed
};

}  // namespace milkomeda
