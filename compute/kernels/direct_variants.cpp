// The table of kernel variants of the direct sum, and the functions that choose and check their settings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "compute/kernels/kernel_variants.hpp"
#include "kernels/direct/warp.h"

namespace milkomeda {
namespace {

using enum KernelForm;

constexpr std::size_t row_bytes = 4 * sizeof(float);  // bytes of a float4: a body or an acceleration

// Tuples of work-group size, bodies per work-item and unroll factor.
using Sizes = std::vector<std::tuple<unsigned, unsigned, unsigned>>;

std::vector<KernelSettings> settings_of(const Sizes& sizes) {
    std::vector<KernelSettings> all;
    for (const auto& [work_group, per_item, unroll] : sizes)
        all.push_back({.work_group = work_group, .per_item = per_item, .unroll = unroll});
    return all;
}

// Settings of the variants naive, cached, tiled and tiled-unrolled, which compute one body per work-item.

KernelSettings large_groups(const DeviceTraits&, std::size_t) { return {.work_group = 256, .unroll = 16}; }

std::vector<KernelSettings> groups_and_unrolls(const DeviceTraits&, std::size_t) {
    return combinations({.work_group = {256, 128, 64, 512}, .unroll = {16, 8, 32}});
}

std::size_t tile_bytes(const KernelSettings& settings) { return settings.work_group * row_bytes; }

// Settings of the variant register-tiled.

KernelSettings register_tiled_default(const DeviceTraits& device, std::size_t bodies) {
    KernelSettings settings{.work_group = 128, .per_item = 8, .unroll = 8};
    const std::size_t groups = bodies / (settings.work_group * settings.per_item) + 1;
    const std::size_t wanted = device.is_cpu ? 1 : device.compute_units * 10;
    settings.split = static_cast<unsigned>(std::clamp<std::size_t>(std::bit_floor(wanted / groups), 1, 32));
    return settings;
}

std::vector<KernelSettings> register_tiled_candidates(const DeviceTraits& device, std::size_t bodies) {
    const unsigned usual = register_tiled_default(device, bodies).split;
    std::vector<KernelSettings> all;
    for (KernelSettings settings : settings_of({{128, 8, 8}, {256, 4, 16}, {64, 8, 8}, {128, 2, 16}, {128, 4, 8}}))
        for (const unsigned split : {usual, usual * 2, usual / 2}) {
            settings.split = split;
            if (split > 0) all.push_back(settings);
        }
    return all;
}

// Settings of the variant vector.

KernelSettings vector_default(const DeviceTraits& device, std::size_t) {
    constexpr unsigned enough_to_hide_latency = 2;
    return {.per_item = enough_to_hide_latency, .width = device.vector_width};
}

std::vector<KernelSettings> vector_candidates(const DeviceTraits& device, std::size_t) {
    return combinations({.per_item = {2, 3, 4, 1}, .width = {device.vector_width}});
}

// The following functions choose and check the settings of the variants symmetric and symmetric-nvidia.
//
// Returns the settings with the largest block that gives each compute unit at least `items_per_unit` work-items.
// `sizes` must be sorted from large to small blocks. Large blocks need few partial sums; small blocks give more pairs
// of blocks that can run in parallel.

KernelSettings largest_busy_block(const Sizes& sizes, std::size_t items_per_unit, const DeviceTraits& device,
                                  std::size_t bodies) {
    KernelSettings found;
    for (const KernelSettings& settings : settings_of(sizes)) {
        found = settings;
        const std::size_t blocks = bodies / block_of(settings) + 1;
        if (blocks * blocks / 2 * settings.work_group >= device.compute_units * items_per_unit) break;
    }
    return found;
}

// The block sizes were measured on an NVIDIA H200.
KernelSettings symmetric_default(const DeviceTraits& device, std::size_t bodies) {
    return largest_busy_block({{64, 8, 8}, {64, 4, 4}, {32, 4, 4}}, 1000, device, bodies);
}

// Each work-item stores as many bodies in registers as its work-group has warps. More than eight warps would need more
// registers than the hardware has. The sizes were measured on an NVIDIA H200.
const Sizes symmetric_nvidia_sizes{{256, 0, 8}, {128, 0, 4}, {64, 0, 8}};

KernelSettings symmetric_nvidia_default(const DeviceTraits& device, std::size_t bodies) {
    return largest_busy_block(symmetric_nvidia_sizes, 1800, device, bodies);
}

const Sizes symmetric_sizes{{64, 8, 8},  {64, 4, 4}, {32, 4, 4},  {128, 8, 8}, {32, 8, 8},
                            {128, 4, 4}, {64, 2, 2}, {256, 2, 2}, {32, 12, 1}};

std::vector<KernelSettings> symmetric_candidates(const DeviceTraits&, std::size_t) {
    return settings_of(symmetric_sizes);
}

std::vector<KernelSettings> symmetric_nvidia_candidates(const DeviceTraits&, std::size_t) {
    Sizes all = symmetric_nvidia_sizes;
    all.insert(all.end(), {{256, 0, 4}, {128, 0, 8}, {64, 0, 16}, {160, 0, 4}});
    return settings_of(all);
}

// Returns the bytes of local memory per work-group of the variant symmetric: bodies and sums of a block, and a flag for
// unequal masses.
std::size_t symmetric_bytes(const KernelSettings& settings) { return 2 * block_of(settings) * row_bytes + sizeof(int); }

// Returns the bytes of local memory per work-group of the variant symmetric-nvidia: two copies of the bodies, and for
// each warp the sums of a whole block.
std::size_t symmetric_nvidia_bytes(const KernelSettings& settings) {
    const std::size_t warps = settings.work_group / WARP;
    return (2 * row_bytes + 3 * sizeof(float) * warps) * settings.work_group;
}

std::string symmetric_complaint(const KernelSettings& settings, KernelSetting which) {
    const bool wrong = which == &KernelSettings::work_group && !std::has_single_bit(settings.work_group);
    return wrong ? "is not a power of two" : "";
}

std::string symmetric_nvidia_complaint(const KernelSettings& settings, KernelSetting which) {
    const bool wrong = which == &KernelSettings::work_group && settings.work_group % WARP != 0;
    return wrong ? fmt::format("is not a multiple of the warp size {}", WARP) : "";
}

// Settings of the variant symmetric-vector, measured with AVX2 and AVX-512. With AVX2 (8 lanes), a sum with four
// vectors in registers takes a tenth less time than a sum with two vectors.

KernelSettings symmetric_vector_default(const DeviceTraits& device, std::size_t bodies) {
    const std::size_t block = std::clamp<std::size_t>(std::bit_floor(bodies / 48 + 1), 128, 512);
    return {.per_item = static_cast<unsigned>(block / device.vector_width),
            .unroll = device.vector_width < 16 ? 4u : 2u,
            .width = device.vector_width};
}

std::vector<KernelSettings> symmetric_vector_candidates(const DeviceTraits& device, std::size_t) {
    const unsigned width = device.vector_width;
    return combinations(
        {.per_item = {512 / width, 1024 / width, 256 / width, 128 / width}, .unroll = {2, 4}, .width = {width}});
}

std::string symmetric_vector_complaint(const KernelSettings& settings, KernelSetting which) {
    const bool wrong = which == &KernelSettings::unroll && settings.per_item % settings.unroll != 0;
    return wrong ? fmt::format("does not divide per-item={}", settings.per_item) : "";
}

// The variant tiled is the reference for comparisons. Its work-group size is that of published tutorials, so the
// autotuner tries no other settings. Each row lists name, source file, form, names of the settings, target, idea,
// default settings and candidates. Some rows also have a function that returns the bytes of local memory, a function
// that explains why a setting is not valid, and the largest value of the setting `per-item`.
constexpr std::array<KernelVariant, 9> variants{{
    {"naive", "kernels/direct/naive.cl", one_sided, "wg", &gpu_target, "Plain formula with all data in global memory",
     large_groups, groups_and_unrolls},
    {"cached", "kernels/direct/cached.cl", one_sided, "wg", &gpu_target, "Position and sum of each body in registers",
     large_groups, groups_and_unrolls},
    {"tiled", "kernels/direct/tiled.cl", one_sided, "wg", &gpu_target,
     "Tiles of sources in local memory, coordinates as vectors", large_groups, nullptr, tile_bytes},
    {"tiled-unrolled", "kernels/direct/tiled.cl", one_sided, "wg unroll", &gpu_target,
     "Tiles of sources, scalar coordinates, unrolled inner loop", large_groups, groups_and_unrolls, tile_bytes},
    {"register-tiled", "kernels/direct/register_tiled.cl", one_sided, "wg per-item split unroll", &gpu_target,
     "Tiles, several bodies per work-item, sources divided among work-groups", register_tiled_default,
     register_tiled_candidates, tile_bytes},
    {"vector", "kernels/direct/vector.cl", one_sided, "per-item width", &cpu_target,
     "Explicit vectors of bodies; each work-item loops over all sources", vector_default, vector_candidates},
    {"symmetric", "kernels/direct/symmetric.cl", symmetric, "wg per-item unroll", &gpu_target,
     "Each pair computed once for both bodies; sums of one block in local memory", symmetric_default,
     symmetric_candidates, symmetric_bytes, symmetric_complaint},
    {"symmetric-nvidia", "kernels/direct/symmetric_nvidia.cl", symmetric, "wg unroll", &nvidia_target,
     "Each pair computed once; work-items of a warp exchange their sums without waiting", symmetric_nvidia_default,
     symmetric_nvidia_candidates, symmetric_nvidia_bytes, symmetric_nvidia_complaint},
    {"symmetric-vector", "kernels/direct/symmetric_vector.cl", symmetric, "per-item unroll width", &cpu_target,
     "Each pair computed once; one vector is rotated against another", symmetric_vector_default,
     symmetric_vector_candidates, no_local_memory, symmetric_vector_complaint, 256},
}};

}  // namespace

std::span<const KernelVariant> direct_variants() { return variants; }

}  // namespace milkomeda
