// The table of kernel variants of the direct sum, for the command line, the autotuner, benches and panels. A
// new variant needs a file in kernels/direct and a row in direct_variants.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/kernels/device_traits.hpp"

namespace milkomeda {

// The settings of a kernel. A value of 0 means that the device and the number of bodies determine the value.
struct KernelSettings {
    unsigned work_group = 0;  // work-items per work-group
    unsigned per_item = 0;    // bodies per work-item; in vector variants, vectors per work-item
    unsigned split = 0;       // number of parts of the sources that are summed in parallel
    // Unroll factor of the inner loop; in symmetric-vector, number of vectors in registers at once.
    unsigned unroll = 0;
    unsigned width = 0;  // floats per vector; 4, 8 or 16

    bool operator==(const KernelSettings&) const = default;
};

using KernelSetting = unsigned KernelSettings::*;

struct NamedSetting {
    std::string_view name;  // name of the setting on the command line
    KernelSetting value;
    unsigned most;  // largest value; 0: the device or the variant sets the limit
};
inline constexpr std::array<NamedSetting, 5> named_settings{{{"wg", &KernelSettings::work_group, 0},
                                                             {"per-item", &KernelSettings::per_item, 0},
                                                             {"split", &KernelSettings::split, 256},
                                                             {"unroll", &KernelSettings::unroll, 64},
                                                             {"width", &KernelSettings::width, 16}}};

// For each setting, the list of values that combinations() combines.
struct SettingLists {
    std::vector<unsigned> work_group{0}, per_item{0}, unroll{0}, width{0};
};
// Returns all combinations of the values. The work-group changes most slowly, and the width fastest.
std::vector<KernelSettings> combinations(const SettingLists& lists);

enum class KernelForm {
    one_sided,  // every body sums over all sources
    symmetric,  // each pair is computed once, and the result is applied to its two bodies
};

// The devices for which a variant is written.
struct KernelTarget {
    bool (*runs_on)(const DeviceTraits& device);
    // Returns whether the variant can be the fastest on the device. If not, the variant only serves for comparison.
    bool (*is_made_for)(const DeviceTraits& device);
};
// Variants for GPUs and accelerators; their code runs on all devices.
extern const KernelTarget gpu_target;
// Variants for CPUs whose drivers need explicit vector types. These variants do not run on Mesa's CPU driver,
// which takes a microsecond per pair and ends long loops too early.
extern const KernelTarget cpu_target;
// Variants for NVIDIA GPUs; their code contains PTX instructions.
extern const KernelTarget nvidia_target;

// For variants without local memory, and for variants without rules of their own.
constexpr std::size_t no_local_memory(const KernelSettings&) { return 0; }
inline std::string no_complaint(const KernelSettings&, KernelSetting) { return {}; }

struct KernelVariant {
    std::string_view name;
    std::string_view source;  // path of the kernel's source file
    KernelForm form;
    // names of the variant's settings, separated by spaces, such as "wg per-item split unroll width"
    std::string_view settings;
    const KernelTarget* target;
    std::string_view idea;  // description of the method, one line to show to the user

    // Returns the default settings for `bodies` bodies, without regard to the device's limits.
    KernelSettings (*default_settings)(const DeviceTraits& device, std::size_t bodies);
    // Returns settings for the autotuner to try after the default settings, the most promising settings
    // first. Null if the default settings are the only candidate.
    std::vector<KernelSettings> (*candidates)(const DeviceTraits& device, std::size_t bodies);
    // Returns the bytes of local memory per work-group.
    std::size_t (*local_bytes)(const KernelSettings& settings) = no_local_memory;
    // Returns the rule of this variant that the setting `which` breaks, such as "is not a power of two", or an empty
    // string. The rules that all variants share are checked separately.
    std::string (*complaint)(const KernelSettings& settings, KernelSetting which) = no_complaint;
    unsigned most_per_item = 16;
};

// Returns all variants, sorted from simple to fast. The default variant of a device is the last variant in this order
// that has the required form and is made for the device.
std::span<const KernelVariant> direct_variants();

// Returns whether the variant has the setting `setting`.
bool has(const KernelVariant& variant, std::string_view setting);

// Returns the variant that is usually the fastest on devices of this kind, without measuring.
const KernelVariant& default_variant(const DeviceTraits& device, std::size_t bodies);

// Returns the one-sided variant that is usually the fastest. Potentials and sums over a fraction of the
// sources need a one-sided variant.
const KernelVariant& default_one_sided_variant(const DeviceTraits& device);

// Returns the number of bodies in a block of a symmetric variant; `settings` must be complete.
std::size_t block_of(const KernelSettings& settings);

// Replaces every 0 in `requested` by the default for `bodies` bodies, and removes settings that the variant does not
// have. Throws std::invalid_argument with one line if the kernel or the device does not allow a value.
KernelSettings complete(const KernelVariant& variant, const KernelSettings& requested, const DeviceTraits& device,
                        std::size_t bodies);

// Returns complete settings for the autotuner to try, all of which the device allows: the default settings first, and
// then the most promising settings. For the variant tiled, and for variants made for different devices, returns only
// the default settings.
std::vector<KernelSettings> candidates(const KernelVariant& variant, const DeviceTraits& device, std::size_t bodies);

}  // namespace milkomeda
