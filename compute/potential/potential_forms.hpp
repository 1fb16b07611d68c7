// The forms of the potential map as data, so that a bench can list them and find the best. A new one is a
// file in kernels/potential and a row in potential_forms.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/kernels/kernel_variants.hpp"

namespace milkomeda {

struct PotentialForm {
    std::string_view name;
    std::string_view source;  // the kernel's file
    std::string_view idea;    // one line for people
    const KernelTarget* target;
    // Work-group, points per item, unroll and width: those that are good as a rule first; a bench tries all.
    std::vector<KernelSettings> (*settings)(const DeviceTraits& device);
};

// From the plainest to the fastest: of those made for a device the last one is its usual one.
std::span<const PotentialForm> potential_forms();

struct PotentialChoice {
    const PotentialForm* form = nullptr;
    KernelSettings settings;
};
PotentialChoice usual_potential_choice(const DeviceTraits& device);

// As a work-group sees a lattice.
struct GroupShape {
    std::size_t items_x, items_y;  // work-items
    std::size_t points_x;          // of a row; of rows it has items_y
};
GroupShape group_shape(const KernelSettings& settings);

// The options that the form's source is built with.
std::string form_options(const KernelSettings& settings);

// Of an evaluation, which is one body at one point, by the course's count: a multiply-add and a reciprocal
// square root are two, all others one. What an item's points share counts for each of them in part.
double operations_of(const PotentialChoice& choice);

}  // namespace milkomeda
