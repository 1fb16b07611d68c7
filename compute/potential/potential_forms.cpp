#include "compute/potential/potential_forms.hpp"

#include <array>

#include "compute/device/program.hpp"

namespace milkomeda {
namespace {

constexpr unsigned columns = 16;  // work-items of a work-group along a lattice row

using Traits = const DeviceTraits&;
const std::array<PotentialForm, 5> forms{{
    {"scalar", "kernels/potential/scalar.cl", "plain formula, one point per work-item", &gpu_target,
     [](Traits) {
         return combinations({.work_group = {256, 128, 64}, .per_item = {1}});
     }},
    {"unrolled", "kernels/potential/unrolled.cl",
     "several points of a row per work-item share a body's y and z terms; coalesced stores", &gpu_target,
     [](Traits) {
         return combinations({.work_group = {128, 64, 256}, .per_item = {8, 4, 16}});
     }},
    {"tiled", "kernels/potential/tiled.cl", "unrolled, with bodies in local memory", &gpu_target,
     [](Traits) {
         return combinations({.work_group = {128, 256, 64}, .per_item = {8, 16, 4}, .unroll = {4, 8, 2}});
     }},
    {"4-vector", "kernels/potential/vector4.cl", "vectors of four neighboring points, for CPUs", &cpu_target,
     [](Traits) { return combinations({.per_item = {1}, .width = {4}}); }},
    {"vector", "kernels/potential/vector.cl", "several vectors of the CPU's full width share a body", &cpu_target,
     [](Traits device) {
         return combinations({.per_item = {4, 2, 8, 6}, .width = {device.vector_width}});
     }},
}};

}  // namespace

std::span<const PotentialForm> potential_forms() { return forms; }

PotentialChoice usual_potential_choice(const DeviceTraits& device) {
    PotentialChoice best;
    for (const PotentialForm& form : forms)
        if (form.target->is_made_for(device)) best = {&form, form.settings(device).front()};
    return best;
}

GroupShape group_shape(const KernelSettings& settings) {
    if (settings.width > 0) return {1, 1, std::size_t{settings.per_item} * settings.width};
    return {columns, settings.work_group / columns, std::size_t{columns} * settings.per_item};
}

std::string form_options(const KernelSettings& settings) {
    return definitions({{"COLUMNS", columns},
                        {"WORK_GROUP", settings.work_group},
                        {"UNROLLX", settings.per_item},
                        {"UNROLL", settings.unroll},
                        {"WIDTH", settings.width}});
}

double operations_of(const PotentialChoice& choice) {
    // dx (1); s = dx dx + (y and z terms) (2); 1/sqrt(s) (2); multiply-add with the mass (2)
    constexpr double along_x = 1 + 2 + 2 + 2;
    constexpr double along_y_and_z = 2 + 4;  // dy and dz (2); dy dy + (dz dz + softening^2) (4)
    const GroupShape shape = group_shape(choice.settings);
    const double sharing = static_cast<double>(shape.points_x) / static_cast<double>(shape.items_x);
    return along_x + along_y_and_z / sharing;
}

}  // namespace milkomeda
