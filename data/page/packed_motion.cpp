#include "data/page/packed_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "data/base/parallel.hpp"
#include "data/page/packed_bytes.hpp"

namespace milkomeda {
namespace {

constexpr std::size_t terms = MotionPacker::order;
using Coefficients = std::array<std::int32_t, terms>;
using NormalMatrix = std::array<std::array<double, terms + 1>, terms>;  // the last column is the right-hand side

// Solves symmetric positive definite linear equations by elimination.
std::array<double, terms> solution_of(NormalMatrix a) {
    for (std::size_t pivot = 0; pivot < terms; ++pivot)
        for (std::size_t row = pivot + 1; row < terms; ++row) {
            const double share = a[row][pivot] / a[pivot][pivot];
            for (std::size_t column = pivot; column <= terms; ++column) a[row][column] -= share * a[pivot][column];
        }
    std::array<double, terms> x{};
    for (std::size_t row = terms; row-- > 0;) {
        double rest = a[row][terms];
        for (std::size_t column = row + 1; column < terms; ++column) rest -= a[row][column] * x[column];
        x[row] = rest / a[row][row];
    }
    return x;
}

// Returns the coefficients that predict a coordinate best from its preceding values, in the mean over all axes.
Coefficients fitted(std::span<const std::vector<std::int32_t>> axes) {
    NormalMatrix a{};
    constexpr double rounding_variance = 1.0 / 12;
    for (const std::vector<std::int32_t>& x : axes)
        for (std::size_t n = terms; n < x.size(); ++n)
            for (std::size_t i = 0; i < terms; ++i) {
                const double xi = x[n - 1 - i];
                for (std::size_t j = 0; j < terms; ++j) a[i][j] += xi * x[n - 1 - j];
                a[i][terms] += xi * x[n];
                a[i][i] += rounding_variance;  // so that rounding errors are not amplified
            }
    if (!(a[0][0] > 0)) return {};
    Coefficients result{};
    const std::array<double, terms> exact = solution_of(a);
    for (std::size_t i = 0; i < terms; ++i)
        result[i] = static_cast<std::int32_t>(
            std::clamp(std::round(MotionPacker::coefficient_scale * exact[i]), -32768.0, 32767.0));
    return result;
}

// Returns the prediction of element `n`. motion.js computes the same integers.
std::int32_t prediction(const std::vector<std::int32_t>& x, std::size_t n, const Coefficients& coefficients) {
    if (n == 0) return 0;
    if (n < terms) return x[n - 1];
    std::int64_t sum = MotionPacker::coefficient_scale / 2;
    for (std::size_t i = 0; i < terms; ++i) sum += std::int64_t{coefficients[i]} * x[n - 1 - i];
    constexpr std::int64_t most = 4 * std::int64_t{PositionGrid::largest_number};
    return static_cast<std::int32_t>(std::clamp(sum >> 12, -most, most));
}

}  // namespace

static_assert(MotionPacker::coefficient_scale == 1 << 12);

std::int16_t PositionGrid::number_of(double x, int axis) const {
    const double number = std::round((x - origin[axis]) / step);
    return static_cast<std::int16_t>(std::clamp(number, -double(largest_number), double(largest_number)));
}

struct MotionPacker::Prediction {
    std::string bytes;  // coefficients and differences
    double cost = 0;    // mean magnitude of the differences
};

MotionPacker::MotionPacker(const PositionGrid& grid, std::vector<std::uint16_t> galaxy_of)
    : grid_{grid}, galaxy_of_{std::move(galaxy_of)} {}

void MotionPacker::add(std::span<const Float4> positions, std::span<const glm::vec3> centers) {
    for (const Float4& row : positions) {
        const glm::dvec3 place = vector_of(row);
        for (int axis = 0; axis < 3; ++axis) numbers_.push_back(grid_.number_of(place[axis], axis));
    }
    for (const glm::vec3& center : centers)
        for (int axis = 0; axis < 3; ++axis) centers_.push_back(grid_.number_of(double{center[axis]}, axis));
    galaxies_ = centers.size();
    ++moments_;
}

// Returns a coordinate of a body relative to the center of its galaxy at all moments, in steps.
std::vector<std::int32_t> MotionPacker::relative(std::size_t body, int axis) const {
    const auto a = static_cast<std::size_t>(axis);
    std::vector<std::int32_t> x(moments_);
    for (std::size_t n = 0; n < moments_; ++n)
        x[n] = numbers_[3 * (n * galaxy_of_.size() + body) + a] - centers_[3 * (n * galaxies_ + galaxy_of_[body]) + a];
    return x;
}

int MotionPacker::multiple(std::size_t body) const {
    constexpr std::size_t reach = 3;
    if (moments_ <= 2 * reach) return 1;
    double sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const std::vector<std::int32_t> x = relative(body, axis);
        for (std::size_t n = reach; n + reach < moments_; ++n) {
            // error of the cubic through every second moment
            const double error = 0.5625 * (x[n - 1] + x[n + 1]) - 0.0625 * (x[n - 3] + x[n + 3]) - x[n];
            sum += error * error;
        }
    }
    // Between neighboring moments, the error is about an eighth (measured, docs/page.md). Rounding to multiples of m
    // steps has the error m / 2 in space (the root of 3 / 12).
    const double interpolation = std::sqrt(sum / static_cast<double>(moments_ - 2 * reach)) / 8;
    constexpr double most = 255, steps_per_error = 3;
    return static_cast<int>(std::clamp(std::round(steps_per_error * interpolation), 1.0, most));
}

MotionPacker::Prediction MotionPacker::predicted(std::size_t body) const {
    const int steps = multiple(body);
    std::array<std::vector<std::int32_t>, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<std::int32_t>& x = axes[static_cast<std::size_t>(axis)] = relative(body, axis);
        for (std::int32_t& number : x) number = static_cast<std::int32_t>(std::lround(double(number) / steps));
    }
    const Coefficients coefficients = fitted(axes);
    Prediction found;
    append_number(found.bytes, static_cast<std::uint32_t>(steps), 1);
    for (const std::int32_t coefficient : coefficients)
        append_number(found.bytes, static_cast<std::uint32_t>(coefficient), 2);
    for (const std::vector<std::int32_t>& x : axes)
        for (std::size_t n = 0; n < x.size(); ++n) {
            const std::int32_t residual = x[n] - prediction(x, n, coefficients);
            append_residual(found.bytes, residual);
            if (n >= terms) found.cost += std::abs(residual);
        }
    return found;
}

std::string MotionPacker::packed() const {
    const std::size_t bodies = galaxy_of_.size();
    std::vector<Prediction> predictions(bodies);
    parallel_for(bodies, [&](std::size_t begin, std::size_t end) {
        for (std::size_t body = begin; body < end; ++body) predictions[body] = predicted(body);
    });
    // Bodies with differences of equal size are neighbors, because zlib adapts its code to a block of bytes.
    std::vector<std::uint32_t> sorted(bodies);
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::stable_sort(sorted, {}, [&](std::uint32_t body) { return predictions[body].cost; });

    std::string bytes;
    for (const std::int16_t number : centers_) append_number(bytes, static_cast<std::uint16_t>(number), 2);
    for (const std::uint32_t body : sorted) append_number(bytes, body, 4);
    for (const std::uint32_t body : sorted) bytes += predictions[body].bytes;
    return bytes;
}

std::string packed_attributes(std::span<const std::string> moments, std::size_t channels) {
    std::string bytes;
    const std::size_t rows = moments.empty() ? 0 : moments.front().size() / channels;
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t row = 0; row < rows; ++row) {
            unsigned char before = 0;
            for (const std::string& moment : moments) {
                const auto value = static_cast<unsigned char>(moment[channels * row + channel]);
                bytes += static_cast<char>(static_cast<unsigned char>(value - before));
                before = value;
            }
        }
    return bytes;
}

}  // namespace milkomeda
