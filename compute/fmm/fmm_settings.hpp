// How exact the multipole method is to be, as data.
#pragma once

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

// Who holds the numbers: an item of a GPU has one lane of many, an item of a CPU has vectors.
enum class FmmForm { lanes, vectors };

}  // namespace milkomeda
