#include "data/neighbors/smoothing_kernel.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

// lower limit of smoothing lengths, for bodies at equal positions: half a parsec, in model units
constexpr float shortest = 1e-4f;

// When the mean logarithmic length is taken over twice as many bodies, noise changes the mean by about 0.03. A change
// by more than these limits indicates a structure. `denser` applies where a body's neighborhood is denser than the
// wider surroundings, `thinner` in the opposite case. The bodies at the rim of a disk are in thinner surroundings than
// their neighbors; if they were widened, the disk would have a border of fog.
constexpr float denser = 0.15f, thinner = 0.3f;

// Random error of the logarithm of the distance to the 16th neighbor. No length is shorter than the body's own distance
// times exp(-by_chance). Without this limit, an isolated body near a dense region would look like a bright blob.
constexpr float by_chance = 0.35f;

}  // namespace

std::vector<SmoothingKernel> smoothing_kernels(std::span<const Neighborhood> around,
                                               std::span<const NearestRows> nearest) {
    std::vector<float> lengths(around.size()), evenness(around.size(), 1), growth(around.size(), 0);
    for (std::size_t row = 0; row < around.size(); ++row)
        lengths[row] = std::log(std::max(around[row].radius, shortest));
    // number of passes; each pass averages over twice as many bodies as the pass before, starting from about 32 bodies
    constexpr int doublings = 4;
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
            // averages over more bodies where the surroundings are even
            own[row] += evenness[row] * difference;
        }
        narrow = std::move(wide);
    }
    std::vector<SmoothingKernel> all(around.size());
    for (std::size_t row = 0; row < all.size(); ++row)
        if (around[row].radius > 0)
            all[row] = {
                std::pow(SmoothingKernel::widest, growth[row]) * std::exp(std::max(own[row], lengths[row] - by_chance)),
                growth[row], std::exp(3 * (narrow[row] - narrowest[row]))};
    return all;
}

}  // namespace milkomeda
