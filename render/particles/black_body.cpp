#include "render/particles/black_body.hpp"

#include <algorithm>

#include "render/particles/color_map.hpp"

namespace milkomeda {
namespace {

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

}  // namespace

glm::vec3 black_body_light(float kelvin) {
    const glm::dvec2 xy = chromaticity(std::clamp(kelvin, coolest_kelvin, hottest_kelvin));
    const double x = xy.x / xy.y, z = (1 - xy.x - xy.y) / xy.y;  // CIE XYZ components for Y = 1
    // Converts XYZ to linear sRGB (IEC 61966-2-1).
    const glm::vec3 light{3.2404542 * x - 1.5371385 - 0.4985314 * z, -0.9692660 * x + 1.8760108 + 0.0415560 * z,
                          0.0556434 * x - 0.2040259 + 1.0572252 * z};
    const glm::vec3 shown = glm::max(light, glm::vec3{0});
    return shown / luminance(shown);
}

}  // namespace milkomeda
