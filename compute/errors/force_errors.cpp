#include "compute/errors/force_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace milkomeda {
namespace {

std::size_t bin_of(float error) {
    using H = ErrorHistogram;
    if (!(error > 0)) return 0;
    const double bin = H::per_decade * (std::log10(double{error}) - H::least_decade);
    return static_cast<std::size_t>(std::clamp(bin, 0.0, double{H::size - 1}));
}

}  // namespace

double ErrorHistogram::edge(std::size_t bin) {
    return std::pow(10.0, least_decade + static_cast<double>(bin) / per_decade);
}

ErrorDistribution distribution(std::span<float> errors) {
    std::ranges::sort(errors);
    const auto percentile = [&](std::size_t percent) { return errors[errors.size() * percent / 100]; };
    ErrorDistribution found{percentile(50), percentile(90), percentile(99), errors.back()};
    for (const float error : errors) ++found.histogram.counts[bin_of(error)];
    return found;
}

ForceErrors summarize(std::span<const ErrorSample> samples) {
    double squares = 0;
    std::vector<float> relative, absolute;
    for (const ErrorSample& body : samples) {
        squares += double{body.direct} * body.direct;
        relative.push_back(body.direct > 0 ? body.error / body.direct : 0);
        absolute.push_back(body.error);
    }
    const auto rms = static_cast<float>(std::sqrt(squares / static_cast<double>(samples.size())));
    for (float& error : absolute) error = rms > 0 ? error / rms : 0;
    return {samples.size(), distribution(relative), distribution(absolute), rms};
}

// splitmix: Steele, Lea and Flood 2014, with the 32-bit constants of Wellons 2018.
std::size_t sampled_row(std::uint32_t number, std::size_t bodies) {
    std::uint32_t n = number;
    n = (n ^ (n >> 16)) * 0x21f0aaadU;
    n = (n ^ (n >> 15)) * 0x735a2d97U;
    return (n ^ (n >> 15)) % bodies;
}

std::string to_text(const ForceErrors& errors) {
    return fmt::format("relative force errors: median {:.2g}, 99 % below {:.2g}, largest {:.2g}", errors.relative.p50,
                       errors.relative.p99, errors.relative.most);
}

}  // namespace milkomeda
