// A kernel variant with its settings, written as text such as NAME:wg=128,per-item=4,split=16.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compute/kernels/kernel_variants.hpp"

namespace milkomeda {

struct KernelChoice {
    const KernelVariant* variant = nullptr;  // null selects the device's default variant
    KernelSettings settings;

    bool operator==(const KernelChoice&) const = default;
};

// Parses the text form of a kernel choice. Throws std::invalid_argument with one line that states the error
// and lists the allowed values.
KernelChoice parse_kernel(std::string_view text, const DeviceTraits& device);
std::string to_string(const KernelChoice& choice);

// Returns the fastest symmetric variant for the device with blocks of `block` bodies, or an empty optional if
// the device allows no such variant. Devices that share a sum need equal block sizes.
std::optional<KernelChoice> symmetric_in_blocks(const DeviceTraits& device, std::size_t bodies, std::size_t block);

}  // namespace milkomeda
