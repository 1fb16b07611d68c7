// The kernels of the potential map as data, so that a bench can list them and find the fastest. A new form is
// a file in kernels/potential and a row in potential_forms.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/kernels/kernel_variants.hpp"

namespace milkomeda {

struct PotentialForm {
    std::string_view name;
    std::string_view source;  // path of the kernel's source file
    std::string_view idea;    // one line for people
    const KernelTarget* target;
    // Returns settings to try (work-group, points per work-item, unroll factor, width), usually best settings
    // first. Benches try all.
    std::vector<KernelSettings> (*settings)(const DeviceTraits& device);
};

// Returns all forms, from simple to fast: the last form made for a device is its default.
std::span<const PotentialForm> potential_forms();

struct PotentialChoice {
    const PotentialForm* form = nullptr;
    KernelSettings settings;
};
PotentialChoice usual_potential_choice(const DeviceTraits& device);

// How a work-group covers the lattice.
struct GroupShape {
    std::size_t items_x, items_y;  // work-items
    std::size_t points_x;          // points along x; the group has items_y rows
};
GroupShape group_shape(const KernelSettings& settings);

// Returns the build options for the form's source.
std::string form_options(const KernelSettings& settings);

// Returns the number of operations per evaluation (one body at one point), as counted in the course: a
// multiply-add and a reciprocal square root are two operations, all others one. Operations shared by several
// points of a work-item count proportionally.
double operations_of(const PotentialChoice& choice);

}  // namespace milkomeda
