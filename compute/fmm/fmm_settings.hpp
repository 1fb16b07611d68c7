// Accuracy settings of the multipole method.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/fmm/expansion_source.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct FmmSettings {
    ExpansionOrders orders;
    // Largest estimated error that one source node may cause in the acceleration of a sink node, relative to that
    // acceleration.
    float tolerance;
    unsigned leaf = 64;  // maximum number of bodies in a leaf, at most fmm_largest_leaf

    bool operator==(const FmmSettings&) const = default;
};

inline constexpr unsigned fmm_largest_leaf = 64;
inline constexpr unsigned fmm_most_children = 8;

// Returns settings that reach the force errors promised for `accuracy`, measured on all scenes with 20,000 to a million
// bodies. For Accuracy::exact, which no settings reach, returns the settings for Accuracy::fine.
constexpr FmmSettings fmm_settings(Accuracy accuracy) {
    if (accuracy == Accuracy::draft) return {{5, 4}, 1.2e-3f};
    if (accuracy == Accuracy::standard) return {{6, 5}, 9e-5f};
    return {{7, 6}, 6e-6f};
}

// Returns settings that may be faster on some devices: expansion orders lower or higher by one, and smaller leaves. The
// settings reach the accuracy only after tolerance_step() has adjusted the tolerance.
inline std::vector<FmmSettings> fmm_variants(Accuracy accuracy) {
    const FmmSettings usual = fmm_settings(accuracy);
    std::vector<FmmSettings> variants;
    for (const int more : {-1, 0, 1})
        for (const unsigned leaf : {32u, 48u, fmm_largest_leaf})
            variants.push_back({{usual.orders.locals + more, usual.orders.moments + more}, usual.tolerance, leaf});
    return variants;
}

// Returns the factor by which to multiply the tolerance after measuring the 99th percentile `found_p99` of the force
// errors. The next percentile should be 85 % of `aimed_p99`. The factor is limited, because the percentile of a few
// hundred bodies is uncertain by a third.
inline float tolerance_step(double aimed_p99, double found_p99) {
    constexpr double aim = 0.85, most_down = 0.7, most_up = 1.2;
    return static_cast<float>(std::clamp(std::sqrt(aim * aimed_p99 / found_p99), most_down, most_up));
}

// Returns the new tolerance scale (factor of the solver's tolerance) of a run that has measured the 99th percentile
// `found_p99` of the force errors with the scale `tolerance_scale`.
inline float corrected(float tolerance_scale, double aimed_p99, double found_p99) {
    if (!(found_p99 > 0)) return tolerance_scale;
    return std::clamp(tolerance_scale * tolerance_step(aimed_p99, found_p99), 0.02f, 3.0f);
}

// Form of the kernels. With `lanes` (GPUs), a work-item computes one number at a time, as one lane of the hardware's
// vectors. With `vectors` (CPUs), a work-item computes with explicit vectors.
enum class FmmForm { lanes, vectors };

}  // namespace milkomeda
