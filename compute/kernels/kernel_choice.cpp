#include "compute/kernels/kernel_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

namespace milkomeda {
namespace {

// Returns the variant `name`. Throws std::invalid_argument listing the variants that run on the device.
const KernelVariant& variant_named(std::string_view name, const DeviceTraits& device) {
    std::string known;
    for (const KernelVariant& variant : direct_variants()) {
        if (!variant.target->runs_on(device)) continue;
        if (variant.name == name) return variant;
        known += (known.empty() ? "" : ", ") + std::string{variant.name};
    }
    throw std::invalid_argument(
        fmt::format("there is no kernel '{}' for {}; its kernels are: {}", name, device.name, known));
}

// Parses one setting KEY=NUMBER of a kernel choice and stores the number in `choice`.
void parse_setting(std::string_view text, KernelChoice& choice) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view key = text.substr(0, equals);
    const std::string_view value = text.substr(std::min(equals + 1, text.size()));
    const auto setting = std::ranges::find(named_settings, key, &NamedSetting::name);
    if (setting == named_settings.end() || !has(*choice.variant, key))
        throw std::invalid_argument(fmt::format("kernel {} has no setting '{}'; it has: {}", choice.variant->name, key,
                                                choice.variant->settings));
    unsigned number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc{} || end != value.data() + value.size() || number == 0)
        throw std::invalid_argument(fmt::format("kernel setting {}='{}' is not a positive whole number", key, value));
    choice.settings.*setting->value = number;
}

// Returns settings with `block` bodies per block: a candidate of the autotuner if possible, otherwise a different
// combination that the device allows. Returns an empty optional if the device allows no settings with such blocks.
std::optional<KernelChoice> in_blocks(const KernelVariant& variant, const DeviceTraits& device, std::size_t bodies,
                                      std::size_t block) {
    std::vector<KernelSettings> possible = candidates(variant, device, bodies);
    for (const unsigned lanes : {16u, 64u, 32u, 128u, 256u, 8u, 4u, 2u, 1u}) {
        if (lanes > block) continue;
        KernelSettings settings{.per_item = static_cast<unsigned>(block / lanes)};
        (has(variant, "wg") ? settings.work_group : settings.width) = lanes;
        possible.push_back(settings);
    }
    for (const KernelSettings& settings : possible) try {
            const KernelSettings all = complete(variant, settings, device, bodies);
            if (block_of(all) == block) return KernelChoice{&variant, all};
            // The device does not allow these settings, so the next candidate is tried.
        } catch (const std::invalid_argument&) {
        }
    return std::nullopt;
}

}  // namespace

KernelChoice parse_kernel(std::string_view text, const DeviceTraits& device) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    KernelChoice choice{&variant_named(text.substr(0, colon), device), {}};
    std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        parse_setting(part, choice);
    }
    constexpr std::size_t default_bodies = 81920;
    // throws if the device does not allow the settings
    complete(*choice.variant, choice.settings, device, default_bodies);
    return choice;
}

std::string to_string(const KernelChoice& choice) {
    std::string text{choice.variant->name};
    char separator = ':';
    for (const NamedSetting& setting : named_settings) {
        const unsigned value = choice.settings.*setting.value;
        if (!has(*choice.variant, setting.name) || value == 0) continue;
        text += fmt::format("{}{}={}", separator, setting.name, value);
        separator = ',';
    }
    return text;
}

std::optional<KernelChoice> symmetric_in_blocks(const DeviceTraits& device, std::size_t bodies, std::size_t block) {
    std::optional<KernelChoice> best;
    for (const KernelVariant& variant : direct_variants())  // direct_variants() is sorted from slow to fast
        if (variant.form == KernelForm::symmetric && variant.target->is_made_for(device))
            if (const auto choice = in_blocks(variant, device, bodies, block)) best = choice;
    return best;
}

}  // namespace milkomeda
