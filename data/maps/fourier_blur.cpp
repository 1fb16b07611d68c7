#include "data/maps/fourier_blur.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "data/base/parallel.hpp"

namespace milkomeda {
namespace {

using Complex = std::complex<double>;

// The product without the checks for infinities of the operator of std::complex.
Complex product(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The numbers exp(-2 pi i k / size) for the first half of a circle.
std::vector<Complex> unit_circle(std::size_t size) {
    std::vector<Complex> circle(size / 2);
    for (std::size_t k = 0; k < circle.size(); ++k)
        circle[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size));
    return circle;
}

// Transforms a line whose size is a power of two (Cooley & Tukey 1965, Math. Comput. 19, 297), without the factor
// 1/size.
void transform_line(std::span<Complex> line, std::span<const Complex> circle) {
    const std::size_t size = line.size();
    for (std::size_t i = 0, reversed = 0; i < size; ++i) {
        if (i < reversed) std::swap(line[i], line[reversed]);
        std::size_t bit = size >> 1;
        for (; reversed & bit; bit >>= 1) reversed ^= bit;
        reversed |= bit;
    }
    for (std::size_t half = 1; half < size; half *= 2)
        for (std::size_t begin = 0; begin < size; begin += 2 * half)
            for (std::size_t k = 0; k < half; ++k) {
                Complex &a = line[begin + k], &b = line[begin + k + half];
                const Complex turned = product(b, circle[k * (size / (2 * half))]);
                b = a - turned;
                a += turned;
            }
}

// Transforms the first `count` rows of an image.
void transform_rows(std::vector<Complex>& image, std::size_t size, std::size_t count) {
    const std::vector<Complex> circle = unit_circle(size);
    parallel_for(count * parallel_range, [&](std::size_t begin, std::size_t) {
        transform_line(std::span{image}.subspan(begin / parallel_range * size, size), circle);
    });
}

std::vector<Complex> transposed(const std::vector<Complex>& image, std::size_t width) {
    constexpr std::size_t tile = 16;  // pixels that are moved together, so that both images stay in the cache
    const std::size_t height = image.size() / width;
    std::vector<Complex> result(image.size());
    for (std::size_t row = 0; row < height; row += tile)
        for (std::size_t column = 0; column < width; column += tile)
            for (std::size_t y = row; y < std::min(row + tile, height); ++y)
                for (std::size_t x = column; x < std::min(column + tile, width); ++x)
                    result[x * height + y] = image[y * width + x];
    return result;
}

}  // namespace

FourierBlur::FourierBlur(std::size_t columns, std::size_t rows,
                         const std::function<double(std::size_t, std::size_t)>& kernel)
    : columns_{columns}, rows_{rows}, width_{std::bit_ceil(2 * columns - 1)}, height_{std::bit_ceil(2 * rows - 1)} {
    std::vector<Number> image(width_ * height_);
    parallel_for(rows * parallel_range, [&](std::size_t begin, std::size_t) {
        const std::size_t y = begin / parallel_range;
        for (std::size_t x = 0; x < columns; ++x) {
            const double share = kernel(x, y);
            for (const std::size_t row : {y, (height_ - y) % height_})
                for (const std::size_t column : {x, (width_ - x) % width_}) image[row * width_ + column] = share;
        }
    });
    transform_rows(image, width_, height_);
    kernel_ = transposed(image, width_);
    transform_rows(kernel_, height_, width_);
}

std::vector<FourierBlur::Number> FourierBlur::forward(std::vector<Number> image) const {
    transform_rows(image, width_, rows_);  // the other rows are 0
    image = transposed(image, width_);
    transform_rows(image, height_, width_);
    return image;
}

std::vector<FourierBlur::Number> FourierBlur::backward(std::vector<Number> image) const {
    transform_rows(image, height_, width_);
    image = transposed(image, height_);
    transform_rows(image, width_, rows_);
    return image;
}

void FourierBlur::apply(std::span<double> first, std::span<double> second) const {
    std::vector<Number> image(width_ * height_);
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::size_t i = row * columns_ + column;
            image[row * width_ + column] = {first[i], second.empty() ? 0 : second[i]};
        }
    image = forward(std::move(image));
    // The conjugate of the transform of the conjugate is the inverse transform.
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = std::conj(product(image[i], kernel_[i]));
    image = backward(std::move(image));
    const double scale = 1 / static_cast<double>(width_ * height_);
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column) {
            const Number& sum = image[row * width_ + column];
            first[row * columns_ + column] = scale * sum.real();
            if (!second.empty()) second[row * columns_ + column] = -scale * sum.imag();
        }
}

}  // namespace milkomeda
