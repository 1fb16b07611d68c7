#include "data/neighbors/smoothing_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "data/neighbors/graph_mean.hpp"

namespace milkomeda {
namespace {

constexpr float shortest = 1e-4f;  // model units, half a parsec: where bodies lie at one place

// Something is there where lengths differ by about as much, as logarithms, between the mean over so many and
// that over twice as many. By chance they differ by some 0.03. Around what is dense a wide kernel does no
// harm.
constexpr float denser = 0.15f, thinner = 0.5f;

// Those around a body that is alone are not: their mean would make it narrow, and a blob on the dark sky. No
// kernel is shorter than its own distance by more than chance.
constexpr float by_chance = 0.35f;

}  // namespace

std::vector<SmoothingKernel> kernels(std::span<const Neighborhood> around, std::span<const NearestRows> nearest) {
    std::vector<float> lengths(around.size()), evenness(around.size(), 1), growth(around.size(), 0);
    for (std::size_t row = 0; row < around.size(); ++row)
        lengths[row] = std::log(std::max(around[row].radius, shortest));
    constexpr int doublings = 4;  // of how many are looked at, from 32 on
    std::vector<float> narrow = graph_mean(graph_mean(lengths, nearest), nearest), own = narrow;
    const std::vector<float> narrowest = narrow;
    for (int doubling = 0; doubling < doublings; ++doubling) {
        std::vector<float> wide = narrow;
        for (int mean = 0; mean < 1 << doubling; ++mean) wide = graph_mean(wide, nearest);
        for (std::size_t row = 0; row < around.size(); ++row) {
            const float difference = wide[row] - narrow[row];
            const float relief = difference / (difference > 0 ? denser : thinner);
            evenness[row] *= std::exp(-relief * relief);
            growth[row] += evenness[row] / doublings;
            own[row] += evenness[row] * difference;  // the mean over as many as it will hold
        }
        narrow = std::move(wide);
    }
    std::vector<SmoothingKernel> all(around.size());
    for (std::size_t row = 0; row < all.size(); ++row)
        if (around[row].radius > 0)
            all[row] = {std::pow(SmoothingKernel::widest, growth[row]) *
                            std::exp(std::max(own[row], lengths[row] - by_chance)),
                        growth[row], std::exp(3 * (narrow[row] - narrowest[row]))};
    return all;
}

}  // namespace milkomeda
