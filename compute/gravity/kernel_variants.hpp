// The forms of the direct sum as data, so that a command line, a search, a bench and a panel can name them,
// list them and set them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/device/device.hpp"

namespace milkomeda {

// What may be chosen of a variant. 0 leaves the choice to the device and the number of bodies.
struct KernelSettings {
    unsigned work_group = 0;  // work-items that share local memory
    unsigned per_item = 0;    // bodies per work-item; vectors of bodies in the vector forms
    unsigned split = 0;       // parts in which the sources are summed at the same time
    unsigned unroll = 0;      // repetitions without a jump; symmetric-vector: vectors in registers at a time
    unsigned width = 0;       // lanes of a vector

    bool operator==(const KernelSettings&) const = default;
};

enum class KernelForm {
    one_sided,  // every body sums over all sources
    symmetric,  // every pair is computed once, for both bodies
};

struct KernelVariant {
    std::string_view name;
    std::string_view source;  // the kernel's file
    KernelForm form;
    std::string_view settings;  // those that it has: "wg per-item split unroll width"
    std::string_view made_for;  // where it is worth trying: "cpu", "gpu" (and accelerators) or "nvidia"
    std::string_view idea;      // one line for people
};

// From the plainest to the fastest.
std::span<const KernelVariant> direct_variants();

// False for a kernel in another platform's language, and for vector forms on Mesa's CPU driver, which takes a
// microsecond for each of their pairs and ends their long loops too soon.
bool runs_on(const KernelVariant& variant, const Device& device);

// Whether this is a device that the variant is worth trying on; the others are there to be compared with.
bool is_made_for(const KernelVariant& variant, const Device& device);

// The variant that is best on such devices as a rule, before anything is measured.
const KernelVariant& default_variant(const Device& device, std::size_t bodies);

// The same among the one-sided ones: sums over a fraction of the bodies and potentials need one.
const KernelVariant& default_one_sided_variant(const Device& device);

// Bodies in a block of the symmetric ones, for complete settings.
std::size_t block_of(const KernelSettings& settings);

// `wish` with every setting that the variant has filled in, for so many bodies. Throws std::invalid_argument
// with one line for a value that the kernel or the device does not allow.
KernelSettings complete(const KernelVariant& variant, const KernelSettings& wish, const Device& device,
                        std::size_t bodies);

// What a search should try, the most promising first; complete and allowed, the default among them. A variant
// made for other devices has its default only, and so has the tiled one.
std::vector<KernelSettings> candidates(const KernelVariant& variant, const Device& device,
                                       std::size_t bodies);

// A variant and its settings, written NAME:wg=128,per-item=4,split=16.
struct KernelChoice {
    const KernelVariant* variant = nullptr;
    KernelSettings settings;

    bool operator==(const KernelChoice&) const = default;
};
// Throws std::invalid_argument with one line that says what is wrong and what there is.
KernelChoice parse_kernel(std::string_view text, const Device& device);
std::string to_string(const KernelChoice& choice);

// The symmetric variant that is best on such devices, in blocks of so many bodies: devices that share a sum
// need the same blocks. Empty where this device cannot have them.
std::optional<KernelChoice> symmetric_in_blocks(const Device& device, std::size_t bodies, std::size_t block);

}  // namespace milkomeda
