#include "compute/kernels/kernel_variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns the text of the first rule that `setting` breaks, or an empty string. First checks the rules of all variants,
// and then the rules of this variant. `settings` must be complete.
std::string complaint(const KernelVariant& variant, const KernelSettings& settings, const NamedSetting& setting,
                      const DeviceTraits& device) {
    const unsigned value = settings.*setting.value;
    const bool is_group = setting.value == &KernelSettings::work_group;
    if (is_group && value > device.max_work_group)
        return fmt::format("is more than {}, the maximum of this device", device.max_work_group);
    if (setting.value == &KernelSettings::width && value != 4 && value != 8 && value != 16) return "is not 4, 8 or 16";
    const unsigned most = setting.value == &KernelSettings::per_item ? variant.most_per_item : setting.most;
    if (most > 0 && value > most) return fmt::format("is more than {}", most);
    if (std::string rule = variant.complaint(settings, setting.value); !rule.empty()) return rule;
    if (const std::size_t bytes = variant.local_bytes(settings); is_group && bytes > device.local_memory_bytes)
        return fmt::format("needs {} bytes of local memory, but the device has {}", bytes, device.local_memory_bytes);
    return {};
}

// Halves the settings that the user did not request until the device allows them.
void shrink(KernelSettings& settings, const KernelSettings& requested, const KernelVariant& variant,
            const DeviceTraits& device) {
    const auto too_large = [&] {
        return settings.work_group > device.max_work_group || variant.local_bytes(settings) > device.local_memory_bytes;
    };
    while (requested.work_group == 0 && settings.work_group > 1 && too_large()) settings.work_group /= 2;
    while (requested.per_item == 0 && settings.per_item > 1 && too_large()) settings.per_item /= 2;
    while (requested.unroll == 0 && settings.unroll > 1 &&
           !variant.complaint(settings, &KernelSettings::unroll).empty())
        settings.unroll /= 2;
}

const KernelVariant& best_of_form(KernelForm form, const DeviceTraits& device) {
    const KernelVariant* best = nullptr;
    for (const KernelVariant& variant : direct_variants())
        if (variant.form == form && variant.target->is_made_for(device)) best = &variant;
    return *best;
}

}  // namespace

const KernelTarget gpu_target{[](const DeviceTraits&) { return true; },
                              [](const DeviceTraits& device) { return !device.wants_vectors; }};
const KernelTarget cpu_target{[](const DeviceTraits& device) { return !device.is_mesa_cpu; },
                              [](const DeviceTraits& device) { return device.wants_vectors; }};
const KernelTarget nvidia_target{[](const DeviceTraits& device) { return device.is_nvidia; },
                                 [](const DeviceTraits& device) { return device.is_nvidia; }};

std::vector<KernelSettings> combinations(const SettingLists& lists) {
    std::vector<KernelSettings> all;
    for (const unsigned work_group : lists.work_group)
        for (const unsigned per_item : lists.per_item)
            for (const unsigned unroll : lists.unroll)
                for (const unsigned width : lists.width)
                    all.push_back({.work_group = work_group, .per_item = per_item, .unroll = unroll, .width = width});
    return all;
}

bool has(const KernelVariant& variant, std::string_view setting) {
    const std::vector<std::string> names = split(variant.settings, ' ');
    return std::ranges::find(names, setting) != names.end();
}

const KernelVariant& default_variant(const DeviceTraits& device, std::size_t bodies) {
    // Symmetric variants compute pairs within a block twice. With few bodies there are few blocks, and so a large share
    // of the pairs is within blocks, which makes these variants slow.
    constexpr std::size_t enough_for_blocks = 1024;
    return bodies < enough_for_blocks ? default_one_sided_variant(device) : best_of_form(KernelForm::symmetric, device);
}

const KernelVariant& default_one_sided_variant(const DeviceTraits& device) {
    return best_of_form(KernelForm::one_sided, device);
}

std::size_t block_of(const KernelSettings& settings) {
    return std::size_t{std::max(1u, settings.per_item)} * std::max(1u, settings.work_group) *
           std::max(1u, settings.width);
}

KernelSettings complete(const KernelVariant& variant, const KernelSettings& requested, const DeviceTraits& device,
                        std::size_t bodies) {
    KernelSettings result = variant.default_settings(device, bodies);
    for (const NamedSetting& setting : named_settings) {
        if (!has(variant, setting.name))
            result.*setting.value = 0;
        else if (requested.*setting.value > 0)
            result.*setting.value = requested.*setting.value;
    }
    shrink(result, requested, variant, device);
    for (const NamedSetting& setting : named_settings) {
        if (!has(variant, setting.name)) continue;
        if (const std::string rule = complaint(variant, result, setting, device); !rule.empty())
            throw std::invalid_argument(
                fmt::format("kernel {}: {}={} {}", variant.name, setting.name, result.*setting.value, rule));
    }
    return result;
}

std::vector<KernelSettings> candidates(const KernelVariant& variant, const DeviceTraits& device, std::size_t bodies) {
    std::vector<KernelSettings> found{complete(variant, {}, device, bodies)};
    if (!variant.target->is_made_for(device) || !variant.candidates) return found;
    for (const KernelSettings& requested : variant.candidates(device, bodies)) try {
            const KernelSettings settings = complete(variant, requested, device, bodies);
            if (std::ranges::find(found, settings) == found.end()) found.push_back(settings);
        } catch (const std::invalid_argument&) {  // the device does not allow these settings
        }
    return found;
}

}  // namespace milkomeda
