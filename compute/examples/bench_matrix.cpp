#include "compute/examples/bench_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "compute/bench/bench_clock.hpp"
#include "compute/examples/matrix.hpp"
#include "data/base/random.hpp"

namespace milkomeda {
namespace {

std::vector<float> random_matrix(std::size_t width, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> matrix(width * width);
    for (float& each : matrix) each = static_cast<float>(2 * random.uniform() - 1);
    return matrix;
}

// Returns the relative rms error of the matrix product c = a b, measured on elements that are sampled evenly from the
// whole matrix.
double error_of(const std::vector<float>& c, const std::vector<float>& a, const std::vector<float>& b,
                std::size_t width) {
    constexpr std::size_t most_samples = 4096;
    const std::size_t stride = c.size() / most_samples + 1;
    double difference = 0, size = 0;
    for (std::size_t at = 0; at < c.size(); at += stride) {
        const std::size_t row = at / width, column = at % width;
        double sum = 0;
        for (std::size_t k = 0; k < width; ++k) sum += double{a[row * width + k]} * b[k * width + column];
        difference += (c[at] - sum) * (c[at] - sum);
        size += sum * sum;
    }
    return std::sqrt(difference / size);
}

}  // namespace

std::vector<MatrixTime> bench_matrix(const Device& device, const ReadAsset& read, std::size_t width) {
    constexpr double timed_seconds = 0.5, tolerance = 1e-4;
    BenchContext context{device, read};
    const std::vector<float> a = random_matrix(width, 1), b = random_matrix(width, 2);
    std::vector<MatrixTime> times;
    for (const MatrixForm& form : matrix_forms) {
        MatrixProduct product{context, form};
        product.set(a, b, width);
        const auto multiply = [&] { product.enqueue(); };
        context.clock.time(multiply, 1);  // warm-up, not timed: drivers compile a kernel when the kernel first runs
        context.clock.choose(multiply);
        MatrixTime time{.form = form.name, .width = width, .seconds = context.clock.median(multiply, timed_seconds)};
        time.operations_per_second = 2 * std::pow(static_cast<double>(width), 3) / time.seconds;
        time.rms_error = error_of(product.read(), a, b, width);
        if (!(time.rms_error < tolerance))
            throw std::runtime_error(
                fmt::format("matrix kernel {}: the product differs from a product in double precision", form.name));
        times.push_back(time);
    }
    return times;
}

}  // namespace milkomeda
