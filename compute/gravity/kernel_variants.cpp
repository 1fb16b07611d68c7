#include "compute/gravity/kernel_variants.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "compute/device/opencl.hpp"

namespace milkomeda {
namespace {

using enum KernelForm;

constexpr std::array<KernelVariant, 9> variants{{
    {"naive", "kernels/direct/naive.cl", one_sided, "wg", "gpu", "the formula, everything in global memory"},
    {"cached", "kernels/direct/cached.cl", one_sided, "wg", "gpu", "a body's own values in registers"},
    {"tiled", "kernels/direct/tiled.cl", one_sided, "wg", "gpu",
     "tiles of sources in local memory, rows as vectors"},
    {"tiled-unrolled", "kernels/direct/tiled.cl", one_sided, "wg unroll", "gpu",
     "tiles, coordinates one by one, several pairs without a jump"},
    {"register-tiled", "kernels/direct/register_tiled.cl", one_sided, "wg per-item split unroll", "gpu",
     "tiles, several bodies per work-item, sources split"},
    {"vector", "kernels/direct/vector.cl", one_sided, "per-item width", "cpu",
     "explicit vectors of bodies, all sources per work-item"},
    {"symmetric", "kernels/direct/symmetric.cl", symmetric, "wg per-item unroll", "gpu",
     "each pair once for both bodies, sums of one block in local memory"},
    {"symmetric-nvidia", "kernels/direct/symmetric_nvidia.cl", symmetric, "wg per-item unroll", "nvidia",
     "each pair once, sums handed from lane to lane"},
    {"symmetric-vector", "kernels/direct/symmetric_vector.cl", symmetric, "per-item unroll width", "cpu",
     "each pair once, a vector against another that turns"},
}};

const KernelVariant& variant_named(std::string_view name) {
    return *std::ranges::find(variants, name, &KernelVariant::name);
}

struct Setting {
    std::string_view name;
    unsigned KernelSettings::*value;
};
constexpr std::array<Setting, 5> settings{{{"wg", &KernelSettings::work_group},
                                           {"per-item", &KernelSettings::per_item},
                                           {"split", &KernelSettings::split},
                                           {"unroll", &KernelSettings::unroll},
                                           {"width", &KernelSettings::width}}};

bool has(const KernelVariant& variant, std::string_view setting) {
    std::string_view rest = variant.settings;
    while (!rest.empty()) {
        const std::size_t space = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, space) == setting) return true;
        rest.remove_prefix(std::min(space + 1, rest.size()));
    }
    return false;
}

bool is_nvidia(const Device& device) {
    return device.platform.find("NVIDIA") != std::string::npos;
}

struct Limits {
    std::size_t work_group, local_bytes, compute_units;
};

Limits limits_of(const Device& device) {
    return {handle_of(device).getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
            static_cast<std::size_t>(handle_of(device).getInfo<CL_DEVICE_LOCAL_MEM_SIZE>()),
            handle_of(device).getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()};
}

unsigned native_width(const Device& device) {
    const auto native = handle_of(device).getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>();
    return std::clamp(std::bit_floor(std::max(native, 1u)), 4u, 16u);
}

// A CPU driver whose native width is one lane (Mesa's) makes vectors of work-items, as a GPU does; others
// (PoCL) want them in the source.
bool wants_vectors(const Device& device) {
    return device.type == "cpu" && handle_of(device).getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>() > 1;
}

std::size_t local_bytes(const KernelVariant& variant, const KernelSettings& s) {
    constexpr std::size_t row = sizeof(cl_float4);
    const std::size_t block = std::size_t{s.work_group} * s.per_item;
    if (variant.name == "symmetric") return 2 * block * row + sizeof(cl_int);
    if (variant.name == "symmetric-nvidia") return 3 * block * row + sizeof(cl_int);
    return variant.name == "naive" || variant.name == "cached" ? 0 : s.work_group * row;
}

// Work-group, bodies per item and unroll.
using Sizes = std::vector<std::tuple<unsigned, unsigned, unsigned>>;

// Blocks of the symmetric forms, so large that partial sums stay few, and so small that there are pairs of
// them enough for the device.
KernelSettings symmetric_default(const KernelVariant& variant, const Device& device, std::size_t bodies) {
    if (variant.name == "symmetric-vector") {
        const unsigned width = native_width(device);
        const std::size_t block = std::clamp<std::size_t>(std::bit_floor(bodies / 48 + 1), 128, 512);
        return {.per_item = static_cast<unsigned>(block / width), .unroll = 2, .width = width};
    }
    // Measured on an H200: the largest block that still gives a compute unit so many items (symmetric-nvidia
    // keeps more of a block in registers, and wants more of them in flight).
    const bool nvidia = variant.name == "symmetric-nvidia";
    const std::size_t enough_items = limits_of(device).compute_units * (nvidia ? 1800 : 1000);
    KernelSettings s;
    for (const auto& [work_group, per_item, unroll] :
         nvidia ? Sizes{{64, 12, 1}, {64, 6, 4}, {32, 4, 4}, {32, 2, 4}}
                : Sizes{{64, 8, 8}, {64, 4, 4}, {32, 4, 4}}) {
        s = {.work_group = work_group, .per_item = per_item, .unroll = unroll};
        const std::size_t blocks = bodies / (std::size_t{work_group} * per_item) + 1;
        if (blocks * blocks / 2 * work_group >= enough_items) break;
    }
    return s;
}

KernelSettings default_settings(const KernelVariant& variant, const Device& device, std::size_t bodies) {
    if (variant.form == symmetric) return symmetric_default(variant, device, bodies);
    KernelSettings s;
    s.work_group = 256;
    if (variant.name == "tiled-unrolled") s.unroll = 16;
    if (variant.name == "vector") {
        s.per_item = 2;  // hides the latency of the arithmetic
        s.width = native_width(device);
    }
    if (variant.name == "register-tiled") {
        s.work_group = 128;
        s.per_item = 8;
        s.unroll = 8;
        const std::size_t groups = bodies / (s.work_group * s.per_item) + 1;
        const std::size_t wanted = device.type == "cpu" ? 1 : limits_of(device).compute_units * 10;
        s.split = static_cast<unsigned>(std::clamp<std::size_t>(std::bit_floor(wanted / groups), 1, 32));
    }
    return s;
}

std::string line(const KernelVariant& variant, std::string_view setting, unsigned value,
                 const std::string& rule) {
    return "kernel " + std::string{variant.name} + ": " + std::string{setting} + "=" + std::to_string(value) +
           " " + rule;
}

// What is wrong with complete settings, or nothing.
std::string complaint(const KernelVariant& variant, const KernelSettings& s, const Device& device) {
    const Limits limits = limits_of(device);
    const auto power_of_two = [](unsigned value) { return std::has_single_bit(value); };
    if (has(variant, "wg")) {
        if (s.work_group > limits.work_group)
            return line(variant, "wg", s.work_group,
                        "is more than the " + std::to_string(limits.work_group) + " of this device");
        if (variant.form == symmetric && !power_of_two(s.work_group))
            return line(variant, "wg", s.work_group, "is not a power of two");
        if (variant.name == "symmetric-nvidia" && s.work_group < 32)
            return line(variant, "wg", s.work_group, "is less than a warp of 32");
        if (local_bytes(variant, s) > limits.local_bytes)
            return line(variant, "wg", s.work_group,
                        "needs " + std::to_string(local_bytes(variant, s)) + " bytes of local memory of " +
                            std::to_string(limits.local_bytes));
    }
    const unsigned most_per_item = variant.name == "symmetric-vector" ? 256 : 16;
    if (has(variant, "per-item") && s.per_item > most_per_item)
        return line(variant, "per-item", s.per_item, "is more than " + std::to_string(most_per_item));
    if (has(variant, "split") && s.split > 256) return line(variant, "split", s.split, "is more than 256");
    if (has(variant, "unroll") && s.unroll > 64) return line(variant, "unroll", s.unroll, "is more than 64");
    if (variant.name == "symmetric-vector" && s.per_item % s.unroll != 0)
        return line(variant, "unroll", s.unroll, "does not divide per-item=" + std::to_string(s.per_item));
    if (has(variant, "width") && s.width != 4 && s.width != 8 && s.width != 16)
        return line(variant, "width", s.width, "is not 4, 8 or 16");
    return {};
}

// What a device does not allow is halved until it does; a wish is left as it is.
void shrink(KernelSettings& s, const KernelSettings& wish, const KernelVariant& variant,
            const Device& device) {
    const Limits limits = limits_of(device);
    const auto too_large = [&] {
        return s.work_group > limits.work_group || local_bytes(variant, s) > limits.local_bytes;
    };
    while (wish.work_group == 0 && s.work_group > 1 && too_large()) s.work_group /= 2;
    while (wish.per_item == 0 && s.per_item > 1 && too_large()) s.per_item /= 2;
    if (wish.unroll == 0 && s.per_item > 0 && variant.name == "symmetric-vector")
        while (s.per_item % s.unroll != 0) s.unroll /= 2;
}

}  // namespace

std::span<const KernelVariant> direct_variants() {
    return variants;
}

bool runs_on(const KernelVariant& variant, const Device& device) {
    if (variant.made_for == "nvidia") return is_nvidia(device);
    return variant.made_for != "cpu" || !is_mesa_cpu(device);
}

bool is_made_for(const KernelVariant& variant, const Device& device) {
    return variant.made_for == "nvidia" ? is_nvidia(device)
                                        : (variant.made_for == "cpu") == wants_vectors(device);
}

const KernelVariant& default_symmetric_variant(const Device& device) {
    if (wants_vectors(device)) return variant_named("symmetric-vector");
    return variant_named(is_nvidia(device) ? "symmetric-nvidia" : "symmetric");
}

const KernelVariant& default_variant(const Device& device, std::size_t bodies) {
    // A few blocks have too little to share: half of the pairs of a block with itself are done twice.
    constexpr std::size_t enough_for_blocks = 1024;
    return bodies < enough_for_blocks ? default_one_sided_variant(device) : default_symmetric_variant(device);
}

const KernelVariant& default_one_sided_variant(const Device& device) {
    return variant_named(wants_vectors(device) ? "vector" : "register-tiled");
}

std::size_t block_of(const KernelSettings& settings) {
    return std::size_t{settings.per_item} * std::max(1u, settings.work_group) * std::max(1u, settings.width);
}

KernelSettings complete(const KernelVariant& variant, const KernelSettings& wish, const Device& device,
                        std::size_t bodies) {
    KernelSettings result = default_settings(variant, device, bodies);
    for (const Setting& setting : settings) {
        if (!has(variant, setting.name))
            result.*setting.value = 0;
        else if (wish.*setting.value > 0)
            result.*setting.value = wish.*setting.value;
    }
    shrink(result, wish, variant, device);
    if (const std::string wrong = complaint(variant, result, device); !wrong.empty())
        throw std::invalid_argument(wrong);
    return result;
}

std::vector<KernelSettings> candidates(const KernelVariant& variant, const Device& device,
                                       std::size_t bodies) {
    std::vector<KernelSettings> found{complete(variant, {}, device, bodies)};
    // The tiled form is what others are compared with, and that is the tutorials', with their work-group.
    if (!is_made_for(variant, device) || variant.name == "tiled") return found;
    const auto add = [&](const KernelSettings& wish) {
        try {
            const KernelSettings settings = complete(variant, wish, device, bodies);
            if (std::ranges::find(found, settings) == found.end()) found.push_back(settings);
        } catch (const std::invalid_argument&) {  // not on this device
        }
    };
    const unsigned width = native_width(device);
    const auto add_sizes = [&](const Sizes& sizes) {
        for (const auto& [work_group, per_item, unroll] : sizes)
            add({.work_group = work_group, .per_item = per_item, .unroll = unroll});
    };
    if (variant.name == "symmetric") {
        add_sizes({{64, 8, 8}, {64, 4, 4}, {32, 4, 4}, {128, 8, 8}, {32, 8, 8}});
        add_sizes({{128, 4, 4}, {64, 2, 2}, {256, 2, 2}, {32, 12, 1}});
    } else if (variant.name == "symmetric-nvidia") {
        add_sizes({{64, 12, 1}, {64, 6, 4}, {32, 4, 4}, {32, 2, 4}, {128, 6, 4}, {64, 2, 4}});
        add_sizes({{32, 3, 4}, {64, 8, 4}, {32, 12, 1}, {64, 4, 2}, {128, 2, 4}});
    } else if (variant.name == "symmetric-vector") {
        for (const unsigned block : {512u, 1024u, 256u, 128u})
            for (const unsigned unroll : {2u, 4u})
                add({.per_item = block / width, .unroll = unroll, .width = width});
    } else if (variant.name == "vector") {
        for (const unsigned per_item : {2u, 3u, 4u, 1u}) add({.per_item = per_item, .width = width});
    } else if (variant.name == "register-tiled") {
        const Sizes sizes{{128, 8, 8}, {256, 4, 16}, {64, 8, 8}, {128, 2, 16}, {128, 4, 8}};
        for (const auto& [work_group, per_item, unroll] : sizes) {
            const unsigned usual = complete(variant, {work_group, per_item}, device, bodies).split;
            for (const unsigned split : {usual, usual * 2, usual / 2})
                if (split > 0) add({work_group, per_item, split, unroll});
        }
    } else {
        for (const unsigned work_group : {256u, 128u, 64u, 512u})
            for (const unsigned unroll : {16u, 8u, 32u}) add({.work_group = work_group, .unroll = unroll});
    }
    return found;
}

// What a search would try comes first, then any other way to make such a block.
std::optional<KernelChoice> symmetric_in_blocks(const Device& device, std::size_t bodies, std::size_t block) {
    const KernelVariant& variant = default_symmetric_variant(device);
    std::vector<KernelSettings> wishes = candidates(variant, device, bodies);
    for (const unsigned lanes : {16u, 64u, 32u, 128u, 256u, 8u, 4u, 2u, 1u}) {
        KernelSettings wish{.per_item = static_cast<unsigned>(block / lanes)};
        (has(variant, "wg") ? wish.work_group : wish.width) = lanes;
        wishes.push_back(wish);
    }
    for (const KernelSettings& wish : wishes) {
        if (wish.per_item == 0 || block_of(wish) != block) continue;
        try {
            return KernelChoice{&variant, complete(variant, wish, device, bodies)};
        } catch (const std::invalid_argument&) {  // not on this device
        }
    }
    return std::nullopt;
}

KernelChoice parse_kernel(std::string_view text, const Device& device) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view name = text.substr(0, colon);
    const auto variant = std::ranges::find(variants, name, &KernelVariant::name);
    if (variant == variants.end() || !runs_on(*variant, device)) {
        std::string known;
        for (const KernelVariant& other : variants)
            if (runs_on(other, device)) known += (known.empty() ? "" : ", ") + std::string{other.name};
        throw std::invalid_argument("no kernel '" + std::string{name} + "' for " + device.name +
                                    "; there are: " + known);
    }
    KernelChoice choice{&*variant, {}};
    std::string_view rest = text.substr(std::min(colon + 1, text.size()));
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view key = part.substr(0, equals);
        const std::string_view value = part.substr(std::min(equals + 1, part.size()));
        const auto setting = std::ranges::find(settings, key, &Setting::name);
        if (setting == settings.end() || !has(*variant, key))
            throw std::invalid_argument("kernel " + std::string{name} + " has no setting '" +
                                        std::string{key} + "'; it has: " + std::string{variant->settings});
        unsigned number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error != std::errc{} || end != value.data() + value.size() || number == 0)
            throw std::invalid_argument("kernel setting " + std::string{key} + "='" + std::string{value} +
                                        "' is not a number from 1 on");
        choice.settings.*setting->value = number;
    }
    constexpr std::size_t usual_bodies = 81920;
    complete(*variant, choice.settings, device, usual_bodies);  // says now what the device does not allow
    return choice;
}

std::string to_string(const KernelChoice& choice) {
    std::string text{choice.variant->name};
    char separator = ':';
    for (const Setting& setting : settings)
        if (has(*choice.variant, setting.name) && choice.settings.*setting.value > 0) {
            text +=
                separator + std::string{setting.name} + '=' + std::to_string(choice.settings.*setting.value);
            separator = ',';
        }
    return text;
}

}  // namespace milkomeda
