// The forms of the direct sum as data, so that a command line, an autotuner, a bench and a panel can name
// them, list them and set them. A new one is a file in kernels/direct and a row in direct_variants.cpp.
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
    symmetric,  // every pair is computed once, for both bodies
};

// The devices that a variant is written for.
struct KernelTarget {
    bool (*runs_on)(const DeviceTraits& device);
    bool (*is_made_for)(const DeviceTraits& device);  // it is worth trying there
};
// GPUs and accelerators; the code runs on all devices.
extern const KernelTarget gpu_target;
// Vector forms do not run on Mesa's CPU driver, which takes a microsecond for each of their pairs and ends
// their long loops too soon.
extern const KernelTarget cpu_target;
// The code has instructions in NVIDIA's language.
extern const KernelTarget nvidia_target;

struct KernelVariant {
    std::string_view name;
    std::string_view source;  // the kernel's file
    KernelForm form;
    std::string_view settings;  // those that it has: "wg per-item split unroll width"
    const KernelTarget* target;
    std::string_view idea;  // one line for people

    // All settings of use for so many bodies, before the device's limits are considered.
    KernelSettings (*default_settings)(const DeviceTraits& device, std::size_t bodies);
    // An autotuner tries these besides the default, the most promising first; null for none.
    std::vector<KernelSettings> (*candidates)(const DeviceTraits& device, std::size_t bodies);
    // Local memory that a work-group takes; null for none.
    std::size_t (*local_bytes)(const KernelSettings& settings) = nullptr;
    // Returns what the kernel itself has against one of its settings, "is not a power of two", or nothing;
    // null where it has no demands.
    std::string (*complaint)(const KernelSettings& settings, KernelSetting which) = nullptr;
    unsigned most_per_item = 16;
};

// They are sorted from the plainest to the fastest: of those made for a device the last one of a form is its
// default.
std::span<const KernelVariant> direct_variants();

// Whether the variant has this setting.
bool has(const KernelVariant& variant, std::string_view setting);

bool runs_on(const KernelVariant& variant, const DeviceTraits& device);

// Whether this is a device that the variant is worth trying on; the others are there to be compared with.
bool is_made_for(const KernelVariant& variant, const DeviceTraits& device);

// The variant that is best on such devices as a rule, before anything is measured.
const KernelVariant& default_variant(const DeviceTraits& device, std::size_t bodies);

// The best among the one-sided ones: sums over a fraction of the bodies and potentials need one.
const KernelVariant& default_one_sided_variant(const DeviceTraits& device);

// Bodies in a block of the symmetric ones, for complete settings.
std::size_t block_of(const KernelSettings& settings);

// The requested settings with every one that the variant has filled in, for so many bodies. Throws
// std::invalid_argument with one line for a value that the kernel or the device does not allow.
KernelSettings complete(const KernelVariant& variant, const KernelSettings& requested,
                        const DeviceTraits& device, std::size_t bodies);

// An autotuner should try these, the most promising first; they are complete and allowed, and the default is
// the first. A variant made for other devices has its default only, and so has the tiled one.
std::vector<KernelSettings> candidates(const KernelVariant& variant, const DeviceTraits& device,
                                       std::size_t bodies);

}  // namespace milkomeda
