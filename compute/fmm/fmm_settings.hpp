// How exact the multipole method is to be, as data.
#pragma once

#include <cstddef>

#include "compute/fmm/expansion_source.hpp"

namespace milkomeda {

struct FmmSettings {
    ExpansionOrders orders;
    float tolerance;  // of the estimated error of a pull of one node on another, in parts of a body's
                      // acceleration
    unsigned leaf;    // most bodies in a leaf, at most fmm_largest_leaf
    bool operator==(const FmmSettings&) const = default;
};

inline constexpr unsigned fmm_largest_leaf = 64;
inline constexpr unsigned fmm_most_children = 8;

// Who holds the numbers: an item of a GPU has one lane of many, an item of a CPU has vectors.
enum class FmmForm { lanes, vectors };

}  // namespace milkomeda
