#include "app/tools/picture_placement.hpp"

#include "data/base/units.hpp"
#include "data/encounter/encounter_parameters.hpp"

namespace milkomeda {
namespace {

// Returns a vector of pixels as a complex number, whose imaginary axis points up.
std::complex<double> upward(glm::dvec2 pixels) { return {pixels.x, -pixels.y}; }

}  // namespace

glm::vec3 PicturePlacement::world(glm::dvec2 pixel) const {
    const std::complex<double> place = upward(pixel - nucleus) / pixels_per_length;
    return origin + glm::vec3{(is_mirrored ? -1 : 1) * place.real(), place.imag(), 0};
}

glm::dvec2 PicturePlacement::pixel(glm::dvec3 world) const {
    const glm::dvec3 place = world - glm::dvec3{origin};
    const std::complex<double> pixels = pixels_per_length * std::complex{(is_mirrored ? -1 : 1) * place.x, place.y};
    return nucleus + glm::dvec2{pixels.real(), -pixels.imag()};
}

double PicturePlacement::kpc_per_pixel() const { return kpc_per_length / std::abs(pixels_per_length); }

double PicturePlacement::rotation() const { return glm::degrees(std::arg(pixels_per_length)); }

PicturePlacement placement_of(const ObservedPair& pair, bool is_mirrored, const glm::vec3& origin) {
    constexpr double length = encounter_kpc / kpc_per_length;
    const std::complex<double> separation{(is_mirrored ? -1 : 1) * pair.separation.x, pair.separation.y};
    const std::complex<double> pixels = upward(pair.galaxies[1].nucleus - pair.galaxies[0].nucleus);
    return {origin, pair.galaxies[0].nucleus, pixels / (length * separation), is_mirrored};
}

void set_separation(ObservedPair& pair, const PicturePlacement& placement) {
    const std::complex<double> lengths =
        upward(pair.galaxies[1].nucleus - pair.galaxies[0].nucleus) / placement.pixels_per_length;
    pair.separation =
        kpc_per_length / encounter_kpc * glm::dvec2{(placement.is_mirrored ? -1 : 1) * lengths.real(), lengths.imag()};
}

std::optional<glm::dvec2> pixel_under(const View& view, glm::vec2 position, const PicturePlacement& placement) {
    // Two points of the line of sight, at different depths.
    const glm::vec3 forward = -glm::transpose(glm::mat3{view.view_from_world})[2];
    const auto near = world_at(view, position, placement.origin),
               far = world_at(view, position, placement.origin + forward);
    if (!near || !far || near->z == far->z) return {};
    const glm::dvec3 a{*near}, b{*far};
    return placement.pixel(a + (placement.origin.z - a.z) / (b.z - a.z) * (b - a));
}

}  // namespace milkomeda
