// The kernel variants of the direct sum as data, so that the command line, the autotuner, benches and panels
// can list and set them. A new variant is a file in kernels/direct and a row in direct_variants.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/kernels/device_traits.hpp"
#include "compute/kernels/kernel_settings.hpp"

namespace milkomeda {

enum class KernelForm {
    one_sided,  // every body sums over all sources
    symmetric,  // each pair is computed once, for both bodies
};

// The devices that a variant is written for.
struct KernelTarget {
    bool (*runs_on)(const DeviceTraits& device);
    bool (*is_made_for)(const DeviceTraits& device);  // true if the variant may be the fastest on the device
};
// GPUs and accelerators; the code runs on all devices.
extern const KernelTarget gpu_target;
// CPUs whose drivers want explicit vectors. Mesa's CPU driver is excluded: it needs a microsecond for each
// pair and ends the long loops too early.
extern const KernelTarget cpu_target;
// NVIDIA GPUs; the code contains PTX instructions.
extern const KernelTarget nvidia_target;

struct KernelVariant {
    std::string_view name;
    std::string_view source;  // path of the kernel's source file
    KernelForm form;
    std::string_view settings;  // names of the variant's settings, such as "wg per-item split unroll width"
    const KernelTarget* target;
    std::string_view idea;  // one line for people

    // Returns a value for each of the variant's settings for `bodies` bodies, ignoring the device's limits.
    KernelSettings (*default_settings)(const DeviceTraits& device, std::size_t bodies);
    // Returns settings that the autotuner tries besides the default, most promising first. Null if the
    // default is the only candidate.
    std::vector<KernelSettings> (*candidates)(const DeviceTraits& device, std::size_t bodies);
    // Returns the bytes of local memory per work-group; null if the variant uses no local memory.
    std::size_t (*local_bytes)(const KernelSettings& settings) = nullptr;
    // Returns the rule of this variant that a setting breaks, such as "is not a power of two", or an empty
    // string. Null if the variant has no rules of its own.
    std::string (*complaint)(const KernelSettings& settings, KernelSetting which) = nullptr;
    unsigned most_per_item = 16;
};

// Returns all variants, sorted from simple to fast: the last variant of a form that is made for a device is
// its default.
std::span<const KernelVariant> direct_variants();

// Returns whether the variant has this setting.
bool has(const KernelVariant& variant, std::string_view setting);

bool runs_on(const KernelVariant& variant, const DeviceTraits& device);

// Returns whether the variant may be the fastest on this device; other variants serve for comparison.
bool is_made_for(const KernelVariant& variant, const DeviceTraits& device);

// Returns the variant that is usually the fastest on such devices; nothing is measured.
const KernelVariant& default_variant(const DeviceTraits& device, std::size_t bodies);

// Returns the fastest one-sided variant as a rule. Sums over a fraction of the bodies and potentials need a
// one-sided variant.
const KernelVariant& default_one_sided_variant(const DeviceTraits& device);

// Returns the number of bodies in a block of a symmetric variant, for complete settings.
std::size_t block_of(const KernelSettings& settings);

// Fills in every setting that was not requested (value 0), for `bodies` bodies. Throws std::invalid_argument
// with one line for a value that the kernel or the device does not allow.
KernelSettings complete(const KernelVariant& variant, const KernelSettings& requested,
                        const DeviceTraits& device, std::size_t bodies);

// Returns the complete, allowed settings that an autotuner should try: the default first, then the most
// promising. A variant that is made for other devices, and the tiled variant, have only the default.
std::vector<KernelSettings> candidates(const KernelVariant& variant, const DeviceTraits& device,
                                       std::size_t bodies);

}  // namespace milkomeda
