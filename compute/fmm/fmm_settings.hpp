// How exact the multipole method is to be, as data.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/fmm/expansion_source.hpp"
#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct FmmSettings {
    ExpansionOrders orders;
    float tolerance;     // of the estimated error of a pull of one node on another, in parts of a body's
                         // acceleration
    unsigned leaf = 64;  // most bodies in a leaf, at most fmm_largest_leaf

    bool operator==(const FmmSettings&) const = default;
};

inline constexpr unsigned fmm_largest_leaf = 64;
inline constexpr unsigned fmm_most_children = 8;

// Measured on all scenes, with 20,000 to a million bodies: they give the errors that the accuracies promise.
// No settings are exact: that gets the finest.
constexpr FmmSettings fmm_settings(Accuracy accuracy) {
    switch (accuracy) {
        case Accuracy::draft:
            return {{5, 4}, 1.2e-3f};
        case Accuracy::fine:
        case Accuracy::exact:
            return {{7, 6}, 6e-6f};
        case Accuracy::standard:
            break;
    }
    return {{6, 5}, 9e-5f};
}

// What may be quicker on some device: orders one lower and one higher, and smaller leaves. They give the
// accuracy once their tolerance has settled (tolerance_step).
inline std::vector<FmmSettings> fmm_variants(Accuracy accuracy) {
    const FmmSettings usual = fmm_settings(accuracy);
    std::vector<FmmSettings> variants;
    for (const int more : {-1, 0, 1})
        for (const unsigned leaf : {32u, 48u, fmm_largest_leaf})
            variants.push_back(
                {{usual.orders.locals + more, usual.orders.moments + more}, usual.tolerance, leaf});
    return variants;
}

// By how much to change a tolerance that gives this error. Slowly, and to a little below the aim: a
// percentile of some hundred bodies is itself a third off.
inline float tolerance_step(double aimed_p99, double found_p99) {
    constexpr double aim = 0.85, most_down = 0.7, most_up = 1.2;
    return static_cast<float>(std::clamp(std::sqrt(aim * aimed_p99 / found_p99), most_down, most_up));
}

// Of a run's tolerance, in parts of the usual one: the next after errors like these.
inline float corrected(float tolerance_scale, double aimed_p99, double found_p99) {
    if (!(found_p99 > 0)) return tolerance_scale;
    return std::clamp(tolerance_scale * tolerance_step(aimed_p99, found_p99), 0.02f, 3.0f);
}

// Who holds the numbers: an item of a GPU has one lane of many, an item of a CPU has vectors.
enum class FmmForm { lanes, vectors };

}  // namespace milkomeda
