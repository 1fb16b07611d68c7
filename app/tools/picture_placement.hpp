// The place of the pixels of a picture in the world.
#pragma once

#include <complex>
#include <glm/glm.hpp>
#include <optional>

#include "data/match/pair_files.hpp"
#include "render/camera/projection.hpp"

namespace milkomeda {

// A picture lies in the plane z = origin.z of the world. An observer in the direction z sees the picture, with x to
// the right and y up. Pixels count from the top-left corner, to the right and down. Lengths are model units of scenes.
struct PicturePlacement {
    glm::vec3 origin{0};                        // place of the nucleus of galaxy 1 in the world
    glm::dvec2 nucleus{0};                      // pixel of the nucleus of galaxy 1
    std::complex<double> pixels_per_length{1};  // scale, and rotation of the model in the picture (counterclockwise)
    bool is_mirrored = false;                   // x points to the left of the picture

    glm::vec3 world(glm::dvec2 pixel) const;
    glm::dvec2 pixel(glm::dvec3 world) const;
    double kpc_per_pixel() const;
    double rotation() const;  // degrees, counterclockwise
};

// Returns the placement for which both nuclei of the pair have their separation. The pair must not have a separation
// of 0 or two nuclei at the same pixel.
PicturePlacement placement_of(const ObservedPair& pair, bool is_mirrored, const glm::vec3& origin = glm::vec3{0});

// Sets the separation of the galaxies for which placement_of() returns the scale and the rotation of `placement`.
void set_separation(ObservedPair& pair, const PicturePlacement& placement);

// Returns the pixel of the picture under a position of the view, in a placement whose plane the line of sight meets.
// Returns an empty optional in maps of the sky, and if the line of sight does not meet the plane.
std::optional<glm::dvec2> pixel_under(const View& view, glm::vec2 position, const PicturePlacement& placement);

}  // namespace milkomeda
