#include "compute/bench/bench_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace milkomeda {
namespace {

double squared(const std::array<double, 3>& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

// Returns the indices of the sampled bodies, which are the same in every run. The sample always includes the first 16
// bodies, because a bench that times a part of a sum computes the accelerations of only the first bodies.
std::vector<std::size_t> some_rows(std::size_t bodies) {
    constexpr std::size_t most_rows = 256, first_rows = 16;
    std::mt19937 random{1};
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < std::min(most_rows, bodies); ++row)
        rows.push_back(bodies <= most_rows || row < first_rows ? row : random() % bodies);
    return rows;
}

}  // namespace

std::array<double, 3> exact_acceleration(const std::vector<Float4>& bodies, std::size_t row, double softening,
                                         unsigned k) {
    const Float4& body = bodies[row];
    std::array<double, 3> sum{};
    for (std::size_t j = 0; j < bodies.size(); j += k) {
        const std::array<double, 3> d{double{bodies[j].x} - body.x, double{bodies[j].y} - body.y,
                                      double{bodies[j].z} - body.z};
        const double square = squared(d) + softening * softening;
        const double pull = square > 0 ? k * double{bodies[j].w} / (square * std::sqrt(square)) : 0;
        for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += pull * d[axis];
    }
    return sum;
}

BenchReference::BenchReference(const std::vector<Float4>& bodies, double softening, unsigned k)
    : rows_{some_rows(bodies.size())} {
    for (const std::size_t row : rows_) expected_.push_back(exact_acceleration(bodies, row, softening, k));
}

BenchErrors BenchReference::check(const std::vector<Float4>& found, std::size_t end, const std::string& what) const {
    constexpr double most_error = 1e-4;  // largest accepted relative error; typical errors are smaller
    for (std::size_t row = 0; row < end; ++row)
        if (!std::isfinite(found[row].x + found[row].y + found[row].z))
            throw std::runtime_error(what + "the result is not finite");
    double difference = 0, size = 0, largest = 0, rows = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (rows_[row] >= end) continue;
        const Float4& a = found[rows_[row]];
        const std::array<double, 3>& expected = expected_[row];
        const double error = squared({a.x - expected[0], a.y - expected[1], a.z - expected[2]});
        difference += error;
        size += squared(expected);
        largest = std::max(largest, error);
        ++rows;
    }
    const BenchErrors errors{std::sqrt(difference / size), std::sqrt(largest / (size / rows))};
    if (!(errors.rms <= most_error))
        throw std::runtime_error(
            fmt::format("{}the result is wrong: the relative force error is {:.2g}", what, errors.rms));
    return errors;
}

}  // namespace milkomeda
