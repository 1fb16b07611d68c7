// Point spread functions, and the convolution of images with them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class PsfShape { gaussian, moffat };
template <>
inline constexpr std::array<std::string_view, 2> names<PsfShape>{"gaussian", "moffat"};

struct PointSpread {
    PsfShape shape = PsfShape::gaussian;
    double width = 0;   // full width at half maximum; 0: no blurring
    double beta = 2.5;  // exponent of a Moffat function (Trujillo et al. 2001, MNRAS 328, 977), larger than 1
};

// Convolves images of `columns` pixels in each row and of equal size with the point spread function, which is
// integrated over pixels. The sum over an image stays, apart from light that leaves the image. `pixel_width` and
// `pixel_height` are in the unit of the width. A Gaussian ends at 5 standard deviations; a Moffat function
// (1 + r² / a²)^-beta reaches across the whole image, by Fourier transforms, whose rounding errors are 1e-15 of the
// brightest pixel.
void blur(std::span<const std::span<double>> images, std::size_t columns, const PointSpread& spread, double pixel_width,
          double pixel_height);

// Convolves an image with a Gaussian of the standard deviations `sigma_x` and `sigma_y` in pixels.
void convolve(std::span<double> image, std::size_t columns, double sigma_x, double sigma_y);

// Convolves each pixel of a cube along its channels with a Gaussian of the standard deviation `sigma` in channels.
// `pixels` is the number of pixels of a channel.
void convolve_channels(std::span<double> cube, std::size_t pixels, double sigma);

// Weights of a Gaussian with the standard deviation `sigma` in pixels at the distances 0, 1, ... pixels, integrated
// over pixels, with the sum 1 over both sides. Returns the first `most` weights.
std::vector<double> gaussian_weights(double sigma, std::size_t most);

}  // namespace milkomeda
