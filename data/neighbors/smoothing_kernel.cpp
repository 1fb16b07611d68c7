#include "data/neighbors/smoothing_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "data/neighbors/graph_mean.hpp"

namespace milkomeda {
namespace {

constexpr float shortest = 1e-4f;  // in model units, half a parsec: for bodies at one point

// A structure is assumed where the mean logarithmic length changes by about this much when it is taken over
// twice as many bodies. Noise changes it by about 0.03. Around density peaks a wide kernel does no harm.
constexpr float denser = 0.15f, thinner = 0.5f;

// The neighbors of an isolated body are not isolated: their mean would make its kernel narrow and the body a
// bright blob on a dark sky. Therefore no kernel is shorter than the body's own distance minus this noise
// (logarithmic).
constexpr float by_chance = 0.35f;

}  // namespace

std::vector<SmoothingKernel> smoothing_kernels(std::span<const Neighborhood> around,
                                               std::span<const NearestRows> nearest) {
    std::vector<float> lengths(around.size()), evenness(around.size(), 1), growth(around.size(), 0);
    for (std::size_t row = 0; row < around.size(); ++row)
        lengths[row] = std::log(std::max(around[row].radius, shortest));
    constexpr int doublings = 4;  // number of doublings of the averaged bodies, from 32 on
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
            own[row] += evenness[row] * difference;  // mean over as many bodies as lie in an even surrounding
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
