// Gray values of a picture of galaxies, and the mask of its background and stars.
#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/maps/fits_image.hpp"
#include "data/match/pair_files.hpp"

namespace milkomeda {

struct GrayPicture {
    std::size_t columns = 0, rows = 0;
    std::vector<float> values;  // 1: white; top row first
    // From the world coordinates of a FITS image: edge of a pixel, and position angle of north in degrees
    // (counterclockwise from up).
    std::optional<double> arcseconds_per_pixel{}, north{};

    float at(std::size_t column, std::size_t row) const { return values[row * columns + column]; }
};

// Largest number of pixels of a picture.
inline constexpr std::size_t most_picture_pixels = std::size_t{1} << 27;
// Throws std::invalid_argument with the size and the remedy if the picture has fewer than 16 pixels per edge or more
// than most_picture_pixels.
void require_picture_size(std::size_t columns, std::size_t rows);

// Makes gray values of a FITS image: asinh((v - b) / 3 s) / asinh((w - b) / 3 s), where b and s are the background and
// its noise, and w is the value that 0.1 % of the pixels exceed. Blank pixels become background. If east is right of
// north, the picture is mirrored, so that the sky has its usual parity. Throws std::invalid_argument if the image is
// too large or contains no light.
GrayPicture gray_picture(const FitsPicture& image);

// Returns the picture with squares of pixels averaged, so that no edge has more than `longest` pixels. Nuclei must be
// scaled to the new size.
GrayPicture reduced(const GrayPicture& picture, std::size_t longest = 2048);

struct BackgroundLevel {
    double median = 0, noise = 0;  // noise: standard deviation
};

// Median and standard deviation of the values without those that differ by more than three standard deviations from
// the median (repeated until no value is removed). Uses at most 2^18 evenly spread values; ignores NaN.
BackgroundLevel background_of(std::span<const float> values);

// A star or another source of light that does not belong to the galaxies.
struct MaskCircle {
    glm::dvec2 center{0};  // pixels
    double radius = 0;     // pixels, positive
    bool operator==(const MaskCircle&) const = default;
};

struct PictureMask {
    double background = 0;  // gray value
    std::vector<MaskCircle> circles;
};

// First guess of a mask: the background level, and compact sources outside of the ellipses of both disks. The pair must
// have the size of the picture.
PictureMask guess_mask(const GrayPicture& picture, const ObservedPair& pair);

// Returns the index of the circle that contains the pixel and has the nearest center, so that a user can remove it.
std::optional<std::size_t> circle_at(const PictureMask& mask, glm::dvec2 pixel);

// Subtracts the background and keeps white at 1. Replaces the pixels in each circle by the median of the pixels around
// the circle. Throws std::invalid_argument if a circle has no positive radius or the background is not below 1.
GrayPicture clean(const GrayPicture& picture, const PictureMask& mask);

}  // namespace milkomeda
