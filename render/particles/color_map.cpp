#include "render/particles/color_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace milkomeda {
namespace {

using Anchors = std::array<std::uint32_t, ColorTable::size>;  // colors as 0xrrggbb in sRGB

// Milkomeda's own color map: night-sky blue, violet, rose, gold and cream. The map is perceptually uniform:
// lightness 0.12 to 0.97 and steps of equal length in OKLab (Ottosson 2020).
constexpr Anchors milkomeda_anchors{
    0x00080f, 0x000e1a, 0x001526, 0x001b33, 0x002240, 0x03284e, 0x0f2e5c, 0x1b346b, 0x283979, 0x363e86, 0x454291,
    0x56469a, 0x6848a0, 0x7a4aa3, 0x8b4ba2, 0x9c4d9f, 0xab5099, 0xba5491, 0xc65887, 0xd15e7c, 0xda6570, 0xe06e63,
    0xe57858, 0xe98450, 0xed914d, 0xf19e4f, 0xf5ac55, 0xf9b95e, 0xfcc76b, 0xfcd47e, 0xfce098, 0xfbebb2, 0xfdf5cb,
};

// Viridis and inferno by Nathaniel Smith and Stefan van der Walt (2015, matplotlib), public domain (CC0). The tables
// hold 33 of the 256 published colors; linear interpolation reproduces all 256 with errors of at most 2/255.
constexpr Anchors viridis_anchors{
    0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086, 0x3f4989, 0x3b528b, 0x375a8d, 0x33638d,
    0x2f6a8e, 0x2c728e, 0x297a8e, 0x26818e, 0x23898e, 0x21908c, 0x1f988b, 0x1f9f88, 0x21a685, 0x28ae80, 0x31b57b,
    0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c, 0x96d83f, 0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725,
};
constexpr Anchors inferno_anchors{
    0x000004, 0x040312, 0x0b0724, 0x150b37, 0x210c4a, 0x2e0a5a, 0x3c0965, 0x4a0c6b, 0x57106d, 0x63146e, 0x70196e,
    0x7d1e6d, 0x89226a, 0x962766, 0xa32b61, 0xaf315c, 0xbb3755, 0xc63e4d, 0xd14644, 0xdb4f3b, 0xe35932, 0xeb6528,
    0xf1711e, 0xf67f14, 0xf98d0a, 0xfb9c06, 0xfcab0f, 0xfbba1f, 0xf9ca32, 0xf5d949, 0xf2e865, 0xf3f586, 0xfcffa4,
};

// Cividis (Nunez, Anderton & Renslow 2018, PLoS ONE 13, e0199239) looks alike with and without red-green color
// blindness. Interpolation reproduces the published colors with errors of at most 6/255 per channel.
constexpr Anchors cividis_anchors{
    0x00224e, 0x00285b, 0x002e6a, 0x043371, 0x1a386f, 0x273e6e, 0x32436d, 0x3b496c, 0x434e6c, 0x4b546c, 0x52596d,
    0x5a5f6e, 0x61656f, 0x686a71, 0x6f7073, 0x757676, 0x7c7b78, 0x848179, 0x8b8778, 0x938d78, 0x9b9376, 0xa39a75,
    0xaba072, 0xb3a670, 0xbbad6c, 0xc3b469, 0xccba64, 0xd4c15f, 0xddc958, 0xe6d051, 0xefd748, 0xf8df3c, 0xfee838,
};

// anchors in the order of ColorMap
constexpr const Anchors* anchors[] = {&milkomeda_anchors, &viridis_anchors, &inferno_anchors, &cividis_anchors};

// Chromaticity of the Planckian locus: Kang et al. 2002, J. Korean Phys. Soc. 41, 865, equations 3 and 4.
glm::dvec2 chromaticity(double kelvin) {
    const double t = 1000 / kelvin;
    const double x = kelvin <= 4000 ? ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.179910
                                    : ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.240390;
    const double y = kelvin <= 2222   ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
                     : kelvin <= 4000 ? ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
                                      : ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483;
    return {x, y};
}

glm::vec3 unpacked(std::uint32_t rrggbb) { return glm::vec3{rrggbb >> 16, rrggbb >> 8 & 255, rrggbb & 255} / 255.0f; }

}  // namespace

glm::vec3 linear_from_srgb(const glm::vec3& color) {
    glm::vec3 light;
    for (int i = 0; i < 3; ++i)
        light[i] = color[i] <= 0.04045f ? color[i] / 12.92f : std::pow((color[i] + 0.055f) / 1.055f, 2.4f);
    return light;
}

glm::vec3 srgb_from_linear(const glm::vec3& light) {
    glm::vec3 color;
    for (int i = 0; i < 3; ++i)
        color[i] = light[i] <= 0.0031308f ? 12.92f * light[i] : 1.055f * std::pow(light[i], 1 / 2.4f) - 0.055f;
    return color;
}

glm::vec3 black_body_light(float kelvin) {
    const glm::dvec2 xy = chromaticity(std::clamp(kelvin, coolest_kelvin, hottest_kelvin));
    const double x = xy.x / xy.y, z = (1 - xy.x - xy.y) / xy.y;  // CIE XYZ components for Y = 1
    // Converts XYZ to linear sRGB (IEC 61966-2-1).
    const glm::vec3 light{3.2404542 * x - 1.5371385 - 0.4985314 * z, -0.9692660 * x + 1.8760108 + 0.0415560 * z,
                          0.0556434 * x - 0.2040259 + 1.0572252 * z};
    const glm::vec3 shown = glm::max(light, glm::vec3{0});
    return shown / luminance(shown);
}

glm::vec3 ColorTable::at(float x) const {
    const float place = (x > 0 ? std::min(x, 1.0f) : 0.0f) * static_cast<float>(size - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(place), size - 2);
    return glm::mix(light[below], light[below + 1], place - static_cast<float>(below));
}

ColorTable table_of(ColorMap map) {
    ColorTable table;
    std::ranges::transform(*anchors[static_cast<std::size_t>(map)], table.light.begin(),
                           [](std::uint32_t color) { return linear_from_srgb(unpacked(color)); });
    return table;
}

ColorTable velocity_table() {
    // sRGB colors at equal distances: dark blue, light blue, white, light red, dark red
    constexpr std::array<std::uint32_t, 5> anchors_of_velocity{0x1b3fa8, 0x4f9bea, 0xf4f2ee, 0xee6a50, 0xa81c28};
    ColorTable table;
    for (std::size_t i = 0; i < ColorTable::size; ++i) {
        const float place = static_cast<float>(i) / (ColorTable::size - 1) * (anchors_of_velocity.size() - 1);
        const std::size_t below = std::min(static_cast<std::size_t>(place), anchors_of_velocity.size() - 2);
        table.light[i] =
            linear_from_srgb(glm::mix(unpacked(anchors_of_velocity[below]), unpacked(anchors_of_velocity[below + 1]),
                                      place - static_cast<float>(below)));
    }
    return table;
}

ColorTable equal_light_table_of(ColorMap map) {
    ColorTable table = table_of(map);
    std::ranges::transform(table.light, table.light.begin(), at_equal_light);
    return table;
}

glm::vec3 at_equal_light(const glm::vec3& light) {
    const float bright = luminance(light);
    if (!(bright > 0)) return glm::vec3{1};
    const glm::vec3 equal = light / bright;
    const float purest = std::max({equal.r, equal.g, equal.b});
    if (purest <= most_pure) return equal;
    return glm::mix(glm::vec3{1}, equal, (most_pure - 1) / (purest - 1));
}

}  // namespace milkomeda
