// The table of kernel forms for the potential map. A bench lists the forms and finds the fastest. A new form
// needs a file in kernels/potential and a row in potential_forms.cpp.
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
    std::string_view idea;    // description of the method, one line to show to the user
    const KernelTarget* target;
    // Returns settings for the bench to try (work-group, points per work-item, unroll factor, vector width),
    // usually the fastest settings first.
    std::vector<KernelSettings> (*settings)(const DeviceTraits& device);
};

// Returns all forms, from simple to fast. The default form of a device is the last form in this order that is made for
// the device.
std::span<const PotentialForm> potential_forms();

struct PotentialChoice {
    const PotentialForm* form = nullptr;
    KernelSettings settings;
};
PotentialChoice usual_potential_choice(const DeviceTraits& device);

// Size of the part of the lattice that a work-group computes.
struct GroupShape {
    std::size_t items_x, items_y;  // work-items along x and y
    std::size_t points_x;  // lattice points along x; along y, the group computes items_y points, one per work-item
};
GroupShape group_shape(const KernelSettings& settings);

// Returns the compiler options for the form's kernel file.
std::string form_options(const KernelSettings& settings);

// Returns the number of operations per evaluation (potential of one body at one point), counted as in the course of Hwu
// and Stone (docs/potential.md). A multiply-add and a reciprocal square root count as two operations, all others as
// one. Operations that several points of a work-item share are divided among these points.
double operations_of(const PotentialChoice& choice);

}  // namespace milkomeda
