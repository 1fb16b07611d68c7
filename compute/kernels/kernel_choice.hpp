// A kernel variant and its settings, written NAME:wg=128,per-item=4,split=16.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/kernels/kernel_variants.hpp"

namespace milkomeda {

struct KernelChoice {
    const KernelVariant* variant = nullptr;  // null: the device's default
    KernelSettings settings;

    bool operator==(const KernelChoice&) const = default;
};

// Throws std::invalid_argument with one line that says what is wrong and what there is.
KernelChoice parse_kernel(std::string_view text, const DeviceTraits& device);
std::string to_string(const KernelChoice& choice);

// The symmetric variant that is best on such devices of those with blocks of so many bodies: devices that
// share a sum need the same blocks. Empty where this device cannot have them.
std::optional<KernelChoice> symmetric_in_blocks(const DeviceTraits& device, std::size_t bodies,
                                                std::size_t block);

}  // namespace milkomeda
