// These tests check which settings kernel variants accept and which settings the kernel search tries, for descriptions
// of three kinds of devices. The result does not depend on the devices of this machine.
#include "compute/kernels/kernel_choice.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

using namespace milkomeda;

namespace {

DeviceTraits h200() {
    DeviceTraits device;
    device.name = "NVIDIA H200";
    device.is_nvidia = true;
    device.max_work_group = 1024;
    device.local_memory_bytes = 48 << 10;
    device.compute_units = 132;
    return device;
}

DeviceTraits pocl_with_avx512() {
    DeviceTraits device;
    device.name = "cpu";
    device.is_cpu = true;
    device.wants_vectors = true;
    device.vector_width = 16;
    device.max_work_group = 4096;
    device.local_memory_bytes = 1 << 20;
    device.compute_units = 2;
    return device;
}

DeviceTraits rusticl() {
    DeviceTraits device;
    device.name = "llvmpipe";
    device.is_cpu = true;
    device.is_mesa_cpu = true;
    device.max_work_group = 1024;
    device.local_memory_bytes = 48 << 10;
    device.compute_units = 2;
    return device;
}

struct Expected {
    std::string variant;
    // Settings for 16384 bodies, each in the form wg/per-item/split/unroll/width. The first entry is the default.
    std::vector<std::string> settings;
};

std::string written(const KernelSettings& settings) {
    std::string text;
    for (const NamedSetting& setting : named_settings)
        text += (text.empty() ? "" : "/") + std::to_string(settings.*setting.value);
    return text;
}

// Compares the settings of all variants that run on the device with the expected settings.
void check(const DeviceTraits& device, const std::vector<Expected>& expected) {
    constexpr std::size_t bodies = 16384;
    auto next = expected.begin();
    for (const KernelVariant& variant : direct_variants()) {
        if (!variant.target->runs_on(device)) continue;
        CAPTURE(variant.name);
        REQUIRE(next != expected.end());
        CHECK(variant.name == next->variant);
        std::vector<std::string> found;
        for (const KernelSettings& settings : candidates(variant, device, bodies)) found.push_back(written(settings));
        CHECK(found == next->settings);
        CHECK(written(complete(variant, {}, device, bodies)) == next->settings.front());
        ++next;
    }
    CHECK(next == expected.end());
}

}  // namespace

TEST_CASE("the kernel search tries the expected list of settings on an NVIDIA GPU") {
    check(
        h200(),
        {
            {"naive", {"256/0/0/0/0", "128/0/0/0/0", "64/0/0/0/0", "512/0/0/0/0"}},
            {"cached", {"256/0/0/0/0", "128/0/0/0/0", "64/0/0/0/0", "512/0/0/0/0"}},
            {"tiled", {"256/0/0/0/0"}},
            {"tiled-unrolled",
             {"256/0/0/16/0", "256/0/0/8/0", "256/0/0/32/0", "128/0/0/16/0", "128/0/0/8/0", "128/0/0/32/0",
              "64/0/0/16/0", "64/0/0/8/0", "64/0/0/32/0", "512/0/0/16/0", "512/0/0/8/0", "512/0/0/32/0"}},
            {"register-tiled",
             {"128/8/32/8/0", "128/8/64/8/0", "128/8/16/8/0", "256/4/32/16/0", "256/4/64/16/0", "256/4/16/16/0",
              "64/8/32/8/0", "64/8/64/8/0", "64/8/16/8/0", "128/2/32/16/0", "128/2/64/16/0", "128/2/16/16/0",
              "128/4/32/8/0", "128/4/64/8/0", "128/4/16/8/0"}},
            {"vector", {"0/2/0/0/4"}},
            {"symmetric",
             {"64/4/0/4/0", "64/8/0/8/0", "32/4/0/4/0", "128/8/0/8/0", "32/8/0/8/0", "128/4/0/4/0", "64/2/0/2/0",
              "256/2/0/2/0", "32/12/0/1/0"}},
            {"symmetric-nvidia",
             {"256/0/0/8/0", "128/0/0/4/0", "64/0/0/8/0", "256/0/0/4/0", "128/0/0/8/0", "64/0/0/16/0", "160/0/0/4/0"}},
            {"symmetric-vector", {"0/64/0/4/4"}},
        });
    CHECK(default_variant(h200(), 16384).name == "symmetric-nvidia");
    CHECK(symmetric_in_blocks(h200(), 8192, 256)->variant->name == "symmetric-nvidia");
    // The NVIDIA variant cannot use a block of 512 bodies, so the general symmetric variant is chosen.
    CHECK(symmetric_in_blocks(h200(), 8192, 512)->variant->name == "symmetric");
    CHECK(default_variant(h200(), 1023).name == "register-tiled");
    CHECK(default_one_sided_variant(h200()).name == "register-tiled");
}

TEST_CASE("the kernel search tries the expected list of settings on a CPU driver that needs explicit vectors") {
    check(pocl_with_avx512(), {
                                  {"naive", {"256/0/0/0/0"}},
                                  {"cached", {"256/0/0/0/0"}},
                                  {"tiled", {"256/0/0/0/0"}},
                                  {"tiled-unrolled", {"256/0/0/16/0"}},
                                  {"register-tiled", {"128/8/1/8/0"}},
                                  {"vector", {"0/2/0/0/16", "0/3/0/0/16", "0/4/0/0/16", "0/1/0/0/16"}},
                                  {"symmetric", {"64/8/0/8/0"}},
                                  {"symmetric-vector",
                                   {"0/16/0/2/16", "0/32/0/2/16", "0/32/0/4/16", "0/64/0/2/16", "0/64/0/4/16",
                                    "0/16/0/4/16", "0/8/0/2/16", "0/8/0/4/16"}},
                              });
    CHECK(default_variant(pocl_with_avx512(), 16384).name == "symmetric-vector");
    CHECK(default_variant(pocl_with_avx512(), 1023).name == "vector");
    CHECK(default_one_sided_variant(pocl_with_avx512()).name == "vector");
}

TEST_CASE("the kernel search tries the expected list of settings on a CPU driver that vectorizes by itself") {
    check(rusticl(), {
                         {"naive", {"256/0/0/0/0", "128/0/0/0/0", "64/0/0/0/0", "512/0/0/0/0"}},
                         {"cached", {"256/0/0/0/0", "128/0/0/0/0", "64/0/0/0/0", "512/0/0/0/0"}},
                         {"tiled", {"256/0/0/0/0"}},
                         {"tiled-unrolled",
                          {"256/0/0/16/0", "256/0/0/8/0", "256/0/0/32/0", "128/0/0/16/0", "128/0/0/8/0", "128/0/0/32/0",
                           "64/0/0/16/0", "64/0/0/8/0", "64/0/0/32/0", "512/0/0/16/0", "512/0/0/8/0", "512/0/0/32/0"}},
                         {"register-tiled",
                          {"128/8/1/8/0", "128/8/2/8/0", "256/4/1/16/0", "256/4/2/16/0", "64/8/1/8/0", "64/8/2/8/0",
                           "128/2/1/16/0", "128/2/2/16/0", "128/4/1/8/0", "128/4/2/8/0"}},
                         {"symmetric",
                          {"64/8/0/8/0", "64/4/0/4/0", "32/4/0/4/0", "128/8/0/8/0", "32/8/0/8/0", "128/4/0/4/0",
                           "64/2/0/2/0", "256/2/0/2/0", "32/12/0/1/0"}},
                     });
    CHECK(default_variant(rusticl(), 16384).name == "symmetric");
    CHECK(default_variant(rusticl(), 1023).name == "register-tiled");
    CHECK(default_one_sided_variant(rusticl()).name == "register-tiled");
}

TEST_CASE("settings that a kernel or a device does not permit are refused with a one-line message") {
    const auto error_message = [](const char* text) -> std::string {
        try {
            parse_kernel(text, h200());
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return {};
    };
    CHECK(error_message("tiled:wg=2048") == "kernel tiled: wg=2048 is more than 1024, the maximum of this device");
    CHECK(error_message("symmetric:wg=48") == "kernel symmetric: wg=48 is not a power of two");
    CHECK(error_message("symmetric-nvidia:wg=48") ==
          "kernel symmetric-nvidia: wg=48 is not a multiple of the warp size 32");
    CHECK(error_message("symmetric:wg=512,per-item=16") ==
          "kernel symmetric: wg=512 needs 262148 bytes of local memory, but the device has 49152");
    CHECK(error_message("symmetric-vector:per-item=7,unroll=2") ==
          "kernel symmetric-vector: unroll=2 does not divide per-item=7");
    // Settings that are not specified are adapted to the specified settings.
    CHECK(error_message("symmetric-vector:per-item=7").empty());
    CHECK(error_message("register-tiled:per-item=17") == "kernel register-tiled: per-item=17 is more than 16");
    CHECK(error_message("vector:width=5") == "kernel vector: width=5 is not 4, 8 or 16");
}
